# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# libbfd: header, library, and whether the two belong together.

# SFM_BFD
# Set BFD_LIBS, the conditional BFD and HAVE_BFD.  config.h comes before bfd.h
# in every file, because upstream's bfd.h stops without PACKAGE_VERSION
# (Debian's does not).
AC_DEFUN([SFM_BFD], [
  AC_ARG_WITH([bfd],
    [AS_HELP_STRING([--without-bfd],
                    [build everything but the reading of objects])],
    [], [with_bfd=yes])
  AC_ARG_ENABLE([static-bfd],
    [AS_HELP_STRING([--enable-static-bfd],
                    [link libbfd statically: the shared one's name changes
                     with every binutils release])],
    [], [enable_static_bfd=no])
  AC_ARG_VAR([BFD_LIBS], [linker flags for libbfd, overriding the search])
  AS_VAR_IF([with_bfd], [no],
    [have_bfd=0 sfm_bfd_summary="none: objects and archives cannot be read"],
    [have_bfd=1
     SFM_BFD_SEARCH
     SFM_BFD_FEATURES
     sfm_bfd_summary="$BFD_LIBS"])
  AC_DEFINE_UNQUOTED([HAVE_BFD], [$have_bfd],
    [Define to 1 if objects are read through libbfd, else to 0.])
  AC_SUBST([HAVE_BFD], [$have_bfd])
  AM_CONDITIONAL([BFD], [test $have_bfd = 1])
])

# SFM_BFD_ARCHIVE(NAME, PACKAGE)
# Append NAME to sfm_archives if the linker finds it, else to sfm_absent, with
# Debian's PACKAGE that has it.  Not by the compiler's -print-file-name, which
# does not look where -L says.
AC_DEFUN([SFM_BFD_ARCHIVE], [
  AC_MSG_CHECKING([for $1])
  sfm_archive_LIBS=$LIBS
  LIBS="-l:$1 $LIBS"
  AC_LINK_IFELSE([AC_LANG_PROGRAM([], [])],
    [AC_MSG_RESULT([yes])
     AS_VAR_APPEND([sfm_archives], ["${sfm_archives:+ }-l:$1"])],
    [AC_MSG_RESULT([no])
     AS_VAR_APPEND([sfm_absent], ["${sfm_absent:+, }$1 (Debian: $2)"])])
  LIBS=$sfm_archive_LIBS
])

# SFM_BFD_CANDIDATES
# Set the positional parameters to the lists of libraries to be tried.  With
# the shared libbfd -lbfd alone is enough, and naming more would only add
# dependencies: the shortest list comes first.  Of archives that nothing needs
# no part is linked, so all that are there make one list.  What libbfd.a takes
# of stable libraries stays shared, as distributions want it.  Whether it needs
# zstd is its builder's choice: only the link shows it.
AC_DEFUN([SFM_BFD_CANDIDATES], [
  sfm_archives= sfm_absent=
  AS_IF([test "x$BFD_LIBS" != x],
    [set x "$BFD_LIBS"],
    [test "x$enable_static_bfd" != xno],
    [SFM_BFD_ARCHIVE([libbfd.a], [binutils-dev])
     SFM_BFD_ARCHIVE([libiberty.a], [libiberty-dev])
     SFM_BFD_ARCHIVE([libsframe.a], [binutils-dev])
     set x "$sfm_archives -lz" "$sfm_archives -lz -lzstd"],
    [set x "-lbfd" "-lbfd -liberty" "-lbfd -liberty -lz" \
       "-lbfd -liberty -lz -lzstd" "-lbfd -liberty -lsframe -lz -lzstd" \
       "-lbfd -liberty -lsframe -lz -lzstd -ldl"])
  shift
])

# SFM_BFD_SEARCH
# The program uses a macro and a function, each in the form that came with
# binutils 2.34: an older bfd.h does not compile it, a library of other parts
# does not link it.
AC_DEFUN([SFM_BFD_SEARCH], [
  AC_CHECK_HEADER([bfd.h], [],
    [AC_MSG_ERROR([bfd.h is missing: install binutils-dev, or see
                   --without-bfd])])
  sfm_save_LIBS=$LIBS
  sfm_found=no
  SFM_BFD_CANDIDATES
  AC_MSG_CHECKING([for the libraries that libbfd takes])
  for sfm_libs
  do
    LIBS="$sfm_libs $sfm_save_LIBS"
    AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <bfd.h>]],
      [[bfd *b = bfd_openr ("x", 0);
        return b ? (int) bfd_section_size (b->sections) : 0;]])],
      [sfm_found=yes; break])
  done
  AC_MSG_RESULT([$sfm_found: $sfm_libs])
  AS_VAR_IF([sfm_found], [no],
    [AS_IF([test "x$sfm_absent" != x],
       [AC_MSG_ERROR([libbfd does not link statically without $sfm_absent])],
       [AC_MSG_ERROR([libbfd does not link: install binutils-dev, give
                      BFD_LIBS, or see --without-bfd])])])
  BFD_LIBS=$sfm_libs
  LIBS="$BFD_LIBS $sfm_save_LIBS"
  AC_MSG_CHECKING([whether bfd.h and libbfd belong together])
  AC_RUN_IFELSE([AC_LANG_PROGRAM([[#include <bfd.h>]],
      [[return bfd_init () != BFD_INIT_MAGIC;]])],
    [AC_MSG_RESULT([yes])],
    [AC_MSG_RESULT([no])
     AC_MSG_ERROR([bfd_init disagrees with bfd.h: the header is of another
                   binutils release than the library])],
    [AC_MSG_RESULT([not known when cross compiling])])
  LIBS=$sfm_save_LIBS
])

# SFM_BFD_FEATURES
# What came and went between binutils 2.40 and 2.47.
AC_DEFUN([SFM_BFD_FEATURES], [
  sfm_save_LIBS=$LIBS
  LIBS="$BFD_LIBS $LIBS"
  AC_CHECK_FUNCS([bfd_thread_init bfd_print_error bfd_read])
  LIBS=$sfm_save_LIBS
  AC_CHECK_MEMBERS([struct bfd.lto_slim_object, struct bfd.lto_type], [], [],
    [[#include <bfd.h>]])
])
