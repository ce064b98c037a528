#!/bin/bash -eu
# Builds the fuzzers into $OUT, for ClusterFuzzLite and OSS-Fuzz: programs, the libraries that they need, seeds, and words.
# The variables are those of OSS-Fuzz; SANITIZER is address.
cd "$SRC/varblur"
driver=$(find -L "$(dirname "$(dirname "$(command -v swift)")")/lib" -name 'libclang_rt.fuzzer_no_main-x86_64.a' | head -n 1)
coverage=inline-8bit-counters,pc-table
swift build -c release -Xswiftc -enable-testing --package-path Fuzz --scratch-path "$WORK/fuzzing" --static-swift-stdlib \
    --sanitize="$SANITIZER" -Xswiftc "-sanitize-coverage=edge,$coverage" -Xcc "-fsanitize-coverage=$coverage" \
    -Xlinker "$driver" -Xlinker -lstdc++
scripts/fuzz-inputs "$WORK/inputs"
mkdir -p "$OUT/lib"
for folder in "$WORK"/inputs/*; do
    target=$(basename "$folder")
    cp "$WORK/fuzzing/release/$target" "$OUT/$target"
    # The system that runs the fuzzers has none of the libraries.
    ldd "$OUT/$target" | awk '$3 ~ /^\// { print $3 }' | grep -vE '/(libc|libm|libdl|libpthread|librt|libgcc_s|libresolv)\.so' |
        xargs -r cp -Lnt "$OUT/lib"
    # shellcheck disable=SC2016  # the dynamic linker knows $ORIGIN
    patchelf --force-rpath --set-rpath '$ORIGIN/lib' "$OUT/$target"
    (cd "$folder/seeds" && zip -q "$OUT/${target}_seed_corpus.zip" -- *)
    [ ! -s "$folder/words" ] || cp "$folder/words" "$OUT/$target.dict"
    printf '[libfuzzer]\nmax_len = 20000\ntimeout = 20\n[asan]\nallocator_may_return_null = 1\n' >"$OUT/$target.options"
done
