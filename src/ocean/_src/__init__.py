"""The implementation. Nothing in here is public: the public names are those of `ocean`."""
