# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Libraries that unpack compressed files: each does without.

# SFM_UNPACKER(NAME, MODULE, PACKAGE, FILES)
# The configure option --with-NAME for pkg-config's MODULE, which reads FILES
# and is in Debian's PACKAGE: set HAVE_NAME and NAME_LIBS, in upper case.
AC_DEFUN([SFM_UNPACKER], [
  m4_pushdef([SFM_NAME], m4_toupper([$1]))
  AC_ARG_WITH([$1],
    [AS_HELP_STRING([--with-$1],
                    [read $4; the default is to do so if $2 is there])],
    [], [with_$1=auto])
  have_$1=0
  AS_VAR_IF([with_$1], [no], [],
    [PKG_CHECK_MODULES(SFM_NAME, [$2], [have_$1=1],
      [AS_VAR_IF([with_$1], [auto], [],
        [AC_MSG_ERROR([$2 is missing: install $3, or see --without-$1])])])])
  AS_IF([test $have_$1 = 1],
    [AS_VAR_APPEND([sfm_unpackers], [" $1"])],
    [AC_SUBST(SFM_NAME[]_CFLAGS, []) AC_SUBST(SFM_NAME[]_LIBS, [])])
  AC_SUBST([HAVE_]SFM_NAME, [$have_$1])
  AC_DEFINE_UNQUOTED([HAVE_]SFM_NAME, [$have_$1],
    [Define to 1 if $4 are read, else to 0.])
  m4_popdef([SFM_NAME])
])

# SFM_UNPACKERS
AC_DEFUN([SFM_UNPACKERS], [
  sfm_unpackers=gzip
  SFM_UNPACKER([lzma], [liblzma], [liblzma-dev], [files that xz compressed])
  SFM_UNPACKER([zstd], [libzstd], [libzstd-dev], [files that zstd compressed])
])
