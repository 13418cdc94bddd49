#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# tidy-sframe.sh - for makepkg: describe the executables and shared objects of
# a package by SFrame (.sframe), before debug symbols are split off.
#
# Install it as /usr/share/makepkg/tidy/sframe.sh.  makepkg runs the functions
# of that directory in the order of its files' names, and debug symbols must be
# of what is shipped, so it has to come before strip.sh.
#
# makepkg.conf says who wants it, a PKGBUILD may say options=('!sframe'):
#
#   OPTIONS=(... sframe)
#   SFRAME_FOR=kernel              who reads it: sfmerge --list-consumers
#   SFRAME_FLAGS="--require"       more options for sfmerge synth

[[ -n "$LIBMAKEPKG_TIDY_SFRAME_SH" ]] && return
LIBMAKEPKG_TIDY_SFRAME_SH=1

LIBRARY=${LIBRARY:-'/usr/share/makepkg'}

source "$LIBRARY/util/error.sh"
source "$LIBRARY/util/message.sh"
source "$LIBRARY/util/option.sh"

packaging_options+=('sframe')
tidy_modify+=('tidy_sframe')

# makepkg does not ask for the status of these functions.
tidy_sframe() {
  if check_option "sframe" "y"; then
    msg2 "$(gettext "Describing functions by SFrame...")"
    if ! SFRAME_FOR=$SFRAME_FOR \
      "$(${SFMERGE:-sfmerge} --print-data)/sframe-tree" describe . -q \
      $SFRAME_FLAGS; then
      error "$(gettext "Functions could not be described by SFrame.")"
      exit $E_PACKAGE_FAILED
    fi
  fi
}
