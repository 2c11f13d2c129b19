"""Keys become selections; selections become views, or elements are gathered and scattered."""
