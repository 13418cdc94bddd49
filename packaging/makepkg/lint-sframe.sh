#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# lint-sframe.sh - for makepkg: fail if SFrame (.sframe) of what is shipped is
# not right for its reader.  It changes nothing.
#
# Install it as /usr/share/makepkg/lint_package/sframe.sh: these functions run
# after debug symbols have been split off.  tidy-sframe.sh has the options.

[[ -n "$LIBMAKEPKG_LINT_PACKAGE_SFRAME_SH" ]] && return
LIBMAKEPKG_LINT_PACKAGE_SFRAME_SH=1

LIBRARY=${LIBRARY:-'/usr/share/makepkg'}

source "$LIBRARY/util/message.sh"
source "$LIBRARY/util/option.sh"

lint_package_functions+=('lint_sframe')

lint_sframe() {
  if check_option "sframe" "y"; then
    if ! SFRAME_FOR=$SFRAME_FOR \
      "$(${SFMERGE:-sfmerge} --print-data)/sframe-tree" check . >&2; then
      error "$(gettext "SFrame of the package is not right.")"
      return 1
    fi
  fi
  return 0
}
