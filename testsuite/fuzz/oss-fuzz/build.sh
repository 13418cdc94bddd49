#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# build.sh - what OSS-Fuzz calls: build the targets with $CC, $CFLAGS and
# $LIB_FUZZING_ENGINE into $OUT, each with a corpus and its options.  By hand:
#
#   SRC=parent-of-the-source-tree WORK=/tmp/work OUT=/tmp/out CC=clang \
#   CXX=clang++ CFLAGS='-O1 -g -fsanitize=address,fuzzer-no-link' \
#   CXXFLAGS=$CFLAGS LIB_FUZZING_ENGINE=-fsanitize=fuzzer build.sh

set -eu
top=${SFMERGE_SOURCE:-$SRC/sfmerge}
here=$top/testsuite/fuzz
build=$WORK/sfmerge
mkdir -p "$build" "$OUT"
[[ -x $top/configure ]] || (cd "$top" && autoreconf -fi)
cd "$build"

# Checked C library calls hide from the sanitizers what they check.
options=(--enable-fuzzing --disable-shared --disable-plugin
  --disable-hardening)
# MemorySanitizer does not see what libraries write that are not instrumented:
# with it only targets that need none are of use, and the program is not.
left_out= sfmerge=./sfmerge
if [[ ${SANITIZER-} == memory ]]; then
  options+=(--without-bfd --without-zydis)
  left_out='command image json map object wrap' sfmerge=
fi
# Targets run where there are no libraries but the C library's, and what lies
# beside them: of Zydis there is no archive.
JANSSON_CFLAGS=' ' JANSSON_LIBS='-l:libjansson.a' \
ZLIB_CFLAGS=' ' ZLIB_LIBS='-l:libz.a' \
LZMA_CFLAGS=' ' LZMA_LIBS='-l:liblzma.a' \
ZSTD_CFLAGS=' ' ZSTD_LIBS='-l:libzstd.a' \
BFD_LIBS='-l:libbfd.a -l:libiberty.a -l:libsframe.a -l:libz.a -l:libzstd.a' \
LDFLAGS="${LDFLAGS-} -Wl,-rpath,'\$\$ORIGIN/lib'" \
  "$top/configure" "${options[@]}"
make -j"$(nproc)" fuzz-programs CCLD="$CXX"

for program in testsuite/fuzz/fuzz-*
do
  [[ -x $program && -f $program ]] || continue
  name=${program##*/}
  target=${name#fuzz-}
  [[ " $left_out " != *" $target "* ]] || continue
  seeds=$build/seeds/$target
  rm -rf "$seeds"
  mkdir -p "$seeds"
  length=4096
  case $target in
    build | cfi | check | decode | find | merge)
      "testsuite/fuzz/replay-$target" --seeds "$seeds" \
        "$here/corpus/$target.hex";;
    *)
      if [[ -f $here/corpus/$target.hex ]]; then
        "testsuite/fuzz/replay-$target" --inputs "$seeds" \
          "$here/corpus/$target.hex"
      fi
      "$here/make-seeds" "$seeds" "$target" $sfmerge;;
  esac
  case $target in command | image | map | object | wrap) length=24576;; esac
  cp "$program" "$OUT/$name"
  ldd "$program" | awk '/Zy(dis|core)/ { print $3 }' | while read -r library
  do
    mkdir -p "$OUT/lib"
    cp "$library" "$OUT/lib"
  done
  rm -f "$OUT/${name}_seed_corpus.zip"
  (cd "$seeds" && python3 -m zipfile -c "$OUT/${name}_seed_corpus.zip" ./*)
  printf '[libfuzzer]\nmax_len = %d\n' "$length" >"$OUT/$name.options"
  if [[ -f $here/oss-fuzz/$target.dict ]]; then
    cp "$here/oss-fuzz/$target.dict" "$OUT/$name.dict"
    echo "dict = $name.dict" >>"$OUT/$name.options"
  fi
done
