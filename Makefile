# varblur: everything that there is to do with the sources. `make help` lists it.

SWIFT ?= swift
IMAGES := images
VARBLUR := .build/release/varblur
RENDER := .build/release/render-landscape
RELEASE := -c release --static-swift-stdlib
# The C++ library that Swift's stands on goes into the program too, where the machine has it for that: to look up its names at
# every start takes as long as to blur a small picture. The folder has nothing else in it for the linker to find.
ARCHIVES := $(wildcard $(foreach name,libstdc++.a libgcc_eh.a,$(shell clang -print-file-name=$(name) 2>/dev/null)))
ifeq ($(words $(ARCHIVES)),2)
RELEASE += -Xlinker '-L$(CURDIR)/.build/archives' -Xlinker -lgcc_eh
endif
# The tests run what is shipped: optimized code, with internals visible to them.
TESTING := -c release -Xswiftc -enable-testing --scratch-path .build/testing

.PHONY: all help build install uninstall man bench-batch bench-files dependencies test-dependencies demo test soak soak-files faults fuzz sanitize bench lint format images docs clean

all: build

help:
	@echo 'make          build the command varblur (.build/release/varblur)'
	@echo 'make install  PREFIX=/usr/local DESTDIR=: install command, manual pages and completions'
	@echo 'make demo     install what is missing, build, and blur a picture into demo.png'
	@echo 'make test     install what is missing, and run the tests'
	@echo 'make soak     run the long sweeps, and write their table to Tests/soak.md'
	@echo 'make soak-files  the same for damaged files of VARBLUR_CORPUS, to Tests/files.md'
	@echo 'make faults   let system calls fail everywhere, and write their table to Tests/faults.md'
	@echo 'make fuzz     SECONDS=60: look for files that break something'
	@echo 'make sanitize run the tests under the sanitizers of addresses, undefined behavior and threads'
	@echo 'make bench    measure against rivals, and write Benchmarks/REPORT.md'
	@echo 'make bench-files  measure runs from file to file against the codecs alone and other programs'
	@echo 'make bench-batch  measure batches against one process for each image, and their memory'
	@echo 'make man      write the manual pages anew, out of the help'
	@echo 'make lint     check the formatting'
	@echo 'make format   mend the formatting'
	@echo 'make docs     build the API reference of both libraries as a web site in .build/docs'
	@echo 'make images   render the pictures in images/ anew'
	@echo 'make clean    remove what was built'

dependencies:
	@scripts/install-dependencies build
	@$(if $(ARCHIVES),mkdir -p .build/archives && ln -sf $(ARCHIVES) .build/archives)

test-dependencies: dependencies
	@scripts/install-dependencies test

build: dependencies
	$(SWIFT) build $(RELEASE) --product varblur

PREFIX ?= /usr/local
DESTDIR ?=
SHARE := $(DESTDIR)$(PREFIX)/share

# Needs no root where PREFIX needs none, and builds only what is not built yet.
install:
	@[ -x $(VARBLUR) ] || $(MAKE) build
	install -d $(DESTDIR)$(PREFIX)/bin $(SHARE)/man/man1 $(SHARE)/varblur $(SHARE)/bash-completion/completions \
		$(SHARE)/zsh/site-functions $(SHARE)/fish/vendor_completions.d
	install -m 755 $(VARBLUR) $(DESTDIR)$(PREFIX)/bin/varblur
	install -m 644 share/man/man1/varblur.1 share/man/man1/varblur-batch.1 $(SHARE)/man/man1/
	install -m 644 share/varblur/job.schema.json share/varblur/result.schema.json $(SHARE)/varblur/
	$(VARBLUR) --generate-completion-script bash > $(SHARE)/bash-completion/completions/varblur
	$(VARBLUR) --generate-completion-script zsh > $(SHARE)/zsh/site-functions/_varblur
	$(VARBLUR) --generate-completion-script fish > $(SHARE)/fish/vendor_completions.d/varblur.fish

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/varblur $(SHARE)/man/man1/varblur.1 $(SHARE)/man/man1/varblur-batch.1 \
		$(SHARE)/bash-completion/completions/varblur $(SHARE)/zsh/site-functions/_varblur \
		$(SHARE)/fish/vendor_completions.d/varblur.fish
	rm -rf $(SHARE)/varblur

man: build
	scripts/generate-man-pages $(VARBLUR) share/man/man1

# Needs GNU parallel for the comparison.
bench-batch: build
	scripts/benchmark-batch $(VARBLUR)

demo: build
	$(VARBLUR) --force --max-radius 24 --direction top --start-offset 0.35 $(IMAGES)/landscape.png demo.png
	@echo 'Look at demo.png: its top melts into blur, its bottom is that of $(IMAGES)/landscape.png, pixel for pixel.'

test: test-dependencies
	$(SWIFT) build $(TESTING) --build-tests
	$(SWIFT) test $(TESTING) --skip-build

soak: test-dependencies
	$(SWIFT) build $(TESTING) --build-tests
	VARBLUR_SOAK_TABLE=$(CURDIR)/Tests/soak.md $(SWIFT) test $(TESTING) --skip-build --filter Soak

soak-files: test-dependencies
	$(SWIFT) build $(TESTING) --build-tests
	VARBLUR_FILE_SOAK_TABLE=$(CURDIR)/Tests/files.md $(SWIFT) test $(TESTING) --skip-build --filter FileSoak

# Needs strace and Linux.
faults: build
	scripts/inject-faults $(VARBLUR)

fuzz: build
	scripts/fuzz $(or $(SECONDS),60) $(VARBLUR_SEEDS)

# On Linux the address sanitizer's runtime reports undefined behavior too, which is looked for in the C targets. The program
# that is ended by a trap is left out: a sanitizer has its own way to end.
sanitize: test-dependencies
	ASAN_OPTIONS=allocator_may_return_null=1:detect_leaks=0 $(SWIFT) test -c release --sanitize=address \
		-Xcc -fsanitize=undefined -Xcc -fno-sanitize-recover=undefined \
		-Xswiftc -enable-testing --scratch-path .build/address --filter 'VariableBlurTests|VariableBlurCodecsTests' \
		--skip 'stops the program'
	TSAN_OPTIONS=suppressions=$(CURDIR)/Tests/thread-suppressions.txt $(SWIFT) test -c release --sanitize=thread \
		-Xswiftc -enable-testing --scratch-path .build/thread \
		--filter 'ThreadTests|JPEGPlaneTests/threads|JPEGPlaneTests/progression|SpliceTests|RoundTripTests'

# Installs nothing: rivals that are absent are left out (`pip install opencv-python-headless` for OpenCV).
bench-files: build
	$(SWIFT) build $(RELEASE) --product render-landscape
	$(SWIFT) build -c release --package-path Benchmarks --scratch-path .build/benchmarks --product CodecFloor
	scripts/benchmark-files $(VARBLUR) $(RENDER) .build/benchmarks/release/CodecFloor Benchmarks/FILES.md

bench: build
	$(SWIFT) build $(RELEASE) --product render-landscape
	$(RENDER) --width 4000 --height 3000 .build/benchmark.png
	$(SWIFT) run -c release --package-path Benchmarks --scratch-path .build/benchmarks BlurBenchmarks \
		.build/benchmark.png Benchmarks/rivals.py Benchmarks/REPORT.md

lint:
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests Benchmarks Fuzz

format:
	$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Tests Benchmarks Fuzz

images: build
	$(SWIFT) build $(RELEASE) --product render-landscape
	$(RENDER) $(IMAGES)/landscape.png
	$(RENDER) $(IMAGES)/landscape.jpg
	$(VARBLUR) -f --max-radius 24 --start-offset 0.35 $(IMAGES)/landscape.png $(IMAGES)/landscape-top.jpg
	$(VARBLUR) -f --max-radius 16 --direction bottom --start-offset 0.6 $(IMAGES)/landscape.jpg $(IMAGES)/landscape-bottom.jpg
	$(VARBLUR) -f --max-radius 4% --direction left $(IMAGES)/landscape.png $(IMAGES)/landscape-left.jpg

# BASE_PATH is the path below which the site will be served, for example /varblur.
docs: dependencies
	SWIFT=$(SWIFT) scripts/build-documentation .build/docs $(BASE_PATH)

clean:
	rm -rf .build demo.png
