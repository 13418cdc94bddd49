# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Prove: rules of stack walking that follow from the instructions alone.

noinst_LIBRARIES += %D%/libprove.a
%C%_libprove_a_CPPFLAGS = $(base_cppflags) -iquote $(top_srcdir)/%D% \
  $(%C%_rooms:%=-iquote $(top_srcdir)/%)
%C%_libprove_a_SOURCES = \
  %D%/prove-aarch64-memory.c \
  %D%/prove-aarch64-register.c \
  %D%/prove-aarch64.c \
  %D%/prove-aarch64.h \
  %D%/prove-amd64.c \
  %D%/prove-blocks.c \
  %D%/prove-effects.c \
  %D%/prove-endings.c \
  %D%/prove-entries.c \
  %D%/prove-flow.c \
  %D%/prove-function.c \
  %D%/prove-guesses.c \
  %D%/prove-insns.c \
  %D%/prove-internal.h \
  %D%/prove-judge.c \
  %D%/prove-kinds.c \
  %D%/prove-limits.h \
  %D%/prove-machine.c \
  %D%/prove-machine.h \
  %D%/prove-memory.c \
  %D%/prove-quick.c \
  %D%/prove-quick.h \
  %D%/prove-state.c \
  %D%/prove-state.h \
  %D%/prove-step.c \
  %D%/prove-units.c \
  %D%/prove.c \
  %D%/prove.h
