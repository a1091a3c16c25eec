"""What people see: one file is one screen is one thing a person does."""
