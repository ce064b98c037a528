"""The options of a blur in memory: the same as those of the command, for the library."""

from __future__ import annotations

import base64
import functools
import re
import zlib
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

from ._errors import CommandNotFound, invalid
from ._keywords import WRONG_SIDES, canonical, finite_number, is_bool, joined_sides, unknown
from ._library import Blur, Mask, Options, default_options

_SIDES = {"top": 1, "bottom": 2, "left": 4, "right": 8}
_TOWARD = {"top": "to bottom", "bottom": "to top", "left": "to right", "right": "to left"}
_EDGES = ("normalize", "clamp", "mirror", "wrap", "transparent")
_LIGHTS = ("auto", "encoded", "linear")
_COLORS = {
    "aqua": "00ffff", "black": "000000", "blue": "0000ff", "fuchsia": "ff00ff", "gray": "808080", "green": "008000", "lime": "00ff00",
    "maroon": "800000", "navy": "000080", "olive": "808000", "purple": "800080", "red": "ff0000", "silver": "c0c0c0",
    "teal": "008080", "white": "ffffff", "yellow": "ffff00",
}
#: A PNG file of one pixel, which the command tints to tell the components of a color.
_PIXEL = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNgYGAAAAAEAAH2FzhVAAAAAElFTkSuQmCC")
#: The options that pixels in memory have.
NAMES = frozenset({
    "max_radius", "min_radius", "direction", "start_offset", "reach", "easing", "ramp", "area", "area_invert", "area_radius", "feather",
    "mask_invert", "matte_invert", "mosaic", "edges", "light", "tint", "tint_opacity", "saturation", "grain", "fade", "dither", "threads",
})
_NUMBER = re.compile(r"([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)(px|%)?", re.IGNORECASE | re.ASCII)
_SHAPE = re.compile(r"\s*([a-z]+\s*\([^()]*\))\s*", re.IGNORECASE)
#: A greater length is an error, as that of a file is.
_GREATEST_LENGTH = 1e9
#: A longer text is an error, as that of a file is.
_LONGEST_TEXT = 4096


def blur_for(
    width: int, height: int, options: Mapping[str, Any], mask: Optional[Mask] = None, matte: Optional[Mask] = None
) -> Blur:
    """The blur for an image of a size.

    Args:
        width: The width in pixels.
        height: The height in pixels.
        options: Options by their keywords, without masks.
        mask: A mask, whose memory must stay valid during the call.
        matte: A matte, likewise.

    Raises:
        OptionError: An option is invalid.
    """
    if mask is not None or matte is not None:
        return Blur(_settings(width, height, options, mask, matte))
    # with the types, because True equals 1
    items = tuple(
        (name, type(value), tuple(value) if isinstance(value, list) else value)
        for name, value in sorted(options.items(), key=lambda item: item[0]))
    try:
        return _cached_blur(width, height, items)
    except TypeError:  # a value without a hash, which is no valid value
        return Blur(_settings(width, height, options, None, None))


@functools.lru_cache(maxsize=64)
def _cached_blur(width: int, height: int, items: Tuple[Tuple[str, type, Any], ...]) -> Blur:
    return Blur(_settings(width, height, {name: value for name, _, value in items}, None, None))


def _settings(
    width: int, height: int, options: Mapping[str, Any], mask: Optional[Mask], matte: Optional[Mask]
) -> Options:
    settings = default_options()
    ramps, areas = _texts(options, "ramp"), _areas(options)
    is_ramp = any(not ramp.lstrip().startswith("area-blur") for ramp in ramps)
    _check_combinations(options, mask is not None)
    has_sides = any(options.get(name) is not None for name in ("direction", "start_offset", "reach"))
    sides = _directions(options.get("direction"))
    is_vertical, is_horizontal = not sides & {"left", "right"}, not sides & {"top", "bottom"}
    axis = min(width, height) if mask is not None or not (is_vertical or is_horizontal) else height if is_vertical else width
    greatest = _pixels(options, "max_radius", 20.0, axis)
    least = _pixels(options, "min_radius", 0.0, axis)
    if areas:
        radius = options.get("area_radius")
        if radius is None:
            radius = options.get("max_radius")
        feather = options.get("feather")
        end = f", {_length('area_radius', 20 if radius is None else radius)}"
        end += "" if feather is None else f", feather {_length('feather', feather)}"
        ramps += [f"area-blur({shape}{end})" for shape in areas]
    if mask is not None:
        settings.mask = mask
    elif not is_ramp and (options.get("reach") is not None or ramps and has_sides):
        ramps = _side_ramps(options, sides, greatest, least) + ramps
    elif options.get("area") is not None and not has_sides:
        # only areas, of which there may be none
        sides = set()
    settings.sides = sum(_SIDES[side] for side in sides)
    settings.max_radius, settings.min_radius = greatest, least
    settings.start_offset = _fraction(options, "start_offset", 0.0)
    if ramps:
        settings.ramp = " ".join(ramps).encode("utf-8", "replace")
    if options.get("easing") is not None:
        settings.easing = _text("easing", options["easing"]).encode("utf-8", "replace")
    if matte is not None:
        settings.matte = matte
    if options.get("mosaic") is not None:
        settings.mosaic = _pixels(options, "mosaic", 0.0, min(width, height))
        if settings.mosaic <= 0:
            raise invalid(f"the option 'mosaic' must be greater than 0, not {options['mosaic']!r}")
    settings.edges = _choice(options, "edges", _EDGES)
    settings.light = int(_choice(options, "light", _LIGHTS) == _LIGHTS.index("linear"))
    _set_look(settings, options)
    return settings


def _set_look(settings: Options, options: Mapping[str, Any]) -> None:
    settings.saturation = _fraction(options, "saturation", 1.0)
    settings.grain = _number(options, "grain", 0.0)
    settings.fade = _fraction(options, "fade", 0.0)
    settings.dither = flag(options, "dither")
    if options.get("tint") is not None:
        settings.tint_red, settings.tint_green, settings.tint_blue = _color(options["tint"])
        if isinstance(opacity := options.get("tint_opacity"), str) and opacity == "auto":
            raise invalid(
                "the tint_opacity 'auto' applies to image files; that of pixels in memory is a fraction, such as 0.3, or a percentage")
        settings.tint_opacity = _fraction(options, "tint_opacity", 0.3)


def _check_combinations(options: Mapping[str, Any], is_mask: bool) -> None:
    def given(*names: str) -> List[str]:
        return [name for name in names if options.get(name) is not None]

    if given("ramp") and (others := given("max_radius", "min_radius", "direction", "start_offset", "reach") + ["mask"] * is_mask):
        raise invalid(f"the options 'ramp' and '{others[0]}' cannot be combined: a ramp contains its radii and its direction")
    if is_mask and (others := given("direction", "start_offset", "reach")):
        raise invalid(f"the options 'mask' and '{others[0]}' cannot be combined: a mask says where to blur")
    if given("start_offset") and given("reach"):
        raise invalid("the options 'start_offset' and 'reach' cannot be combined: both say where the ramp ends")
    if not given("area") and (others := given("area_radius", "feather")):
        raise invalid(f"the option '{others[0]}' requires 'area'")
    if flag(options, "area_invert") and not given("area"):
        raise invalid("the option 'area_invert' requires 'area'")


def _side_ramps(options: Mapping[str, Any], sides: "set[str]", greatest: float, least: float) -> List[str]:
    """Ramps from the sides of the image as texts."""
    end = _reach(options["reach"]) if options.get("reach") is not None else f"{100 - 100 * _fraction(options, 'start_offset', 0.0)!r}%"
    return [f"linear-blur({_TOWARD[side]}, {greatest!r}px, {least!r}px {end})" for side in _SIDES if side in sides]


def _reach(value: Any) -> str:
    """The length of a ramp as a text."""
    number, unit = _size("reach", value)
    if number <= 0:
        raise invalid(f"the option 'reach' must be greater than 0, not {value!r}")
    if not unit and number < 1:
        raise invalid(f"a reach of less than one pixel must have its unit; did you mean '{100 * number:.6g}%'?")
    return _length("reach", value)


def flag(options: Mapping[str, Any], name: str) -> bool:
    """Whether a flag is set.

    Raises:
        OptionError: It is neither ``True`` nor ``False``.
    """
    value = options.get(name)
    if value is not None and not is_bool(value):
        raise invalid(f"the option '{name}' must be True or False, not {value!r}")
    return bool(value)


def _quantity(name: str, value: Any) -> Tuple[float, str]:
    """A number, and its unit, ``"%"``, ``"px"``, or none."""
    number, unit = value, ""
    if isinstance(value, str):
        match = _NUMBER.fullmatch(value)
        if not match:
            raise invalid(f"the option '{name}' must be a number, or a text such as '5%', not {value!r}")
        number, unit = float(match[1]), (match[2] or "").lower()
    finite = None if isinstance(value, bool) else finite_number(name, number)
    if finite is None:
        raise invalid(f"the option '{name}' must not be of the type {type(value).__name__}")
    return finite, unit


def _size(name: str, value: Any) -> Tuple[float, str]:
    """A length, and its unit."""
    number, unit = _quantity(name, value)
    if (number / 100 if unit == "%" else number) > _GREATEST_LENGTH:
        raise invalid(f"the option '{name}' must be at most {_GREATEST_LENGTH:,.0f}, not {value!r}")
    return number, unit


def _pixels(options: Mapping[str, Any], name: str, default: float, whole: int) -> float:
    """A length in pixels; percentages refer to `whole`."""
    if options.get(name) is None:
        return default
    number, unit = _size(name, options[name])
    return number / 100 * whole if unit == "%" else number


def _length(name: str, value: Any) -> str:
    """A length as a text."""
    number, unit = _size(name, value)
    return f"{number!r}{unit or 'px'}"


def _number(options: Mapping[str, Any], name: str, default: float) -> float:
    if options.get(name) is None:
        return default
    number, unit = _quantity(name, options[name])
    if unit:
        raise invalid(f"the option '{name}' is a number without a unit, not {options[name]!r}")
    return number


def _fraction(options: Mapping[str, Any], name: str, default: float) -> float:
    if options.get(name) is None:
        return default
    number, unit = _quantity(name, options[name])
    if unit == "px":
        raise invalid(f"the option '{name}' is a fraction or a percentage, not a number of pixels")
    return number / 100 if unit == "%" else number


def _choice(options: Mapping[str, Any], name: str, names: Sequence[str]) -> int:
    value = options.get(name)
    if value is None:
        return 0
    if not isinstance(value, str) or value not in names:
        raise invalid(f"the option '{name}' must be one of {', '.join(names)}, not {value!r}")
    return names.index(value)


def _directions(value: Any) -> "set[str]":
    if value is None:
        return {"top"}
    text = joined_sides(value)
    sides = list(_SIDES) if text == "all" else text.split(",")
    if not _SIDES.keys() >= set(sides):
        raise invalid(WRONG_SIDES.format(value))
    if len(set(sides)) < len(sides):
        raise invalid(f"the option 'direction' names a side twice: {value!r}")
    return set(sides)


def _texts(options: Mapping[str, Any], name: str) -> List[str]:
    value = options.get(name)
    if value is None:
        return []
    texts = list(value) if isinstance(value, (list, tuple)) else [value]
    for text in texts:
        if not isinstance(text, str):
            raise invalid(f"the option '{name}' must be a text or a list of texts")
        if not _text(name, text).strip():
            raise invalid(f"the option '{name}' must not be an empty text")
    if not texts and name == "ramp":
        raise invalid("the option 'ramp' must not be an empty list")
    return texts


def _areas(options: Mapping[str, Any]) -> List[str]:
    """The areas, which what is outside of all shapes may be, too."""
    shapes = _shapes(options)
    return [" ".join(["outside", *shapes])] if flag(options, "area_invert") else shapes


def _shapes(options: Mapping[str, Any]) -> List[str]:
    """The shapes of areas, of which a text may contain several."""
    shapes: List[str] = []
    for text in _texts(options, "area"):
        if "".join(_SHAPE.split(text)[::2]).strip():
            shapes.append(text)  # not understood: the library says why
        else:
            shapes += _SHAPE.findall(text)
    return shapes


def _color(value: Any) -> Tuple[float, float, float]:
    """The components of a color from 0 to 1."""
    if not isinstance(value, str):
        raise invalid(f"the option 'tint' must be a color, such as 'orange' or '#102030', not {value!r}")
    digits = _COLORS.get(value.lower(), value[1:] if value.startswith("#") else "")
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    if not re.fullmatch("[0-9a-fA-F]{6}", digits):
        digits = _digits(value)
    red, green, blue = (int(digits[start:start + 2], 16) / 255 for start in (0, 2, 4))
    return red, green, blue


@functools.lru_cache(maxsize=64)
def _digits(color: str) -> str:
    """The hexadecimal digits of any color of CSS, all of which only the command knows."""
    from ._worker import Worker

    try:
        with Worker(1) as worker:
            file = worker.blur(
                _PIXEL, format="png", tint=color, tint_opacity=1, max_radius=1, min_radius=1, no_digest=True)
    except CommandNotFound as error:
        raise invalid(
            f"the option 'tint' must be #rgb or #rrggbb, or one of these names: {', '.join(_COLORS)}; not {color!r}, for which the "
            "command must be installed") from error
    # a byte for the filter of the row, which changes nothing in the first pixel
    row = zlib.decompressobj().decompress(file[file.index(b"IDAT") + 4:])
    return row[1:4].hex()


def _text(name: str, text: Any) -> str:
    """A text that the library can read."""
    if not isinstance(text, str):
        raise invalid(f"the option '{name}' must be a text")
    if "\0" in text:
        raise invalid(f"the option '{name}' must not contain null characters")
    if len(text.encode("utf-8", "replace")) > _LONGEST_TEXT:
        raise invalid(f"the option '{name}' must not be longer than {_LONGEST_TEXT:,} bytes")
    return text


def keywords(options: Mapping[str, Any], what: str) -> Dict[str, Any]:
    """Options of pixels in memory by their standard names.

    Raises:
        OptionError: There is no such option, or it does not apply to pixels in memory.
    """
    from ._command import known_keywords

    known: Dict[str, Any] = {}
    for keyword, value in options.items():
        name = canonical(keyword, options)
        if name not in NAMES:
            if name in known_keywords():
                raise invalid(f"the option '{keyword}' applies to image files, not to {what}")
            raise invalid(unknown(keyword, NAMES | {"mask", "matte", "out"}))
        if value is not None:
            known[name] = value
    return known
