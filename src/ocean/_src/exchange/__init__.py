"""Exchange with other packages: imports of anything with the buffer or array protocols, exports, and files."""
