"""The rooms of the library. Nothing in here is public: users see what `ocean` names."""
