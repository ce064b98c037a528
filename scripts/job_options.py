"""The options in the schema of jobs, for the types of packages in other languages."""

from __future__ import annotations

import re
from typing import Any, Callable

#: Options whose texts name several things, which may be a list in a program.
LISTS = {"direction"}


def description(schema: dict[str, Any], spelled: Callable[[str], str]) -> str:
    """What an option does; other options, which are quoted as in JSON, have the spelling of a language."""
    return re.sub(r"'[a-z]+(-[a-z]+)+'", lambda match: spelled(match[0]), schema["description"])


def is_path(schema: dict[str, Any]) -> bool:
    """Whether an option names a file."""
    return schema.get("format") == "path"


def kinds(schema: dict[str, Any]) -> frozenset[str]:
    """The types of the values of an option, without null."""
    return frozenset(schema["type"]) - {"null"}
