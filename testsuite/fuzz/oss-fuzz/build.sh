#!/bin/bash -eu
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# build.sh - what OSS-Fuzz calls: build the targets with $CC, $CFLAGS and
# $LIB_FUZZING_ENGINE into $OUT, each with a corpus and its options.  By hand:
#
#   SRC=parent-of-the-source-tree WORK=/tmp/work OUT=/tmp/out CC=clang \
#   CXX=clang++ CFLAGS='-O1 -g -fsanitize=address,fuzzer-no-link' \
#   CXXFLAGS=$CFLAGS LIB_FUZZING_ENGINE=-fsanitize=fuzzer build.sh

top=${SFMERGE_SOURCE:-$SRC/sfmerge}
here=$top/testsuite/fuzz
build=$WORK/sfmerge
mkdir -p "$build" "$OUT"
[[ -x $top/configure ]] || (cd "$top" && autoreconf -fi)
cd "$build"

# Targets run where there are no libraries but the C library's.
JANSSON_CFLAGS=' ' JANSSON_LIBS='-l:libjansson.a' \
ZLIB_CFLAGS=' ' ZLIB_LIBS='-l:libz.a' \
BFD_LIBS='-l:libbfd.a -l:libiberty.a -l:libsframe.a -l:libz.a -l:libzstd.a' \
  "$top/configure" --enable-fuzzing --disable-shared --disable-plugin
make -j"$(nproc)" sfmerge fuzz-programs CCLD="$CXX"

for program in testsuite/fuzz/fuzz-*
do
  [[ -x $program && -f $program ]] || continue
  name=${program##*/}
  target=${name#fuzz-}
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
      "$here/make-seeds" "$seeds" "$target" ./sfmerge;;
  esac
  case $target in command | image | map | wrap) length=24576;; esac
  cp "$program" "$OUT/$name"
  rm -f "$OUT/${name}_seed_corpus.zip"
  (cd "$seeds" && zip -q "$OUT/${name}_seed_corpus.zip" ./*)
  printf '[libfuzzer]\nmax_len = %d\n' "$length" >"$OUT/$name.options"
  if [[ -f $here/oss-fuzz/$target.dict ]]; then
    cp "$here/oss-fuzz/$target.dict" "$OUT/$name.dict"
    echo "dict = $name.dict" >>"$OUT/$name.options"
  fi
done
