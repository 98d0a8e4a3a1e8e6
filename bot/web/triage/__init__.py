"""What maintainers see of their repositories, and change there; behind GitHub's login."""
