"""Tests of check-api."""

import importlib.machinery
import importlib.util
import re
import shutil
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
loader = importlib.machinery.SourceFileLoader("check_api", str(ROOT / "scripts/check-api"))
check_api = importlib.util.module_from_spec(importlib.util.spec_from_loader("check_api", loader))
loader.exec_module(check_api)


class CheckAPITests(unittest.TestCase):
    def test_removals_and_changes_break_and_additions_do_not(self):
        old = ["a :: f(Int)", "a :: f(String)", "b :: x", "c :: y"]
        self.assertEqual(check_api.compare(old, old), ([], []))
        self.assertEqual(check_api.compare(old, [*old, "d :: z", "b :: another form"]), ([], ["d"]))
        self.assertEqual(check_api.compare(old, old[1:])[0], ["changed: a :: f(Int)\n     now: fewer forms"])
        self.assertEqual(check_api.compare(old, [*old[:2], "b :: x2"])[0], ["changed: b :: x\n     now: b :: x2", "removed: c"])

    def test_the_versions_that_may_break(self):
        for old, new, expected in (
            ((0, 1, 0), (0, 1, 0), False), ((0, 1, 0), (0, 1, 9), False), ((0, 1, 0), (0, 2, 0), True), ((0, 9, 0), (1, 0, 0), True),
            ((1, 0, 0), (1, 1, 0), False), ((1, 9, 9), (2, 0, 0), True), ((1, 2, 0), (0, 3, 0), False),
        ):
            self.assertEqual(check_api.may_break(old, new), expected, (old, new))

    def test_the_change_log_names_what_a_version_removed(self):
        log = "# Changelog\n\n## 0.2.0\n\n### Removed\n\n- `--engine`: both engines had become one.\n\n## 0.1.0 (unreleased)\n\n- New.\n"
        self.assertTrue(check_api.reasons(log, "0.2.0"))
        self.assertFalse(check_api.reasons(log, "0.1.0"))
        self.assertFalse(check_api.reasons(log, "0.3.0"))
        self.assertFalse(check_api.reasons(log.replace("- `--engine`", "`--engine`"), "0.2.0"))
        self.assertEqual([check_api.is_released(log, name) for name in ("0.2.0", "0.1.0", "0.1")], [True, False, True])

    def test_members_of_all_levels_of_a_schema_are_listed(self):
        schema = {"required": ["a"], "properties": {"a": {"type": "string"}, "b": {"oneOf": [{"type": "array", "items": {"properties": {"c": {"enum": [1, 2]}}}}]}}}
        found = dict(check_api.members(schema, "file x"))
        self.assertEqual(found["file x.a"], 'required {"type": "string"}')
        self.assertEqual(found["file x.b[].c"], '{"enum": [1, 2]}')

    @unittest.skipUnless(shutil.which("clang"), "needs clang")
    def test_all_functions_and_constants_of_the_header_are_listed(self):
        found = dict(check_api.c())
        header = re.sub(r"/\*.*?\*/", "", check_api.HEADER.read_text(), flags=re.S)
        for function in re.findall(r"^\w[\w ]* \**(varblur_\w+)\(", header, re.M):
            self.assertIn(f"c {function}()", found)
        self.assertEqual(found["c VARBLUR_16_BITS"], "256")
        self.assertEqual(found["c VARBLUR_MESSAGE_SIZE"], "256")
        self.assertIn("ptrdiff_t stride; int format", found["c struct varblur_layout"])
        for name in re.findall(r"^ +(VARBLUR_\w+) =", header, re.M):
            self.assertRegex(found[f"c {name}"], r"^\d+$")

    def test_names_of_the_node_package_are_listed(self):
        found = dict(check_api.node())
        self.assertEqual(found["node ImageError"], "class extends VarblurError {}")
        self.assertEqual(found["node Options.maxRadius"], "maxRadius?: number | string | null")
        self.assertEqual(found["node findCommand"], "function(): string;")
        forms = [form for name, form in check_api.node() if name == "node Worker.blur"]
        self.assertEqual((len(forms), forms[0]), (3, "blur(file: ImageFile, options: CallOptions & Several): Promise<Image[]>"))
        self.assertTrue(all(not name.endswith(".") for name in found))

    def test_options_of_every_command_are_listed(self):
        found = dict(check_api.options())
        self.assertIn("option varblur --max-radius", found)
        self.assertGreater(sum(name.startswith("option varblur compose ") for name in found), 3)


if __name__ == "__main__":
    unittest.main()
