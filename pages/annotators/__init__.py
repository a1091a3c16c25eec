"""The screens on which plans are filled."""
