# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: check --against: rows of an input that .debug_frame contradicts
#source: ../inc/contradicted-local.s
#ld: ld -e 0 --traditional-format -T %I/image.ld
#prepare: %{objcopy} -R .sframe image
#sfmerge: check --against %1 image
#status: 1
#stdout:
image: not valid (3 errors), 0 pieces: 0 of 2 functions described (0 %); the rest is 16 bytes of functions
  error: segment-stale: PT_GNU_SFRAME names 0x0 bytes at 0x402000, and there is no .sframe section
  error: rows-contradict: the function at 0x401008 has cfa=sp+16 ra=*(cfa-8) fp=same at 0x401008 in contradicted-local.o(.sframe+0x2c), .eh_frame has cfa=sp+8 ra=*(cfa-8) fp=same
  error: function-missing: <right>: the function at 0x401000, 8 bytes, is not described, though contradicted-local.o(.sframe+0x1c) has rows for it
  without rows: right at 0x401000 (8 bytes), wrong at 0x401008 (8 bytes)
  synth     would add 2 functions
  inputs    2 functions: 1 in the image, of which 0 are described alike, 0 otherwise, 1 not; 0 are not in it, 1 not found
