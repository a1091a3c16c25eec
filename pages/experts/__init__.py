"""The screens on which submissions are reviewed."""
