# Builds, installs, tests and measures varblur. `make help` lists the targets.

SWIFT ?= swift
IMAGES := images
# ARCH=arm64 builds for ARM, on x86-64, into a folder of its own (scripts/target); qemu then runs what is built.
ARCH ?= $(VARBLUR_ARCHITECTURE)
PROCESSOR := $(patsubst arm64,aarch64,$(patsubst amd64,x86_64,$(or $(ARCH),$(shell uname -m))))
ifneq ($(ARCH),)
export VARBLUR_ARCHITECTURE := $(PROCESSOR)
endif
ifeq ($(PROCESSOR),$(patsubst arm64,aarch64,$(patsubst amd64,x86_64,$(shell uname -m))))
BUILD := .build
SERVER := preview
else
BUILD := .build/$(PROCESSOR)
RUN := qemu-aarch64-static -L $(BUILD)/sdk/sysroot
STRIPPED := --strip-program=aarch64-linux-gnu-strip
SWIFT_SDK := --scratch-path $(BUILD) --swift-sdks-path $(BUILD)/sdk/sdks --swift-sdk debian-arm64 --static-swift-stdlib -Xlinker $(BUILD)/archives/conversions.o
endif
VARBLUR := $(BUILD)/release/varblur
COMPOSE := $(BUILD)/release/varblur-compose
HEIF := $(BUILD)/release/varblur-heif
SVG := $(BUILD)/release/varblur-svg
RENDER := .build/release/RenderLandscape
# Programs for users resist attacks: functions are bound at the start, and then cannot be replaced; C code checks its stack and the
# targets of indirect jumps. Package.swift adds the checks of buffer sizes.
BRANCHES := $(if $(filter x86_64,$(PROCESSOR)),-fcf-protection=full,$(if $(filter aarch64,$(PROCESSOR)),$(if $(filter Linux,$(shell uname -s)),-mbranch-protection=standard)))
HARDENED := -Xcc -fstack-protector-strong $(BRANCHES:%=-Xcc %)
ifeq ($(shell uname -s),Linux)
HARDENED += -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now
endif
RELEASE = SWIFT='$(SWIFT)' HARDENED='$(HARDENED)' scripts/build-release
# The tests use optimized code, like the installed command, but see internal declarations.
TESTING := -c release --disable-local-rpath -Xswiftc -enable-testing -Xswiftc -gnone --scratch-path .build/testing
# swift test lets nothing else run beside it.
TESTS := $(if $(filter Linux,$(shell uname -s)),.build/testing/release/varblurPackageTests.xctest --testing-library swift-testing,$(SWIFT) test $(TESTING) --skip-build)

.PHONY: all help build compose heif library preview tested-preview page-images test-preview compare-scenes frei0r install install-library uninstall uninstall-library documents bench-batch bench-files bench-node bench-python bench-scenes bench-start bench-thumbnails dependencies \
	compose-dependencies heif-dependencies test-dependencies portable wheel npm deb release \
	test-packages test-spark soak-forks soak-node soak-spark soak-worker demo test soak soak-files soak-heif faults fuzz sanitize bench lint format images docs check-api record-api clean

# The larger program first: its modules include all of those of the other one, which is then only linked.
all: compose build heif
	@echo 'Built. "make install" installs all of it; "make preview" builds the preview, too.'

help:
	@echo 'Build and install:'
	@echo '  make              Build the commands (.build/release/varblur and varblur-compose), varblur-heif, and varblur-svg.'
	@echo '  make heif         Build varblur-heif, the program that reads HEIC, AVIF, and JPEG XL files, and writes the last two.'
	@echo '  make preview      Build varblur-preview, the program that serves the page of "varblur preview".'
	@echo '  make library      Build the C library (.build/library/libvarblur.so; for Linux).'
	@echo '  make frei0r       Build the plug-in for ffmpeg, Kdenlive, and others (.build/frei0r/varblur.so; for Linux).'
	@echo '  make demo         Build the command and blur a sample image into demo.png.'
	@echo '  make install      Install the command, man pages, and completions (PREFIX=/usr/local, DESTDIR=);'
	@echo '                    also varblur-compose, varblur-heif, varblur-svg, varblur-preview, the C library, and the plug-in for frei0r'
	@echo '                    if they have been built.'
	@echo '  make install-library  Install only the C library, its header, and files for pkg-config and CMake (LIBDIR=PREFIX/lib).'
	@echo '  make uninstall    Remove the installed files.'
	@echo '  make wheel        Build a wheel of the Python package with the command and the C library (.build/wheel; needs Debian).'
	@echo '  make npm          Pack the Node package, and one with the command if it is built and static (.build/npm; needs npm).'
	@echo '  make deb          Build the Debian packages (.build/deb; needs Debian).'
	@echo '  make release      Make all files of a release (.build/release-files; needs Debian on x86-64).'
	@echo '  make build ARCH=arm64  Build for ARM on x86-64, into .build/aarch64; so do compose, heif, library, wheel, deb, and release.'
	@echo '  make clean        Delete all build products and demo.png.'
	@echo
	@echo 'Test:'
	@echo '  make test         Run the tests (VARBLUR_CORPUS=DIR also tests a directory of your own images).'
	@echo '  make test-packages  Install the files of the release into bare Debian systems, as the README says (needs root).'
	@echo '  make test-preview Run the tests of "varblur preview" in Chromium.'
	@echo '  make test-spark   Run the Python package on a cluster of Apache Spark on this machine.'
	@echo '  make compare-scenes Compare scenes with scenes/html in Chromium; writes .build/compare-scenes.'
	@echo '  make lint         Check the formatting, the length of functions and files, the spelling, and that no files form a circle.'
	@echo '  make soak         Measure the accuracy over many blurs; writes Tests/soak.md.'
	@echo '  make soak-files   Decode damaged copies of the images in VARBLUR_CORPUS; writes Tests/files.md.'
	@echo '  make soak-heif    Compare decoded HEIC, AVIF, and JPEG XL files with heif-convert and djxl, and decode damaged ones; writes Tests/heif.md.'
	@echo '  make soak-worker  Blur 10,000 images in Python from 8 threads, and kill the command; writes Tests/worker.md.'
	@echo '  make soak-node    Blur 2,000 images in Node twice, and kill the command; writes Tests/node.md.'
	@echo '  make soak-forks   Blur 6,000 images in Python in forked children of a server; writes Tests/forks.md.'
	@echo '  make soak-spark   Blur 5,000 images on a cluster, and kill parts of it; writes Tests/spark.md.'
	@echo '  make faults       Inject system call failures and signals (needs Linux, strace, and clang); writes Tests/faults.md.'
	@echo '  make fuzz         Fuzz codecs, jobs, metadata, options, and scenes for 60 seconds (SECONDS=N to change,'
	@echo '                    VARBLUR_SEEDS=DIR to add images); writes Tests/fuzz.md.'
	@echo '  make sanitize     Run the tests with the address, undefined-behavior, and thread sanitizers.'
	@echo
	@echo 'Measure:'
	@echo '  make bench        Compare the blur with other libraries; writes Benchmarks/REPORT.md.'
	@echo '  make bench-files  Compare end-to-end runs with other programs; writes Benchmarks/FILES.md.'
	@echo '  make bench-thumbnails'
	@echo '                    Compare resized images with other programs; writes Benchmarks/THUMBNAILS.md.'
	@echo '  make bench-start  Compare runs on a small image with the codecs alone; writes Benchmarks/START.md.'
	@echo '  make bench-batch  Compare "varblur batch" with one process per image; writes Benchmarks/BATCH.md.'
	@echo '  make bench-scenes Compare "varblur compose" with headless Chromium; writes Benchmarks/SCENES.md.'
	@echo '  make bench-python Compare the Python package with other packages; writes Benchmarks/PYTHON.md.'
	@echo '  make bench-node   Compare the Node package with a batch; writes Benchmarks/NODE.md.'
	@echo
	@echo 'Maintain:'
	@echo '  make format       Format the sources in Swift and C.'
	@echo '  make docs         Build the API reference of the libraries into .build/docs; warnings are errors.'
	@echo '  make check-api    Compare the public interfaces with those of the last release; make record-api records them.'
	@echo '  make documents    Generate the man pages, docs/command-line.md, and the JSON schema of a job.'
	@echo '  make images       Render the README images.'
	@echo
	@echo 'Building first installs missing packages with "sudo apt-get" or "brew", after printing their names.'
	@echo 'Set VARBLUR_NO_INSTALL=1 to print the missing packages and fail instead.'

dependencies:
	@scripts/install-dependencies build

compose-dependencies: dependencies
	@scripts/install-dependencies compose

heif-dependencies: dependencies
	@scripts/install-dependencies heif

test-dependencies: compose-dependencies heif-dependencies
	@scripts/install-dependencies test

# The command itself does not need the libraries for drawing.
build preview library heif: export VARBLUR_WITHOUT_SCENES = 1
# Nor does it need libheif and libjxl.
build preview compose library: export VARBLUR_WITHOUT_HEIF = 1
# Only the server of the page needs packages of other projects.
preview tested-preview: export VARBLUR_WITH_PREVIEW = 1

build: dependencies
	@[ -e $(BUILD)/release ] || echo 'Building takes about 3 minutes on two processors.'
	$(RELEASE) varblur

PREVIEW := $(BUILD)/release/varblur-preview

preview: dependencies
	scripts/pin-packages .build
	$(RELEASE) varblur-preview
	scripts/pin-packages --check

# Draws scenes. Its libraries for text and drawing are not needed by the command itself. varblur-svg loads librsvg for the first SVG file,
# and is linked as varblur-heif is.
compose: compose-dependencies
	@[ -e $(BUILD)/release ] || echo 'Building takes about 5 minutes on two processors.'
	$(RELEASE) varblur-compose
	$(SWIFT) build -c release $(SWIFT_SDK) --disable-local-rpath $(HARDENED) --product varblur-svg
	if [ "$$(uname)" = Linux ]; then $(LINK) system varblur-svg $(SVG); fi

# Loads libheif or libjxl when it reads the first file. It is C: on Linux, it is linked without the libraries of Swift, which other systems lack.
heif: heif-dependencies
	$(SWIFT) build -c release $(SWIFT_SDK) --disable-local-rpath $(HARDENED) --product varblur-heif
	if [ "$$(uname)" = Linux ]; then $(LINK) system varblur-heif $(HEIF); fi

# The C library, for Linux.
LIBRARY := $(BUILD)/library
library: dependencies
	$(RELEASE) VarBlurC
	scripts/link-library $(BUILD)/release $(LIBRARY)

# The plug-in of frei0r, for Linux.
FREI0R := $(BUILD)/frei0r/varblur.so
frei0r: library
	@scripts/install-dependencies frei0r
	scripts/build-frei0r $(LIBRARY) $(FREI0R)

PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
DESTDIR ?=
SHARE := $(DESTDIR)$(PREFIX)/share
MANUALS := $(wildcard share/man/man1/*.1)
SCHEMAS := job.schema.json result.schema.json scene-job.schema.json scene.schema.json
# How video editors show the plug-in of frei0r.
EDITORS := kdenlive/effects/frei0r_varblur.xml shotcut/qml/filters/varblur/meta.qml shotcut/qml/filters/varblur/ui.qml

# The shell would write the file itself with the rights of root's umask, and empty it before the program can fail.
install_completions = temporary=$$(mktemp) && trap 'rm -f "$$temporary"' EXIT && \
	$(RUN) '$(VARBLUR)' --generate-completion-script $(1) > "$$temporary" && install -m 644 "$$temporary" '$(SHARE)/$(2)'

# Builds the commands only if there are none, so that root does not build when an unprivileged user already has. Programs look for plug-ins
# of frei0r in PREFIX/lib, also where LIBDIR is another folder.
install:
	@[ -x '$(VARBLUR)' ] || $(MAKE) all
	install -d '$(DESTDIR)$(PREFIX)/bin' '$(DESTDIR)$(PREFIX)/libexec' '$(SHARE)/man/man1' '$(SHARE)/varblur' '$(SHARE)/doc/varblur' '$(SHARE)/bash-completion/completions' \
		'$(SHARE)/zsh/site-functions' '$(SHARE)/fish/vendor_completions.d'
	install -m 755 -s $(STRIPPED) '$(VARBLUR)' '$(DESTDIR)$(PREFIX)/bin/varblur'
	if [ -x '$(COMPOSE)' ]; then install -m 755 -s $(STRIPPED) '$(COMPOSE)' '$(DESTDIR)$(PREFIX)/bin/varblur-compose'; fi
	if [ -x '$(HEIF)' ]; then install -m 755 -s $(STRIPPED) '$(HEIF)' '$(DESTDIR)$(PREFIX)/libexec/varblur-heif'; fi
	if [ -x '$(SVG)' ]; then install -m 755 -s $(STRIPPED) '$(SVG)' '$(DESTDIR)$(PREFIX)/libexec/varblur-svg'; fi
	if [ -e '$(LIBRARY)/libvarblur.so' ]; then $(MAKE) install-library; fi
	if [ -e '$(FREI0R)' ]; then install -D -m 644 '$(FREI0R)' '$(DESTDIR)$(PREFIX)/lib/frei0r-1/varblur.so' && \
		for file in $(EDITORS); do install -D -m 644 "share/$$file" '$(SHARE)'/"$$file" || exit 1; done; fi
	if [ -x '$(PREVIEW)' ]; then install -m 755 -s '$(PREVIEW)' '$(DESTDIR)$(PREFIX)/bin/varblur-preview'; fi
	install -m 644 $(MANUALS) '$(SHARE)/man/man1/'
	install -m 644 $(SCHEMAS:%=share/varblur/%) '$(SHARE)/varblur/'
	install -m 644 docs/scenes.md '$(SHARE)/doc/varblur/'
	$(call install_completions,bash,bash-completion/completions/varblur)
	$(call install_completions,zsh,zsh/site-functions/_varblur)
	$(call install_completions,fish,fish/vendor_completions.d/varblur.fish)

install-library:
	@[ -e '$(LIBRARY)/libvarblur.so' ] || $(MAKE) library
	scripts/install-library '$(LIBRARY)' '$(PREFIX)' '$(LIBDIR)' '$(DESTDIR)'

# Folders that are in every system, such as bin and share/man, remain. So does what is not empty, or was never installed.
remove_empty = for folder in $(2); do rmdir '$(1)'/$$folder 2>/dev/null || true; done

uninstall-library:
	rm -f '$(DESTDIR)$(PREFIX)/include/varblur.h' '$(DESTDIR)$(LIBDIR)/libvarblur.so' '$(DESTDIR)$(LIBDIR)/libvarblur.so'.* \
		'$(DESTDIR)$(LIBDIR)/pkgconfig/varblur.pc'
	rm -f '$(DESTDIR)$(LIBDIR)/cmake/varblur/varblur-config.cmake' '$(DESTDIR)$(LIBDIR)/cmake/varblur/varblur-config-version.cmake'
	$(call remove_empty,$(DESTDIR)$(LIBDIR),cmake/varblur cmake pkgconfig)

uninstall: uninstall-library
	rm -f '$(DESTDIR)$(PREFIX)/libexec/varblur-heif' '$(DESTDIR)$(PREFIX)/libexec/varblur-svg' '$(DESTDIR)$(PREFIX)/bin/varblur' '$(DESTDIR)$(PREFIX)/bin/varblur-compose' '$(DESTDIR)$(PREFIX)/bin/varblur-preview' \
		$(MANUALS:%='$(DESTDIR)$(PREFIX)/%') \
		'$(SHARE)/bash-completion/completions/varblur' '$(SHARE)/zsh/site-functions/_varblur' \
		'$(SHARE)/fish/vendor_completions.d/varblur.fish'
	rm -f $(SCHEMAS:%='$(SHARE)/varblur/%') '$(SHARE)/doc/varblur/scenes.md' '$(DESTDIR)$(PREFIX)/lib/frei0r-1/varblur.so' $(EDITORS:%='$(SHARE)/%')
	$(call remove_empty,$(DESTDIR)$(PREFIX)/lib,frei0r-1)
	$(call remove_empty,$(SHARE),varblur doc/varblur bash-completion/completions bash-completion zsh/site-functions zsh fish/vendor_completions.d fish \
		kdenlive/effects kdenlive shotcut/qml/filters/varblur shotcut/qml/filters shotcut/qml shotcut)

documents: build compose
	$(VARBLUR) --generate-document varblur.1 > share/man/man1/varblur.1
	$(VARBLUR) --generate-document varblur-batch.1 > share/man/man1/varblur-batch.1
	$(VARBLUR) --generate-document varblur-preview.1 > share/man/man1/varblur-preview.1
	$(VARBLUR) --generate-document varblur-compose.1 > share/man/man1/varblur-compose.1
	$(COMPOSE) --generate-document scene.schema.json > share/varblur/scene.schema.json
	$(COMPOSE) --generate-document scenes.md > docs/scenes.md
	$(VARBLUR) --generate-document command-line.md > docs/command-line.md
	$(VARBLUR) --generate-document job.schema.json > share/varblur/job.schema.json
	$(VARBLUR) --generate-document scene-job.schema.json > share/varblur/scene-job.schema.json
	scripts/python-options share/varblur/job.schema.json python/src/varblur/_options.py
	scripts/node-types share/varblur/job.schema.json node/lib/options.d.ts

# Omits the comparison with GNU parallel if it is not installed.
bench-batch: build
	scripts/benchmark-batch $(VARBLUR)

LINK = HARDENED='$(HARDENED)' scripts/link-program

# All libraries are linked statically, for systems that do not have them.
portable: build compose heif
	@scripts/install-dependencies archives
	for program in varblur varblur-compose varblur-heif varblur-svg; do $(LINK) portable $$program $(BUILD)/portable/$$program || exit 1; done

wheel: portable library
	@scripts/install-dependencies wheel
	scripts/build-wheel $(BUILD)/portable/varblur $(LIBRARY)/libvarblur.so $(BUILD)/wheel

npm:
	@scripts/install-dependencies npm
	scripts/build-npm $(BUILD)/npm

# Debian updates the libraries of its packages, so all of them are linked dynamically.
deb: build compose heif $(SERVER) frei0r
	@scripts/install-dependencies deb
	for program in varblur varblur-compose varblur-heif varblur-svg $(SERVER:%=varblur-%); do $(LINK) system $$program $(BUILD)/debian/$$program || exit 1; done
	scripts/build-deb $(BUILD)/debian $(LIBRARY) $(FREI0R) $(BUILD)/deb

RELEASE_FILES ?= $(BUILD)/release-files
release:
	scripts/release $(RELEASE_FILES)

# Requires root. The wheel is tested on the release of Debian that it was built on, and on the next one.
test-packages:
	@[ -e .build/release-files/SHA256SUMS ] || $(MAKE) release
	@scripts/install-dependencies roots
	scripts/test-packages .build/release-files

SPARK := .build/spark/.installed

$(SPARK): python/pyproject.toml
	@scripts/install-dependencies spark
	python3 -m venv .build/spark
	.build/spark/bin/pip install -q --disable-pip-version-check pytest wheel './python[spark]'
	touch $(SPARK)

# Uses the command of the tests if there is one.
TESTED_COMMAND = $(firstword $(wildcard .build/testing/release/varblur) $(VARBLUR))

test-spark: $(SPARK)
	@[ -x $(TESTED_COMMAND) ] || $(MAKE) build
	scripts/run-spark $(TESTED_COMMAND) -m pytest -q -c python/pyproject.toml --rootdir python python/spark_tests

soak-spark: $(SPARK) build
	scripts/run-spark $(VARBLUR) python/spark_tests/soak.py Tests/spark.md

soak-worker: build
	python3 python/soak/worker.py $(VARBLUR) Tests/worker.md

# Requires NumPy.
soak-forks: build library
	LD_LIBRARY_PATH='$(CURDIR)/$(LIBRARY)' python3 python/soak/forks.py $(VARBLUR) Tests/forks.md

soak-node: build
	node node/soak/worker.mjs $(VARBLUR) Tests/node.md

bench-node: build
	node node/soak/compare.mjs $(VARBLUR) Benchmarks/NODE.md

# Omits Pillow and pyvips if they are not installed (`pip install pillow pyvips pyvips-binary`).
bench-python: build
	python3 python/soak/compare.py $(VARBLUR) Benchmarks/PYTHON.md

BROWSER := .build/browser/.installed

$(BROWSER):
	@scripts/install-dependencies browser
	python3 -m venv .build/browser
	.build/browser/bin/pip install -q --disable-pip-version-check pytest playwright axe-playwright-python jsonschema pillow
	touch $(BROWSER)

# The programs for the tests of the page, with the libraries of the other tests, which are not compiled again.
TESTED := .build/testing/release
tested-preview: test-dependencies
	scripts/pin-packages .build/testing
	$(SWIFT) build $(TESTING) --product varblur-preview
	scripts/pin-packages --check
	for program in varblur varblur-compose varblur-heif varblur-svg; do \
		[ -x $(TESTED)/$$program ] || $(SWIFT) build $(TESTING) --product $$program || exit 1; done

test-preview: $(BROWSER) tested-preview
	VARBLUR='$(CURDIR)/$(TESTED)/varblur' .build/browser/bin/python -B -m pytest -q -p no:cacheprovider Preview/Tests

compare-scenes: $(BROWSER) build compose
	VARBLUR='$(CURDIR)/$(VARBLUR)' .build/browser/bin/python -B scripts/compare-scenes .build/compare-scenes

# The pictures of the page in the documents.
page-images: $(BROWSER) tested-preview
	VARBLUR='$(CURDIR)/$(TESTED)/varblur' .build/browser/bin/python -B scripts/photograph-page $(IMAGES)

demo: build
	$(VARBLUR) --force --max-radius 24 --direction top --start-offset 0.35 $(IMAGES)/landscape.png demo.png
	@echo 'Open demo.png: the blur is strongest at the top; the lower part is identical to $(IMAGES)/landscape.png.'

test: test-dependencies
	scripts/show-progress $(SWIFT) build $(TESTING) --build-tests
	scripts/run-tests $(TESTS)
	if [ "$$(uname)" = Linux ]; then scripts/link-library .build/testing/release .build/testing/library; fi
	LD_LIBRARY_PATH='$(CURDIR)/.build/testing/library' scripts/test-python .build/testing/release/varblur
	scripts/test-node .build/testing/release/varblur
	python3 -B -m unittest discover -s Tests/Scripts

soak: test-dependencies
	$(SWIFT) build $(TESTING) --build-tests
	VARBLUR_SOAK_TABLE='$(CURDIR)/Tests/soak.md' $(SWIFT) test $(TESTING) --skip-build --filter Soak

soak-files: test-dependencies
	$(SWIFT) build $(TESTING) --build-tests
	VARBLUR_FILE_SOAK_TABLE='$(CURDIR)/Tests/files.md' $(SWIFT) test $(TESTING) --skip-build --filter FileSoak

soak-heif: test-dependencies build heif
	scripts/compare-heif $(VARBLUR) Tests/heif.md

# Requires Linux, strace and clang.
faults: build
	scripts/inject-faults $(VARBLUR)

fuzz: build compose-dependencies heif-dependencies
	scripts/fuzz $(or $(SECONDS),60) $(VARBLUR_SEEDS)

# On Linux, the runtime of the address sanitizer also reports undefined behavior, which is checked in the C targets, and memory that is never
# released, but for what Tests/leak-suppressions.txt lists. Left out are: the tests of the two commands, which run other processes; tests of
# accuracy, most of whose time is that of exact blurs; tests of libraries that are built without sanitizers; tests of traps, because a
# sanitizer terminates the program in its own way; and a test of processor time. Freed memory that the sanitizer keeps would count as memory
# of the decoders, whose limits are small. Left out of the search for races are the threads of varblur-compose, which cannot name functions in
# its sandbox, so that Tests/thread-suppressions.txt has no effect there.
sanitize: export VARBLUR_SANITIZED = 1
sanitize: test-dependencies
	ASAN_OPTIONS=allocator_may_return_null=1:quarantine_size_mb=16 LSAN_OPTIONS='suppressions=$(CURDIR)/Tests/leak-suppressions.txt:print_suppressions=0' \
		$(SWIFT) test -c release --sanitize=address --disable-xctest \
		-Xcc -fsanitize=undefined -Xcc -fno-sanitize-recover=undefined \
		-Xswiftc -enable-testing --scratch-path .build/address --filter 'VarBlurTests|VarBlurCTests|VarBlurCodecsTests|VarBlurScenesTests' \
		--skip 'AccuracyTests|stops the program|misuse|SceneDecodingTests.limits|SharedLibraryTests|Frei0rTests'
	TSAN_OPTIONS='suppressions=$(CURDIR)/Tests/thread-suppressions.txt' $(SWIFT) test -c release --sanitize=thread --disable-xctest \
		-Xswiftc -enable-testing --scratch-path .build/thread \
		--filter 'ThreadTests|BoundedQueueTests|JPEGPlaneTests/threads|JPEGPlaneTests/progression|SpliceTests|RoundTripTests|SharedBlurTests' --skip BatchThreadTests

# C programs, which SwiftPM would link with the Swift runtime, so that they would take longer to start.
BASELINES := .build/baselines

$(BASELINES)/%: Benchmarks/Baselines/%.c
	@mkdir -p $(BASELINES)
	$(CC) -O2 -o $@ $< $(LIBRARIES)

$(BASELINES)/CodecBaseline $(BASELINES)/ThumbnailBaseline: LIBRARIES := -lpng -ljpeg
$(BASELINES)/StartBaseline: LIBRARIES := -ljpeg

# The benchmarks omit other programs that are not installed (`pip install opencv-python-headless pyvips-binary pyvips` for OpenCV
# and libvips; packages ffmpeg, libvips-tools, imagemagick, gegl).
bench-files: build $(BASELINES)/CodecBaseline
	$(RELEASE) RenderLandscape
	scripts/benchmark-files $(VARBLUR) $(RENDER) $(BASELINES)/CodecBaseline Benchmarks/FILES.md

# Omits programs and packages that are not installed (package libvips-tools; `pip install pillow pyvips pyvips-binary`).
bench-thumbnails: build $(BASELINES)/ThumbnailBaseline $(BASELINES)/PeakMemory
	$(RELEASE) RenderLandscape
	scripts/benchmark-thumbnails $(VARBLUR) $(RENDER) $(BASELINES) Benchmarks/THUMBNAILS.md

bench-start: build $(BASELINES)/StartBaseline
	$(RELEASE) RenderLandscape
	scripts/benchmark-start $(VARBLUR) $(RENDER) $(BASELINES)/StartBaseline Benchmarks/START.md

# Omits Chromium if it is not installed.
bench-scenes: build compose
	$(RELEASE) RenderLandscape
	scripts/benchmark-scenes .build/release $(RENDER) Benchmarks/SCENES.md

bench: build
	$(RELEASE) RenderLandscape
	$(RENDER) --width 4000 --height 3000 .build/benchmark.png
	$(SWIFT) run -c release --package-path Benchmarks --scratch-path .build/benchmarks BlurBenchmarks \
		.build/benchmark.png Benchmarks/other_libraries.py Benchmarks/REPORT.md

LINT := .build/lint/ready
$(LINT): scripts/lint-requirements.txt
	@scripts/install-dependencies lint
	python3 -m venv --clear .build/lint
	.build/lint/bin/pip install -q --disable-pip-version-check --require-hashes --only-binary :all: -r $<
	touch $(LINT)

SWIFT_SOURCES := Package.swift Sources Tests Benchmarks Fuzz Preview
FORMAT_C = git ls-files '*.c' '*.h' | xargs .build/lint/bin/clang-format

lint: $(LINT)
	$(SWIFT) format lint --strict --recursive --parallel $(SWIFT_SOURCES)
	$(FORMAT_C) --dry-run --Werror
	scripts/check-sources

format: $(LINT)
	$(SWIFT) format --in-place --recursive --parallel $(SWIFT_SOURCES)
	$(FORMAT_C) -i

PRESETS := status-bar caption tab-bar tilt-shift vignette night privacy frosted
# Those that the document about scenes shows.
LAYERS = $(shell sed -n 's|.*images/layer-\(.*\)\.jpg.*|\1|p' docs/scenes.md)
SCENES := quote-card product-card video-thumbnail share-card event-poster name-badge hexagon-badge notch-overlay app-screenshot sidebar-extension landmark-badges
images: build compose
	$(RELEASE) RenderLandscape
	mkdir -p .build/images
	$(RENDER) $(IMAGES)/landscape.png
	$(RENDER) --jpeg-quality 85 $(IMAGES)/landscape.jpg
	$(VARBLUR) -f --max-radius 24 --start-offset 0.35 $(IMAGES)/landscape.png $(IMAGES)/landscape-top.jpg
	$(VARBLUR) -f --max-radius 24 --start-offset 0.35 $(IMAGES)/landscape.png .build/images/top.png
	$(VARBLUR) -f --max-radius 0 --crop 480x200+20+300 .build/images/top.png $(IMAGES)/landscape-seam.jpg
	$(VARBLUR) -f --max-radius 16 --direction bottom --start-offset 0.6 $(IMAGES)/landscape.jpg $(IMAGES)/landscape-bottom.jpg
	$(VARBLUR) -f --max-radius 4% --direction left $(IMAGES)/landscape.png $(IMAGES)/landscape-left.jpg
	$(VARBLUR) -f --ramp 'linear-blur(0px 50%, 14px 80%)' --easing smoothstep $(IMAGES)/landscape.png $(IMAGES)/landscape-caption.jpg
	$(VARBLUR) -f --ramp 'linear-blur(10px, 0px 40% 60%, 10px)' $(IMAGES)/landscape.png $(IMAGES)/landscape-two-sides.jpg
	$(VARBLUR) -f --ramp 'radial-blur(0px 40%, 12px)' $(IMAGES)/landscape.png $(IMAGES)/landscape-corners.jpg
	$(VARBLUR) -f --ramp 'linear-blur(to top right, 0px 30%, 16px)' $(IMAGES)/landscape.png $(IMAGES)/landscape-diagonal.jpg
	$(RENDER) --person --jpeg-quality 85 $(IMAGES)/portrait.jpg
	$(VARBLUR) -f --ramp 'radial-blur(ellipse 80px 96px at 44% 47%, 14px 80%, 0px)' $(IMAGES)/portrait.jpg $(IMAGES)/portrait-face.jpg
	$(VARBLUR) -f --area 'circle(76px at 44% 46%)' --feather 12px --max-radius 14 $(IMAGES)/portrait.jpg $(IMAGES)/area-blur.jpg
	$(VARBLUR) -f --area 'xywh(352px 208px 144px 176px)' --area-fill '#111' $(IMAGES)/portrait.jpg $(IMAGES)/area-fill.jpg
	$(RENDER) --matte $(IMAGES)/person.png
	$(VARBLUR) -f --max-radius 20 --mask $(IMAGES)/person.png --mask-invert $(IMAGES)/portrait.jpg $(IMAGES)/mask-halo.jpg
	$(VARBLUR) -f --max-radius 20 --min-radius 20 --matte $(IMAGES)/person.png $(IMAGES)/portrait.jpg $(IMAGES)/portrait-matte.jpg
	$(VARBLUR) -f --max-radius 1 --min-radius 1 --resize 320x --tint black --tint-opacity 1 $(IMAGES)/person.png .build/images/near.png
	$(VARBLUR) -f --max-radius 0 --mask $(IMAGES)/person.png --mask-invert --tint white --tint-opacity 1 \
		.build/images/near.png .build/images/far.png
	$(VARBLUR) -f --max-radius 0 --direction bottom --tint black --tint-opacity 0.5 --matte $(IMAGES)/person.png \
		.build/images/far.png .build/images/depth.png
	scripts/add-depth .build/images/depth.png $(IMAGES)/portrait.jpg .build/images/photo.jpg
	$(VARBLUR) -f --max-radius 0 --resize 480x .build/images/depth.png $(IMAGES)/photo-depth.png
	$(VARBLUR) -f --matte photo --max-radius 2% --min-radius 2% --light linear .build/images/photo.jpg $(IMAGES)/photo-matte.jpg
	for fit in inside cover contain fill; do \
		$(VARBLUR) -f --max-radius 0 --resize 210x210 --fit $$fit --background '#556677' --jpeg-quality 90 \
			$(IMAGES)/landscape.png $(IMAGES)/fit-$$fit.jpg || exit 1; done
	$(VARBLUR) -f --max-radius 0 --resize 210x210 --fit contain --background 'blur(8px, 0.8)' --jpeg-quality 90 \
		$(IMAGES)/landscape.png $(IMAGES)/fit-blur.jpg
	for scene in $(SCENES); do $(COMPOSE) -f --jpeg-quality 85 --background white scenes/$$scene.json $(IMAGES)/scene-$$scene.jpg || exit 1; done
	for layer in $(LAYERS); do \
		$(COMPOSE) --generate-document layer-$$layer.json | \
		$(COMPOSE) -f --jpeg-quality 85 - $(IMAGES)/layer-$$layer.jpg || exit 1; done
	$(COMPOSE) -f --frames 30 scenes/landmark-badges.json .build/images/badges.png
	$(COMPOSE) -f --jpeg-quality 85 $(IMAGES)/contact-sheet.json $(IMAGES)/contact-sheet.jpg
	$(COMPOSE) -f --jpeg-quality 88 $(IMAGES)/status-bar.json $(IMAGES)/status-bar.jpg
	$(RENDER) --night --width 480 --height 320 --jpeg-quality 85 $(IMAGES)/night.jpg
	$(VARBLUR) -f --max-radius 3 --min-radius 3 $(IMAGES)/night.jpg $(IMAGES)/night-encoded.jpg
	$(VARBLUR) -f --light linear --max-radius 3 --min-radius 3 $(IMAGES)/night.jpg $(IMAGES)/night-linear.jpg
	$(RENDER) --width 480 --height 320 .build/images/small.png
	$(VARBLUR) -f --preset fade-out --webp-quality 82 .build/images/small.png $(IMAGES)/preset-fade-out.webp
	for preset in $(PRESETS); do \
		if test $$preset = night; then time=--night; else time=; fi; \
		$(RENDER) $$time --width 480 --height 320 --jpeg-quality 80 $(IMAGES)/preset-$$preset.jpg && \
		$(VARBLUR) -f --preset $$preset --in-place $(IMAGES)/preset-$$preset.jpg || exit 1; done

# BASE_PATH is the path below which the site will be served, for example /varblur.
docs: compose-dependencies
	$(SWIFT) build --target VarBlurScenes --scratch-path .build/documentation/build
	SWIFT=$(SWIFT) scripts/build-documentation .build/documentation/build/debug .build/docs $(BASE_PATH)

# The public interfaces, compared with those of the last release (docs/versions.md).
check-api: docs
	scripts/check-api

record-api: docs
	scripts/check-api --record

clean:
	rm -rf .build demo.png
