"""The keywords of options."""

from __future__ import annotations

import decimal
import difflib
import math
import numbers
from typing import Any, FrozenSet, Mapping, Optional

from ._errors import invalid

#: Other names of options: a list has a name in the plural, and other packages call the standard deviation sigma.
_OTHER_NAMES = {"areas": "area", "sigma": "max_radius"}
#: Options that the names of other packages could stand for.
_MEANT_NAMES = {
    "radius": "max_radius", "blur_radius": "max_radius", "std": "max_radius", "blur": "max_radius",
    "width": "resize", "height": "resize", "size": "resize", "gravity": "position", "lossless": "webp_quality",
    "sha256": "report", "thumbhash": "report",
}


def canonical(keyword: str, keywords: Mapping[str, Any]) -> str:
    """The keyword of the option that another one stands for.

    Raises:
        OptionError: Both are among some keywords.
    """
    name = _OTHER_NAMES.get(keyword, keyword)
    if name != keyword and keywords.get(name) is not None and keywords[keyword] is not None:
        raise invalid(f"the options '{keyword}' and '{name}' are the same; leave out one of them")
    return name


def unknown(keyword: str, keywords: FrozenSet[str]) -> str:
    """What to say about a keyword that stands for no option."""
    names = sorted({*keywords, *_OTHER_NAMES})
    meant = _MEANT_NAMES.get(keyword, "")
    close = [meant] if meant in keywords else difflib.get_close_matches(keyword, names, n=1)
    return f"there is no option '{keyword}'" + (f"; did you mean '{close[0]}'?" if close else "")


def is_bool(value: Any) -> bool:
    """Whether a value is ``True`` or ``False``, also of NumPy."""
    return isinstance(value, bool) or type(value).__module__ == "numpy" and type(value).__name__ in ("bool", "bool_")


def finite_number(keyword: str, value: Any) -> Optional[float]:
    """The number that the value of an option is; ``None`` if it is none.

    Raises:
        OptionError: It is not finite.
    """
    if not isinstance(value, (numbers.Real, decimal.Decimal)):
        return None
    try:
        number = float(value)
    except (OverflowError, ValueError):
        number = math.inf
    if not math.isfinite(number):
        raise invalid(f"the option '{keyword}' must be finite")
    return number


def joined_sides(value: Any) -> str:
    """Sides as the option ``direction`` names several: separated by commas.

    Raises:
        OptionError: They are neither a text nor a list of texts.
    """
    sides = [value] if isinstance(value, str) else value
    if not isinstance(sides, (list, tuple)) or not sides or not all(isinstance(side, str) for side in sides):
        raise invalid(WRONG_SIDES.format(value))
    return ",".join(sides)


WRONG_SIDES = (
    "the option 'direction' must be top, bottom, left, right, several of them in a list or separated by commas, or all, not {!r}")
