# SPDX-License-Identifier: MIT
# Copyright (C) 2026 the sfmerge authors
#
# SFrame for whoever builds a package that uses Autoconf.

# serial 1

# SFMERGE_WITH_SFRAME
# -------------------
# Offer --with-sframe.  Whoever asks for it gets programs and libraries that
# are linked through sfmerge's wrapper, or configure stops and says what is
# missing.  Without it the build is as it was.
#
# Call it after AC_PROG_CC and AC_PROG_CXX, and before LT_INIT:
#
#   AC_PROG_CC
#   SFMERGE_WITH_SFRAME
#   LT_INIT
#
# SFMERGE is the program, or "no".  With Automake there is the conditional
# SFRAME, for example for a check of what was linked:
#
#   if SFRAME
#   check-local: $(PROGRAMS)
#           $(SFMERGE) check --require --for=kernel $(PROGRAMS)
#   endif
#
# The options go into CC and CXX.  In LDFLAGS libtool would drop -B when it
# links a shared library, and it remembers the compiler that LT_INIT sees; in
# CFLAGS they would be gone with "make CFLAGS=-O0".
AC_DEFUN([SFMERGE_WITH_SFRAME],
[AC_REQUIRE([AC_PROG_CC])dnl
AC_PROVIDE_IFELSE([LT_INIT],
  [m4_fatal([SFMERGE_WITH_SFRAME must come before LT_INIT])])dnl
AC_PROVIDE_IFELSE([AC_PROG_CXX], [],
  [AC_CONFIG_COMMANDS_PRE([AC_PROVIDE_IFELSE([AC_PROG_CXX],
    [m4_fatal([SFMERGE_WITH_SFRAME must come after AC_PROG_CXX])])])])dnl
AC_ARG_VAR([SFMERGE], [the program sfmerge])
AC_ARG_WITH([sframe],
  [AS_HELP_STRING([--with-sframe],
    [describe all functions by SFrame, merged by sfmerge])],
  [], [with_sframe=no])
AS_CASE([$with_sframe],
  [no], [SFMERGE=no],
  [yes], [_SFMERGE_USE],
  [AC_MSG_ERROR(
    [--with-sframe takes no value but yes and no; SFMERGE names the program])])
m4_ifdef([AM_CONDITIONAL],
  [AM_CONDITIONAL([SFRAME], [test "x$with_sframe" = xyes])])dnl
])

# _SFMERGE_USE
# ------------
# Find all that is needed, and change the compilers' names.
AC_DEFUN([_SFMERGE_USE],
[AC_PATH_PROG([SFMERGE], [sfmerge], [no])
AS_VAR_IF([SFMERGE], [no],
  [AC_MSG_ERROR([--with-sframe needs sfmerge, which is not in PATH])])
AC_MSG_CHECKING([for the directory of sfmerge's linkers])
# Without the wrapper it prints nothing, and says so.
sfmerge_wrap=`"$SFMERGE" --print-wrap 2>&AS_MESSAGE_LOG_FD`
AS_VAR_IF([sfmerge_wrap], [],
  [AC_MSG_RESULT([none])
   AC_MSG_ERROR([--with-sframe: "$SFMERGE --print-wrap" fails])])
AC_MSG_RESULT([$sfmerge_wrap])
AS_CASE([$sfmerge_wrap], [*[[[:blank:]]]*],
  [AC_MSG_ERROR(
    [--with-sframe: CC cannot name a directory with a blank: $sfmerge_wrap])])
AC_LANG_PUSH([C])
_SFMERGE_COMPILER([CC])
AC_LANG_POP([C])
AC_PROVIDE_IFELSE([AC_PROG_CXX],
  [AC_LANG_PUSH([C++])
   _SFMERGE_COMPILER([CXX])
   AC_LANG_POP([C++])])dnl
])

# _SFMERGE_COMPILER(VARIABLE)
# ---------------------------
# Give the compiler of the current language, in VARIABLE, its option, if it
# links through the wrapper with it.
AC_DEFUN([_SFMERGE_COMPILER],
[AC_MSG_CHECKING([whether $$1 links through sfmerge])
$1="$$1 -B$sfmerge_wrap"
AC_LINK_IFELSE(
  [AC_LANG_PROGRAM([], [])],
  [AS_IF(["$SFMERGE" check --require conftest$EXEEXT >&AS_MESSAGE_LOG_FD 2>&1],
    [sfmerge_works=yes], [sfmerge_works="no, it has no SFrame"])],
  [sfmerge_works="no, it fails"])
AC_MSG_RESULT([$sfmerge_works])
AS_VAR_IF([sfmerge_works], [yes], [],
  [AC_MSG_ERROR([--with-sframe: $$1: $sfmerge_works; see config.log])])
])
