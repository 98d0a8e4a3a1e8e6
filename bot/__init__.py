"""burnerr: finds known Burn panics in issues and answers them once."""

__version__ = "0.1.0"
