"""The screens that bring data in and gold out."""
