"""What every room uses: errors, records, modules that load when they are needed, members of compiled classes."""
