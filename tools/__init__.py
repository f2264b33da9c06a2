"""What the repository runs on itself; nothing here is part of the package."""
