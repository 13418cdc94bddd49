# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Sanitizers, counters and fuzzing: asked for means there, or configure stops.

# SFM_TRY_SANITIZER(FLAGS, WHAT, [VARIABLE])
# Append FLAGS to VARIABLE, or SAN_CFLAGS, after linking with them, or stop.  A
# compiler often takes a sanitizer's flag whose run-time library is not
# installed.
AC_DEFUN([SFM_TRY_SANITIZER], [
  AC_MSG_CHECKING([whether $2 links])
  sfm_save_CFLAGS=$CFLAGS
  CFLAGS="$CFLAGS $1"
  AC_LINK_IFELSE([AC_LANG_PROGRAM([], [])],
    [AC_MSG_RESULT([yes])],
    [AC_MSG_RESULT([no])
     AC_MSG_ERROR([$CC does not link with $1, as $2 needs])])
  CFLAGS=$sfm_save_CFLAGS
  AS_VAR_APPEND([m4_default([$3], [SAN_CFLAGS])], [" $1"])
])

# SFM_SANITIZER(OPTION, NAME, WHAT, [MORE-FLAGS])
# The configure option --enable-OPTION for -fsanitize=NAME.
AC_DEFUN([SFM_SANITIZER], [
  AC_ARG_ENABLE([$1],
    [AS_HELP_STRING([--enable-$1], [build with $3])],
    [], [enable_$1=no])
  AS_VAR_IF([enable_$1], [no], [],
    [SFM_TRY_SANITIZER([-fsanitize=$2 m4_default([$4],
                                         [-fno-omit-frame-pointer])], [$3])])
  AC_SUBST([SAN_CFLAGS])
])

# SFM_FUZZING
# With --enable-fuzzing every object is instrumented, and the fuzz targets are
# linked with libFuzzer's main instead of the replay program's.  Who sets
# LIB_FUZZING_ENGINE has put the flags of that engine into CFLAGS.
AC_DEFUN([SFM_FUZZING], [
  AM_CONDITIONAL([FUZZING], [test "x$enable_fuzzing" != xno])
  AC_ARG_VAR([LIB_FUZZING_ENGINE],
             [what fuzz targets are linked with; default -fsanitize=fuzzer])
  AS_IF([test "x$enable_fuzzing" != xno && test "x$LIB_FUZZING_ENGINE" = x],
    [SFM_TRY_SANITIZER([-fsanitize=fuzzer-no-link], [libFuzzer])
     LIB_FUZZING_ENGINE=-fsanitize=fuzzer])
])

# SFM_COVERAGE
# With --enable-coverage each process adds to counters in coverage/, here or in
# another build directory that counts.  They are in the file while it runs, so
# that a process that is killed counts, too.  The path is in the program, as
# some tests empty the environment.
AC_DEFUN([SFM_COVERAGE], [
  AC_ARG_ENABLE([coverage],
    [AS_HELP_STRING([--enable-coverage@<:@=BUILD@:>@],
                    [build with counters for make coverage in BUILD (clang)])],
    [], [enable_coverage=no])
  AS_CASE([$enable_coverage],
    [no], [],
    [yes], [enable_coverage=$PWD],
    [enable_coverage=`cd "$enable_coverage" && pwd`
     test "x$enable_coverage" != x \
       || AC_MSG_ERROR([--enable-coverage names no directory])])
  AS_VAR_IF([enable_coverage], [no], [],
    [SFM_TRY_SANITIZER(m4_normalize([-fcoverage-mapping
       -fprofile-instr-generate=$enable_coverage/coverage/%m%c
       -mllvm -runtime-counter-relocation]), [coverage],
       [COVERAGE_CFLAGS])])
  AC_SUBST([COVERAGE_CFLAGS])
])
