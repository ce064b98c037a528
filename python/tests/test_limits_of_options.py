"""Values of options that files and arrays refuse, or take."""

from __future__ import annotations

import sys
from decimal import Decimal
from fractions import Fraction
from typing import Any, Dict

import pytest

import varblur

if sys.platform != "linux":
    pytest.skip("the library for arrays exists for Linux only", allow_module_level=True)
numpy = pytest.importorskip("numpy")
pytest.importorskip("PIL.Image")

from test_arrays import decoded, encoded, noise  # noqa: E402

_CIRCLE = "circle(5px)"
_POLYGON = f"polygon({', '.join(['1px 2px'] * 400)})"
REFUSED_OPTIONS: "list[Dict[str, Any]]" = [
    {"reach": 0.33}, {"reach": -5}, {"reach": "0%"}, {"mask_invert": True}, {"matte_invert": True}, {"area": ""}, {"area": [""]},
    {"ramp": []}, {"area": "circle(2px)", "area_invert": "false"}, {"dither": "no"}, {"grain": "50%"}, {"direction": "top,top"},
    {"ramp": "area-blur(circle(20px), 6px) linear-blur(3px, 0px)", "max_radius": 3},
    {"ramp": "area-blur(circle(20px), 6px)", "direction": "left"}, {"ramp": 3}, {"area": 5}, {"max_radius": 10**400},
    {"max_radius": 1.1e9}, {"max_radius": "110000000000%"}, {"max_radius": "1e400"}, {"max_radius": 2e9, "min_radius": 2e9}, {"mosaic": 1.1e9},
    {"reach": 1.1e9}, {"area": "circle(5px)", "feather": 1.1e9}, {"area": "circle(5px)", "area_radius": 1.1e9},
    {"max_radius": Decimal("1.1e9")}, {"max_radius": Decimal("NaN")}, {"max_radius": Decimal("sNaN")}, {"max_radius": Decimal("1e400")},
    {"area": [_CIRCLE] * 1001}, {"area": [_CIRCLE] * 1001, "area_invert": True}, {"area": [200 * f"{_CIRCLE} "] * 5 + [_CIRCLE]},
    {"area": [_POLYGON] * 26}, {"area": 500 * f"{_CIRCLE} "}, {"ramp": 300 * f"area-blur({_CIRCLE}, 2px) "},
    {"ramp": [100 * f"area-blur({_CIRCLE}, 2px) "] * 11}, {"ramp": f"area-blur({_CIRCLE}, 2px)", "area": [_CIRCLE] * 1000},
    {"ramp": "linear-blur(3px, 0px)\0"}, {"area": f"{_CIRCLE}\0"}, {"easing": "sine\0"},
]


@pytest.mark.parametrize("options", REFUSED_OPTIONS, ids=lambda options: str(options)[:60])
def test_arrays_refuse_what_files_refuse(options: Dict[str, Any]) -> None:
    pixels = noise(8, 8, 3)
    with pytest.raises(varblur.OptionError):
        varblur.blur(encoded(pixels), **options)
    with pytest.raises(varblur.OptionError):
        varblur.blur(pixels, **options)


@pytest.mark.parametrize("options", [
    {"area": "circle(20px)", "max_radius": 5, "area_radius": None}, {"sigma": 5, "max_radius": None}, {"sigma": None, "max_radius": 5},
    {"area": "CIRCLE(5px) circle(3px at 0px 0px)"}, {"reach": 1}, {"reach": "0.5%"},
    {"max_radius": 1e9}, {"max_radius": "90000000000%"}, {"mosaic": 1e9}, {"max_radius": Decimal("3.5"), "start_offset": Decimal("-1e300")}, {"max_radius": Fraction(7, 2)},
    {"area": [_CIRCLE] * 1000}, {"area": [200 * f"{_CIRCLE} "] * 5}, {"area": [_POLYGON] * 25}, {"ramp": [100 * f"area-blur({_CIRCLE}, 2px) "] * 10},
], ids=lambda options: str(options)[:60])
def test_arrays_take_what_files_take(options: Dict[str, Any]) -> None:
    pixels = noise(40, 30, 3)
    assert numpy.array_equal(varblur.blur(pixels, **options), decoded(varblur.blur(encoded(pixels), **options)))


@pytest.mark.parametrize("name", ["ramp", "area", "easing"])
def test_the_error_of_a_null_character_names_it(name: str) -> None:
    options: Dict[str, Any] = {name: "circle(5px)\0"}
    with pytest.raises(varblur.OptionError, match=f"'{name}' must not contain null characters"):
        varblur.blur(noise(8, 8, 3), **options)
