# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Input: what a linker was given, and its map.  Objects and archives are read
# as struct input_object; which relocation fills which FDE, which bytes of code
# a relocation may change, and where sections went.

noinst_LIBRARIES += %D%/libinput.a
%C%_libinput_a_CPPFLAGS = $(base_cppflags) -iquote $(top_srcdir)/%D% \
  $(%C%_rooms:%=-iquote $(top_srcdir)/%)
%C%_libinput_a_SOURCES = \
  %D%/demangle.h \
  %D%/demangler.c \
  %D%/input.h \
  %D%/input-limits.h \
  %D%/input-queue.c \
  %D%/inputs-internal.h \
  %D%/inputs.c \
  %D%/link-map.c \
  %D%/link-map.h \
  %D%/map-match.c \
  %D%/map-read.c \
  %D%/map-table.c \
  %D%/object-parts.c \
  %D%/object-symbols.c \
  %D%/object.c \
  %D%/reloc-masks.c

# Only bfd-object.c needs libbfd.
if BFD
%C%_libinput_a_SOURCES += \
  %D%/bfd-object.c
else
%C%_libinput_a_SOURCES += %D%/no-bfd.c
endif
