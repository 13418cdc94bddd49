# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Object: rewrite relocatable objects, make the reserve object, and remove
# SFrame from objects and images.

noinst_LIBRARIES += %D%/libobject.a
%C%_libobject_a_CPPFLAGS = $(base_cppflags) -iquote $(top_srcdir)/%D% \
  $(%C%_rooms:%=-iquote $(top_srcdir)/%)
%C%_libobject_a_SOURCES = \
  %D%/object-limits.h \
  %D%/relobj-internal.h \
  %D%/relobj-frames.c \
  %D%/relobj-plan.c \
  %D%/relobj-read.c \
  %D%/relobj-split.c \
  %D%/relobj-synth.c \
  %D%/relobj-verify.c \
  %D%/relobj-write.c \
  %D%/relobj.c \
  %D%/relobj.h \
  %D%/reserve-object.c \
  %D%/strip-find.c \
  %D%/strip-write.c \
  %D%/strip.c
