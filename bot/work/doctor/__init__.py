"""Looking at a set-up as a whole: what is well, what isn't, and what to do."""
