"""Tests that the project states one version of Swift."""

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MANIFESTS = ["Package.swift", "Fuzz/Package.swift", "Benchmarks/Package.swift"]
DOCUMENTS = ["README.md", "docs/installation.md", "docs/c-library.md"]


class VersionTests(unittest.TestCase):
    def versions(self, pattern, paths):
        """The versions that files state, each at least once."""
        found = {path: set(re.findall(pattern, (ROOT / path).read_text())) for path in paths}
        self.assertEqual([path for path, versions in found.items() if not versions], [], "no version of Swift")
        return set().union(*found.values())

    def test_manifests_documents_and_workflows_state_the_same_version_of_swift(self):
        manifests = self.versions(r"\A// swift-tools-version: (\S+)", MANIFESTS)
        documents = self.versions(r"Swift (\d+\.\d+)", DOCUMENTS)
        workflows = [path.relative_to(ROOT) for path in (ROOT / ".github/workflows").glob("*.yml") if "swift:" in path.read_text()]
        images = self.versions(r"swift:(\d+\.\d+)-", workflows)
        self.assertEqual(len(manifests | documents | images), 1, (manifests, documents, images))


if __name__ == "__main__":
    unittest.main()
