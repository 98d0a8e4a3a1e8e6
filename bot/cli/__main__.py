"""``python -m bot.cli``: the same as ``burnerr``, wherever the script was put."""

from bot.cli import main

main(prog_name="burnerr")
