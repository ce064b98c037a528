"""Adds the command to the wheel: the program that the variable VARBLUR_WHEEL_COMMAND names.

Without the variable, the wheel contains no program, and the package runs the one in PATH.
"""

import os
import sysconfig
from typing import Any, Dict

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CommandHook(BuildHookInterface):  # type: ignore[type-arg]  # old versions have no parameter
    def initialize(self, version: str, build_data: Dict[str, Any]) -> None:
        command = os.environ.get("VARBLUR_WHEEL_COMMAND")
        if not command:
            return
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["shared_scripts"] = {command: "varblur"}
        build_data["tag"] = f"py3-none-{platform}"
        build_data["pure_python"] = False
