# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Flags that make a bug harder to exploit, and builds that do not depend on
# where they are made.

# SFM_ADD_LINK_FLAG(VARIABLE, FLAG)
# Append FLAG to VARIABLE if the linker takes it.  A linker may only warn of
# what it does not know.
AC_DEFUN([SFM_ADD_LINK_FLAG], [
  AS_VAR_PUSHDEF([cache], [sfm_cv_ldflag_$2])
  AC_CACHE_CHECK([whether $CC links with $2], [cache],
    [sfm_save_LDFLAGS=$LDFLAGS
     LDFLAGS="$LDFLAGS -Werror -Wl,--fatal-warnings $2"
     AC_LINK_IFELSE([AC_LANG_PROGRAM([], [])],
       [AS_VAR_SET([cache], [yes])], [AS_VAR_SET([cache], [no])])
     LDFLAGS=$sfm_save_LDFLAGS])
  AS_VAR_IF([cache], [yes], [AS_VAR_APPEND([$1], [" $2"])])
  AS_VAR_POPDEF([cache])
])

# SFM_PIE
# Programs get random addresses.  -pie comes after the user's CFLAGS on the
# linker's command line, so a user who wants none is asked here.
AC_DEFUN([SFM_PIE], [
  AS_CASE([" $CC $CFLAGS $LDFLAGS "],
    [*\ -no-pie\ *|*\ -fno-pie\ *|*\ -fno-PIE\ *|*\ -static\ *], [],
    [AC_CACHE_CHECK([whether $CC makes position-independent programs],
       [sfm_cv_pie],
       [sfm_save_CFLAGS=$CFLAGS
        sfm_save_LDFLAGS=$LDFLAGS
        CFLAGS="-fPIE $CFLAGS"
        LDFLAGS="-pie $LDFLAGS"
        AC_LINK_IFELSE([AC_LANG_PROGRAM([], [])],
          [sfm_cv_pie=yes], [sfm_cv_pie=no])
        CFLAGS=$sfm_save_CFLAGS
        LDFLAGS=$sfm_save_LDFLAGS])
     AS_VAR_IF([sfm_cv_pie], [yes],
       [AS_VAR_APPEND([HARDEN_CFLAGS], [" -fPIE"])
        PIE_LDFLAGS=-pie])])
])

# SFM_HARDENING
# Set HARDEN_CFLAGS, HARDEN_LDFLAGS and PIE_LDFLAGS, the last for programs
# only, unless --disable-hardening is given.  _FORTIFY_SOURCE is in config.h:
# there it can depend on whether a file is optimised ("make CFLAGS=-O0"), and
# yields to one that the user or the compiler defines.  Sanitizers check more
# than the replaced functions do, and do not know these.
AC_DEFUN([SFM_HARDENING], [
  AC_ARG_ENABLE([hardening],
    [AS_HELP_STRING([--disable-hardening],
       [leave out what makes bugs harder to exploit])],
    [], [enable_hardening=yes])
  HARDEN_CFLAGS=
  HARDEN_LDFLAGS=
  PIE_LDFLAGS=
  AS_VAR_IF([enable_hardening], [no], [], [
    SFM_ADD_FLAG([HARDEN_CFLAGS], [-fstack-protector-strong])
    SFM_ADD_FLAG([HARDEN_CFLAGS], [-fstack-clash-protection])
    AS_CASE([$host_cpu],
      [x86_64|i?86], [SFM_ADD_FLAG([HARDEN_CFLAGS], [-fcf-protection=full])],
      [aarch64*],
        [SFM_ADD_FLAG([HARDEN_CFLAGS], [-mbranch-protection=standard])])
    SFM_PIE
    SFM_ADD_LINK_FLAG([HARDEN_LDFLAGS], [-Wl,-z,relro])
    SFM_ADD_LINK_FLAG([HARDEN_LDFLAGS], [-Wl,-z,now])
    SFM_ADD_LINK_FLAG([HARDEN_LDFLAGS], [-Wl,-z,noexecstack])
    AS_VAR_IF([SAN_CFLAGS], [],
      [AC_DEFINE([FORTIFY], [1], [Define for checked C library calls.])])
  ])
  AH_BOTTOM([#if defined FORTIFY && defined __OPTIMIZE__ \
  && !defined _FORTIFY_SOURCE
# if (defined __clang__ && __clang_major__ >= 9) \
    || (!defined __clang__ && defined __GNUC__ && __GNUC__ >= 12)
#  define _FORTIFY_SOURCE 3
# else
#  define _FORTIFY_SOURCE 2
# endif
#endif])
  AC_SUBST([enable_hardening])
  AC_SUBST([HARDEN_CFLAGS])
  AC_SUBST([HARDEN_LDFLAGS])
  AC_SUBST([PIE_LDFLAGS])
])

# SFM_PREFIX_MAP
# Set have_prefix_map: debug information and __FILE__ can name files from the
# top of the source, wherever that is.
AC_DEFUN([SFM_PREFIX_MAP], [
  sfm_prefix_map=
  SFM_ADD_FLAG([sfm_prefix_map], [-ffile-prefix-map=a=b])
  AM_CONDITIONAL([PREFIX_MAP], [test "x$sfm_prefix_map" != x])
])
