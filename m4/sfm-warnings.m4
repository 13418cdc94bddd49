# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Warning flags, probed one by one.

# SFM_ADD_FLAG(VARIABLE, FLAG)
# Append FLAG to VARIABLE if the compiler takes it.  -Werror is part of the
# probe: clang only warns about a flag that it does not know.
AC_DEFUN([SFM_ADD_FLAG], [
  AS_VAR_PUSHDEF([cache], [sfm_cv_cflag_$2])
  AC_CACHE_CHECK([whether $CC takes $2], [cache],
    [sfm_save_CFLAGS=$CFLAGS
     CFLAGS="$CFLAGS -Werror $2"
     AC_COMPILE_IFELSE([AC_LANG_PROGRAM([], [])],
       [AS_VAR_SET([cache], [yes])], [AS_VAR_SET([cache], [no])])
     CFLAGS=$sfm_save_CFLAGS])
  AS_VAR_IF([cache], [yes], [AS_VAR_APPEND([$1], [" $2"])])
  AS_VAR_POPDEF([cache])
])

# SFM_WARNINGS
# Set WARN_CFLAGS.  The user's CFLAGS come later on the command line and so
# have the last word.  -Wcast-align=strict, not -Wcast-align: the latter says
# nothing on machines that bear unaligned access.  No -Wconversion under
# UBSan: gcc then warns about shifts that it instrumented itself.
AC_DEFUN([SFM_WARNINGS], [
  WARN_CFLAGS=
  m4_foreach_w([flag],
    [-std=c11 -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes
     -Wmissing-prototypes -Wwrite-strings -Wformat=2 -Wundef -Wvla
     -Wcast-qual -Wcast-align=strict],
    [SFM_ADD_FLAG([WARN_CFLAGS], flag)])
  AS_VAR_IF([enable_ubsan], [no],
    [SFM_ADD_FLAG([WARN_CFLAGS], [-Wconversion])
     SFM_ADD_FLAG([WARN_CFLAGS], [-Wsign-conversion])])
  AS_VAR_IF([enable_werror], [no], [],
    [SFM_ADD_FLAG([WARN_CFLAGS], [-Werror])])
  AC_SUBST([WARN_CFLAGS])
])
