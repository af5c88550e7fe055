"""What makes a version for those who have no Python: folders, packages, installers, and the signed word about them."""
