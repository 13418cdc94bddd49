# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# The command line.  The program holds the engine itself rather than using the
# shared library: it runs from the build directory as it is, and it may call
# what the next release of the library only offers.

include tool/ui/local.mk
include tool/consumers/local.mk
include tool/image/local.mk
include tool/link/local.mk
include tool/repair/local.mk
include tool/check/local.mk
include tool/dump/local.mk
include tool/reserve/local.mk

bin_PROGRAMS += sfmerge
sfmerge_CPPFLAGS = $(base_cppflags) \
  $(tool_rooms:%=-iquote $(top_srcdir)/%)
sfmerge_LDADD = %D%/reserve/libreserve.a \
  %D%/dump/libdump.a \
  %D%/check/libcheck.a \
  %D%/repair/librepair.a \
  %D%/link/liblink.a \
  %D%/image/libimage.a \
  %D%/consumers/libconsumers.a \
  %D%/ui/libui.a \
  $(glue_libs) merger/libmerger.la $(JANSSON_LIBS)
sfmerge_SOURCES = %D%/main.c
