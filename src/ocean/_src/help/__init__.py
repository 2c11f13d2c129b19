"""What `help` says, and what is said to names of other libraries."""
