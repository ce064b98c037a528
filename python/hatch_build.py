"""Adds programs to the wheel: the command and the C library that the variables VARBLUR_WHEEL_COMMAND and VARBLUR_WHEEL_LIBRARY name, and the
folder VARBLUR_WHEEL_LICENSES with the licenses of what is linked.

Without the variables, the wheel contains no program, and the package uses those that are installed.
"""

import os
import sysconfig
from pathlib import Path
from typing import Any, Dict

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CommandHook(BuildHookInterface):  # type: ignore[type-arg]  # old versions have no parameter
    def initialize(self, version: str, build_data: Dict[str, Any]) -> None:
        command = os.environ.get("VARBLUR_WHEEL_COMMAND")
        if not command:
            return
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["shared_scripts"] = {command: "varblur"}
        files = build_data.setdefault("force_include", {})
        files[os.environ["VARBLUR_WHEEL_LIBRARY"]] = "varblur/libvarblur.so.0"
        for path in Path(os.environ["VARBLUR_WHEEL_LICENSES"]).iterdir():
            files[str(path)] = f"varblur-{self.metadata.version}.dist-info/licenses/{path.name}"
        build_data["tag"] = f"py3-none-{platform}"
        build_data["pure_python"] = False
