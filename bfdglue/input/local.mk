# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Input: a relocatable object as struct input_object, which relocation fills
# which FDE, and which bytes of code a relocation may change.  Only bfd-*.c use
# libbfd.

noinst_LIBRARIES += %D%/libinput.a
%C%_libinput_a_CPPFLAGS = $(base_cppflags) -iquote $(top_srcdir)/%D% \
  $(%C%_rooms:%=-iquote $(top_srcdir)/%)
%C%_libinput_a_SOURCES = \
  %D%/demangle.h \
  %D%/fde-relocs.c \
  %D%/fde-relocs.h \
  %D%/found-function.h \
  %D%/input-limits.h \
  %D%/input-watch.c \
  %D%/input-watch.h \
  %D%/input.h \
  %D%/object-names.c \
  %D%/object-names.h \
  %D%/object-symbols.c \
  %D%/object-symbols.h \
  %D%/reloc-masks-aarch64.c \
  %D%/reloc-masks-amd64.c \
  %D%/reloc-masks-s390x.c \
  %D%/reloc-masks.c \
  %D%/reloc-masks.h

# Only these include bfd.h.
bfd_sources = \
  %D%/bfd-archive.c \
  %D%/bfd-charge.c \
  %D%/bfd-code.c \
  %D%/bfd-demangle.c \
  %D%/bfd-file.c \
  %D%/bfd-groups.c \
  %D%/bfd-inputs.c \
  %D%/bfd-internal.h \
  %D%/bfd-member.c \
  %D%/bfd-object.c \
  %D%/bfd-places.c \
  %D%/bfd-raw.c \
  %D%/bfd-reader.c \
  %D%/bfd-sections.c \
  %D%/bfd-sframes.c \
  %D%/bfd-stderr.c \
  %D%/bfd-symbols.c \
  %D%/bfd-thin.c

if BFD
%C%_libinput_a_SOURCES += $(bfd_sources)
else
%C%_libinput_a_SOURCES += %D%/no-bfd.c
endif
