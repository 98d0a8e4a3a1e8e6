"""Making the GitHub App: pages that are there only while none is configured."""
