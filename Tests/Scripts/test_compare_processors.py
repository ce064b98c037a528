"""Tests of compare-processors."""

import contextlib
import importlib.machinery
import importlib.util
import io
import json
import struct
import tempfile
import unittest
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
loader = importlib.machinery.SourceFileLoader("compare_processors", str(ROOT / "scripts/compare-processors"))
compare_processors = importlib.util.module_from_spec(importlib.util.spec_from_loader("compare_processors", loader))
loader.exec_module(compare_processors)


def png(data):
    """A gray PNG file of one pixel whose compressed data is given, in two chunks."""
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)), (b"IDAT", data[:3]), (b"IDAT", data[3:]), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content)) for kind, content in chunks)


class CompareProcessorsTests(unittest.TestCase):
    def test_wrong_checksums_of_a_png_file_are_found(self):
        data = zlib.compress(b"\0\x55")
        self.assertTrue(compare_processors.has_right_checksums(png(data)))
        # the Adler-32, of which a table may be wrong
        for position in range(1, 5):
            changed = data[:-position] + bytes([data[-position] ^ 1]) + data[len(data) - position + 1:]
            self.assertFalse(compare_processors.has_right_checksums(png(changed)), position)
        file = bytearray(png(data))
        file[-1] ^= 1
        self.assertFalse(compare_processors.has_right_checksums(bytes(file)))

    def test_a_program_that_writes_other_bytes_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            # writes the same file for every job, and adds its own letter to one
            for name, extra in (("same", ""), ("other", "x"), ("silent", None)):
                program = Path(folder, name)
                program.write_text(
                    "#!/usr/bin/env python3\nimport json, sys\nfor line in sys.stdin:\n    job = json.loads(line)\n"
                    + ("" if extra is None else
                       f"    if job['output'].endswith('.jpg'): open(job['output'], 'w').write('file' + ('{extra}' if job['id'] == 1 else ''))\n")
                    + "    print(json.dumps({'id': job['id'], 'status': 'ok'}))\n")
                program.chmod(0o755)
            with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
                results = [compare_processors.main([str(Path(folder, "same")), str(Path(folder, name))]) for name in ("same", "other", "silent")]
            self.assertEqual(results, [0, 1, 1])

    def test_the_jobs_cover_all_inputs_and_formats(self):
        jobs = compare_processors.jobs(Path("out"))
        self.assertGreaterEqual(len(jobs), 200)
        self.assertEqual({Path(job["output"]).suffix for job in jobs}, {".png", ".jpg", ".webp"})
        for job in jobs:
            self.assertTrue(Path(job["input"]).is_file())
        # no job replaces the options of another one
        self.assertGreater(len({json.dumps({**job, "id": 0, "output": ""}, sort_keys=True) for job in jobs}), 200)


if __name__ == "__main__":
    unittest.main()
