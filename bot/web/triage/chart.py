"""A picture of issues by week, drawn by pygal. The table beside it says the same."""

from __future__ import annotations

import sys
from typing import Final
from xml.etree.ElementTree import tostring

from pygal import StackedBar
from pygal.style import Style

from bot.web.triage.shown import Weeks

# pygal leaves an importer for its maps behind that has no ``find_spec``: imports that find nothing else
# stumble over it. We draw no maps.
sys.meta_path[:] = [each for each in sys.meta_path if hasattr(each, "find_spec")]

LONGEST: Final = 40  # characters of a name in the legend
# Colours that can be told apart in light and in dark, on any ground.
_STYLE: Final = Style(
    background="transparent",
    plot_background="transparent",
    foreground="#7a736c",
    foreground_strong="#7a736c",
    foreground_subtle="#7a736c",
    colors=("#c2410c", "#1d5c99", "#2f8f5b", "#8b2c6b", "#b58900", "#8a817a"),
    font_family="system-ui, sans-serif",
)


def weeks_svg(weeks: Weeks) -> str:
    """The picture as SVG: no script, nothing from elsewhere."""
    chart = StackedBar(
        style=_STYLE,
        js=[],
        height=320,
        legend_at_bottom=True,
        legend_at_bottom_columns=1,
        truncate_legend=-1,
        x_label_rotation=35,
        show_y_guides=False,  # pygal draws them in black, which is nothing on dark
        show_minor_y_labels=False,
        value_formatter=lambda value: f"{value:g}",
        disable_xml_declaration=True,
        no_data_text="nothing yet",
        explicit_size=False,
    )
    highest = max((sum(numbers) for numbers in zip(*(row for _, row in weeks.rows), strict=True)), default=1)
    step = max(1, -(-highest // 5))
    chart.y_labels = list(range(0, highest + step, step))  # issues are counted whole
    chart.x_labels = [day[5:] for day in weeks.days]
    for name, numbers in weeks.rows:
        chart.add(name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…", list(numbers))
    drawn = chart.render_tree()
    for each in list(drawn.iter()):
        for child in list(each):
            if str(child.tag).endswith("script"):  # its settings, for a script that isn't there
                each.remove(child)
    return tostring(drawn, encoding="unicode")
