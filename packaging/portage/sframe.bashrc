# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# sframe.bashrc - for Portage: describe the executables and shared objects of
# each package by SFrame (.sframe).  In /etc/portage/bashrc:
#
#   source /etc/portage/sframe.bashrc
#
# make.conf, or a file of package.env, may say:
#
#   SFRAME="no"                    leave the package as it is
#   SFRAME_FOR="kernel"            who reads it: sfmerge --list-consumers
#   SFRAME_FLAGS="--require"       more options for sfmerge synth
#
# A bashrc that has hooks of these names calls sframe_describe and
# sframe_check in them.

# Run the script that comes with sfmerge.
sframe_tree() {
  SFRAME_FOR=${SFRAME_FOR} "$("${SFMERGE:-sfmerge}" --print-data)"/sframe-tree \
    "$@"
}

sframe_describe() {
  [[ ${SFRAME} == no ]] && return
  einfo "Describing functions by SFrame"
  sframe_tree describe "${D}" -q ${SFRAME_FLAGS} \
    || die "functions could not be described by SFrame"
}

# What another machine has built is not judged.
sframe_check() {
  [[ ${SFRAME} == no || ${MERGE_TYPE} == binary ]] && return
  sframe_tree check "${D}" || die "SFrame of the package is not right"
}

# The last hook before debug symbols are split off: Portage does that in
# install_qa_check, when the phase install has ended, and then makes the binary
# package.  pre_pkg_preinst would be too late for both.
post_src_install() {
  sframe_describe
}

# The first hook after it.
pre_pkg_preinst() {
  sframe_check
}
