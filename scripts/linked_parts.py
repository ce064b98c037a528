"""The parts that programs are linked from, as the linker lists them, with their versions and licenses."""

from __future__ import annotations

import functools
import json
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

ROOT = Path(__file__).resolve().parents[1]
# what make-arm64-sdk has made
SDK = ROOT / ".build/aarch64/sdk"
# Both lld and gold print the paths of archives and of objects; of an archive, a member in parentheses follows.
INPUT = re.compile(r"(?:^|\s)(/.*?\.(?:a|o))(?=[(:\s]|$)", re.M)
RUNTIME_EXCEPTION = "Apache-2.0 WITH Swift-exception"
# Identifiers of SPDX, by the source package of Debian
LICENSES = {
    "cairo": "LGPL-2.1-only OR MPL-1.1",
    "expat": "MIT",
    "fontconfig": "HPND-sell-variant",
    "freetype": "FTL OR GPL-2.0-only",
    "fribidi": "LGPL-2.1-or-later",
    "gcc": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "glib2.0": "LGPL-2.1-or-later",
    "glibc": "LGPL-2.1-or-later",
    "harfbuzz": "MIT",
    "jpeg-xl": "BSD-3-Clause",
    "lcms2": "MIT",
    "libdeflate": "MIT",
    "libheif": "LGPL-3.0-or-later",
    "libisal": "BSD-3-Clause",
    "libjpeg-turbo": "IJG AND BSD-3-Clause AND Zlib",
    "libpng1.6": "libpng-2.0",
    "librsvg": "LGPL-2.1-or-later",
    "libwebp": "BSD-3-Clause",
    "pango1.0": "LGPL-2.0-or-later",
    "qrencode": "LGPL-2.1-or-later",
    "swiftlang": RUNTIME_EXCEPTION,
    "zlib": "Zlib",
}


@dataclass(frozen=True)
class Part:
    """A library, or another project, of which a program contains parts."""

    name: str
    version: str
    license: str
    # a package URL
    address: str
    texts: tuple[Path, ...] = field(compare=False)


def fail(message: str) -> None:
    sys.exit(f"describe-linked: {message}")


def run(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@functools.lru_cache(None)
def toolchain() -> Path:
    compiler = shutil.which("swiftc")
    if not compiler:
        fail("swiftc is not installed")
    return Path(str(compiler)).resolve().parents[2]


@functools.lru_cache(None)
def swift_version() -> str:
    match = re.search(r"Swift version ([\d.]+)", run("swiftc", "--version"))
    return match[1] if match else "unknown"


def license_of(source: str) -> str:
    name = re.sub(r"^gcc-\d+$", "gcc", source)
    if name not in LICENSES:
        fail(f"{source} is linked, but its license is not listed; add it to {Path(__file__).name}")
    return LICENSES[name]


def debian_part(source: str, version: str, copyright: Path, suite: str = "") -> Part:
    """A part of a source package, from another suite of Debian than that of this system if one is named."""
    address = f"pkg:deb/debian/{source}@{quote(version, safe=':~')}?arch=source" + (f"&distro={suite}" if suite else "")
    return Part(source, version, license_of(source), address, (copyright,))


@functools.lru_cache(None)
def installed_part(path: Path) -> Part:
    """The part of a file of a Debian package, which is installed here, or in the folder with the libraries for ARM."""
    root = SDK / "sysroot" if SDK in path.parents else Path("/")
    file = "/" + str(path.relative_to(root))
    for name in (file, file.removeprefix("/usr")):
        found = subprocess.run(["dpkg", f"--root={root}", "-S", name], capture_output=True, text=True)
        if found.returncode == 0:
            package = found.stdout.split(": ")[0].split(",")[0]
            fields = run("dpkg-query", f"--admindir={root}/var/lib/dpkg", "-W", "-f", "${source:Package} ${source:Version} ${Suite}", package)
            return debian_part(*fields.split()[:2], root / "usr/share/doc" / package.split(":")[0] / "copyright", *fields.split()[2:])
    fail(f"{path} is linked, but belongs to no package")
    raise AssertionError


@functools.lru_cache(None)
def built_part(path: Path) -> Part:
    """The part of an archive that scripts/build-archives built from a source package."""
    source = {"libisal.a": "libisal", "liblcms2.a": "lcms2"}.get(path.name)
    folder = next(iter(sorted((path.parent / "sources").glob(f"{source}-*/"))), None)
    if not source or not folder:
        fail(f"{path} is linked, but its source package is not known")
    change = run("dpkg-parsechangelog", "-l", f"{folder}/debian/changelog", "-S", "Version").strip()
    return debian_part(str(source), change, Path(str(folder)) / "debian/copyright")


@functools.lru_cache(None)
def toolchain_part(name: str) -> Part:
    """The part of an archive of the Swift toolchain."""
    if "ICU" in name:
        fail(f"{name} is linked, but the toolchain has no text of its license")
    if name.startswith("libclang_rt"):
        project, license = "llvm-project", "Apache-2.0 WITH LLVM-exception"
    elif "Foundation" in name:
        project, license = "swift-foundation", RUNTIME_EXCEPTION
    elif name in ("libdispatch.a", "libBlocksRuntime.a"):
        project, license = "swift-corelibs-libdispatch", RUNTIME_EXCEPTION
    else:
        project, license = "swift", RUNTIME_EXCEPTION
    version = swift_version()
    return Part(project, version, license, f"pkg:github/swiftlang/{project}@swift-{version}-RELEASE", (toolchain() / "usr/share/swift/LICENSE.txt",))


@functools.lru_cache(None)
def package_folder(listing: Path) -> Path | None:
    """The folder of the package, if any, to which the sources in a list of the compiler belong."""
    found = re.search(rf"({re.escape(str(ROOT))}/\S+/checkouts/[^/\s]+)/", listing.read_text(encoding="utf-8")) if listing.is_file() else None
    return Path(found[1]) if found else None


@functools.lru_cache(None)
def package_part(folder: Path) -> Part:
    """The part of a Swift package."""
    texts = tuple(path for name in ("LICENSE.txt", "LICENSE", "NOTICE.txt", "NOTICE") if (path := folder / name).is_file())
    text = texts[0].read_text(encoding="utf-8") if texts else ""
    if "Apache License" not in text or "Version 2.0" not in text:
        fail(f"{folder.name} is linked, but its license is not the Apache License 2.0; describe-linked must be extended")
    pins = json.loads((ROOT / "Package.resolved").read_text())["pins"]
    pin = next(pin for pin in pins if pin["identity"] == folder.name.lower())
    address = pin["location"].removeprefix("https://").removesuffix(".git")
    license = RUNTIME_EXCEPTION if "Runtime Library Exception" in text else "Apache-2.0"
    return Part(pin["identity"], pin["state"]["version"], license, f"pkg:swift/{address}@{pin['state']['version']}", texts)


def part(path: str) -> Part | None:
    """The part that a linked archive or object belongs to; none if it is this project's own."""
    real = Path(path).resolve()
    if toolchain() in real.parents:
        return toolchain_part(real.name)
    if SDK / "sdks" in real.parents:
        return debian_part("swiftlang", (SDK / "runtime/version").read_text().strip(), SDK / "runtime/copyright", (SDK / "runtime/suite").read_text().strip())
    if SDK / "sysroot" in real.parents:
        return installed_part(real)
    if real.parent in (ROOT / ".build/archives", SDK.parent / "archives"):
        # source files of this project
        return None if real.suffix == ".o" else built_part(real)
    if Path(tempfile.gettempdir()).resolve() in real.parents and ROOT not in real.parents:
        # the compiler driver's temporary objects of this project
        return None
    if ROOT / ".build" in real.parents:
        # of objects in C, and of modules in Swift
        package = package_folder(real.with_suffix(".d")) or package_folder(real.parent / "sources")
        return package_part(package) if package else None
    return installed_part(real)


def linked_parts(map_file: Path) -> list[Part]:
    """The parts that the linker lists."""
    paths = set(INPUT.findall(map_file.read_text(encoding="utf-8", errors="replace")))
    if not paths:
        fail(f"{map_file} lists no archives and no objects")
    parts = {part(path) for path in sorted(paths)}
    return sorted((part for part in parts if part), key=lambda part: part.name)


def loaded_part(library: str, is_for_arm: bool) -> Part:
    """The part of a shared library of the system, such as `libpango-1.0.so.0`, in the version that programs are built with."""
    if is_for_arm and SDK.is_dir():
        for folder in ("usr/lib/aarch64-linux-gnu", "lib/aarch64-linux-gnu", "lib"):
            if (file := SDK / "sysroot" / folder / library).exists():
                return installed_part(file.resolve())
    for line in run("/sbin/ldconfig", "-p").splitlines():
        if line.split()[:1] == [library]:
            return installed_part(Path(line.split(" => ")[1]).resolve())
    fail(f"{library} is needed, but not installed")
    raise AssertionError
