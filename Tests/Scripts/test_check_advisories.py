"""Tests of check-advisories."""

import json
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts/check-advisories"


def package(name, address):
    return {"SPDXID": f"SPDXRef-{name}", "name": name, "versionInfo": "1", "externalRefs": [{"referenceLocator": address}]}


def bill(*addresses, relationship="STATIC_LINK"):
    """A bill of a program that is linked from packages with these addresses."""
    packages = [package(f"part{index}", address) for index, address in enumerate(addresses)]
    relationships = [{"spdxElementId": "SPDXRef-File-0", "relationshipType": relationship, "relatedSpdxElement": entry["SPDXID"]}
                     for entry in packages]
    return {"packages": packages, "files": [{"SPDXID": "SPDXRef-File-0", "fileName": "./bin/varblur"}], "relationships": relationships}


def state(status, fixed=None, **more):
    return {"status": status, "repositories": {}, **({"fixed_version": fixed} if fixed is not None else {}), **more}


def tracker(name="libwebp", **releases):
    return {name: {"CVE-2023-0001": {"description": "d", "releases": releases}}}


WEBP = "pkg:deb/debian/libwebp@1.2.4-0.2%2Bdeb12u1?arch=source"


@unittest.skipUnless(shutil.which("dpkg"), "needs dpkg")
class CheckAdvisoriesTests(unittest.TestCase):
    def check(self, bill, tracker, *release):
        with tempfile.TemporaryDirectory() as folder:
            paths = [Path(folder, "bill.json"), Path(folder, "tracker.json")]
            for path, content in zip(paths, (bill, tracker)):
                path.write_text(content if isinstance(content, str) else json.dumps(content))
            result = subprocess.run([SCRIPT, *paths, *release], capture_output=True, text=True, timeout=60)
            return result.returncode, result.stdout + result.stderr

    def test_a_library_that_is_older_than_a_fix_is_a_failure(self):
        for fixed in ("1.2.4-0.2+deb12u2", "1.3.0-1", "1:0.1-1"):
            status, output = self.check(bill(WEBP), tracker(bookworm=state("resolved", fixed)))
            self.assertEqual(status, 1, output)
            self.assertIn(f"CVE-2023-0001: libwebp 1.2.4-0.2+deb12u1 is fixed in {fixed}; linked into bin/varblur", output)

    def test_a_library_with_the_fix_passes(self):
        for fixed in ("1.2.4-0.2+deb12u1", "1.2.4-0.2", "1.2.4-0.2+deb12u1~bpo1", "0"):
            status, output = self.check(bill(WEBP), tracker(bookworm=state("resolved", fixed)))
            self.assertEqual(status, 0, output)
            self.assertIn("1 packages, 0 fixed vulnerabilities", output)

    def test_vulnerabilities_without_a_fix_are_listed(self):
        for status_of_release in ("open", "undetermined"):
            status, output = self.check(bill(WEBP), tracker(bookworm=state(status_of_release, urgency="low")))
            self.assertEqual(status, 0, output)
            self.assertIn("CVE-2023-0001: libwebp 1.2.4-0.2+deb12u1 has no fixed version yet", output)
        self.assertNotIn("CVE", self.check(bill(WEBP), tracker(bookworm=state("open", urgency="unimportant")))[1])

    def test_other_releases_count_for_packages_from_them_only(self):
        data = tracker(bookworm=state("resolved", "0"), trixie=state("resolved", "9"))
        self.assertEqual(self.check(bill(WEBP), data)[0], 0)
        self.assertEqual(self.check(bill(WEBP), data, "trixie")[0], 1)
        self.assertEqual(self.check(bill(WEBP + "&distro=trixie"), data)[0], 1)

    def test_libraries_of_the_system_do_not_count(self):
        data = tracker(bookworm=state("resolved", "9"))
        for relationship in ("DYNAMIC_LINK", "OPTIONAL_DEPENDENCY_OF"):
            mixed, system = bill("pkg:deb/debian/zlib@1"), bill(WEBP, relationship=relationship)
            system["packages"][0]["SPDXID"] = system["relationships"][0]["relatedSpdxElement"] = "SPDXRef-system"
            for key in ("packages", "relationships"):
                mixed[key] += system[key]
            self.assertEqual(self.check(mixed, data)[0], 0)

    def test_parts_that_the_tracker_does_not_know_are_named(self):
        _, output = self.check(bill(WEBP, "pkg:swift/github.com/apple/swift-nio@2.101.2"), tracker(bookworm=state("resolved", "0")))
        self.assertIn("The tracker does not know part1 1.", output)

    def test_data_that_would_let_everything_pass_is_a_failure(self):
        data = tracker(bookworm=state("resolved", "0"))
        for wrong_bill, wrong_tracker, message in (
            (bill(WEBP), {}, "knows nothing"), (bill(WEBP), tracker(trixie=state("open")), "knows nothing"),
            (bill(WEBP), "<html>", "cannot be read"), ("", data, "cannot be read"), (bill(), data, "lists no package"),
        ):
            status, output = self.check(wrong_bill, wrong_tracker)
            self.assertEqual(status, 1)
            self.assertIn(message, output)

    def test_versions_that_cannot_be_compared_are_a_failure(self):
        status, output = self.check(bill(WEBP), tracker(bookworm=state("resolved", "not a version")))
        self.assertEqual(status, 1)
        self.assertIn("check-advisories: 1.2.4-0.2+deb12u1 and not a version cannot be compared", output)

    def test_data_of_another_form_ends_with_a_message(self):
        data = tracker(bookworm=state("resolved", "0"))
        for wrong_bill, wrong_tracker in (
            (bill(WEBP), []), (bill(WEBP), "null"), (bill(WEBP), {"libwebp": []}), (bill(WEBP), tracker(bookworm=state("resolved", 1))),
            ([bill(WEBP)], data), ("null", data), ({}, data), ({**bill(WEBP), "files": []}, data),
        ):
            status, output = self.check(wrong_bill, wrong_tracker)
            self.assertEqual(status, 1)
            self.assertRegex(output, r"\Acheck-advisories: .*\n\Z")


if __name__ == "__main__":
    unittest.main()
