# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Libraries for ELF files: everything outside the engine that reads or writes
# object files.

include bfdglue/base/local.mk
include bfdglue/files/local.mk
include bfdglue/elf/local.mk
include bfdglue/cfi/local.mk
include bfdglue/input/local.mk
include bfdglue/go/local.mk
include bfdglue/index/local.mk
include bfdglue/pieces/local.mk
include bfdglue/prove/local.mk
include bfdglue/describe/local.mk
include bfdglue/place/local.mk
include bfdglue/edit/local.mk
include bfdglue/object/local.mk
include bfdglue/audit/local.mk

# All of them, for programs to link with: callers before callees.
glue_archives = %D%/audit/libaudit.a \
  %D%/object/libobject.a \
  %D%/edit/libedit.a \
  %D%/place/libplace.a \
  %D%/describe/libdescribe.a \
  %D%/pieces/libpieces.a \
  %D%/prove/libprove.a \
  %D%/index/libindex.a \
  %D%/go/libgo.a \
  %D%/input/libinput.a \
  %D%/cfi/libcfi.a \
  %D%/elf/libelf.a \
  %D%/files/libfiles.a \
  %D%/base/libbase.a
unpack_libs = $(ZLIB_LIBS) $(LZMA_LIBS) $(ZSTD_LIBS)
glue_libs = $(glue_archives) $(BFD_LIBS) $(unpack_libs) $(ZYDIS_LIBS)
