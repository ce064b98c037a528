"""Circles: C files of a target that use one another's functions or headers, and Python modules that import one another."""

import ast
import re
from collections import defaultdict
from pathlib import Path
from typing import Iterator

COMMENT_OR_TEXT = re.compile(r'//[^\n]*|/\*.*?\*/|(?<!#include )"(?:\\.|[^"\\\n])*"', re.S)
INCLUDED = re.compile(r'#include ["<](?:.*/)?(.*?)[">]')
# The body of a function, or a macro.
DEFINED = re.compile(r"^(static )?(?=[A-Za-z_])[\w *()]*?\b(\w+)\([^;{]*\) ?\{|^#define (\w+)", re.M)
# Members of structures may have the name of a function.
USED = re.compile(r"(?<![\w.>*])[A-Za-z_]\w+")


def uses_in_c(files: dict[Path, str]) -> dict[Path, set[Path]]:
    """The files that each file uses: it includes them, or uses what only they define."""
    codes = {path: COMMENT_OR_TEXT.sub(" ", text) for path, text in files.items()}
    headers = {path.name: path for path in files}
    definers: dict[str, set[Path]] = defaultdict(set)
    for path, code in codes.items():
        for static, function, macro in DEFINED.findall(code):
            if path.suffix == ".h" or function and not static:
                definers[function or macro].add(path)
    uses = {path: {headers[name] for name in INCLUDED.findall(code) if name in headers} for path, code in codes.items()}
    for path, code in codes.items():
        for name in set(USED.findall(code)):
            # a header declares functions that C files define
            uses[path].update(file for file in definers.get(name, ()) if len(definers[name]) == 1 and path.suffix <= file.suffix)
    return uses


def uses_in_python(files: dict[Path, str]) -> dict[Path, set[Path]]:
    """The modules that each module imports: those beside it, and by relative names."""
    uses: dict[Path, set[Path]] = {path: set() for path in files}
    for path, text in files.items():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ImportFrom):
                start = path.parents[max(node.level, 1) - 1].joinpath(*(node.module or "").split("."))
                # the name of a module, or of something in the module or package
                imports = [[start / alias.name, start] for alias in node.names]
            elif isinstance(node, ast.Import):
                imports = [[path.parent.joinpath(*alias.name.split("."))] for alias in node.names]
            else:
                continue
            for names in imports:
                found = [file for name in names for file in (name.with_suffix(".py"), name / "__init__.py") if file in files]
                uses[path].update(found[:1])
    return uses


def find_circle(uses: dict[Path, set[Path]]) -> list[Path]:
    """The files of a circle, of which each uses the next one; empty if there is none."""
    rest = {path: used - {path} for path, used in uses.items()}
    while done := [path for path, used in rest.items() if not used & rest.keys()]:
        for path in done:
            del rest[path]
    way: list[Path] = [min(rest)] if rest else []
    while way:
        following = min(rest[way[-1]] & rest.keys())
        if following in way:
            return way[way.index(following):] + [following]
        way.append(following)
    return way


def circles(files: dict[Path, str]) -> Iterator[list[Path]]:
    """A circle of each target that has any, and of the Python modules."""
    targets: dict[Path, dict[Path, str]] = defaultdict(dict)
    for path, text in files.items():
        if path.suffix in (".c", ".h") and "Sources" in path.parts:
            targets[Path(*path.parts[:path.parts.index("Sources") + 2])][path] = text
    modules = {path: text for path, text in files.items() if path.suffix == ".py"}
    yield from filter(None, map(find_circle, [*map(uses_in_c, targets.values()), uses_in_python(modules)]))
