# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Zydis 4, which decodes instructions of x86-64.

# SFM_ZYDIS
# The configure option --with-zydis: set HAVE_ZYDIS and ZYDIS_LIBS.
AC_DEFUN([SFM_ZYDIS], [
  AC_ARG_WITH([zydis],
    [AS_HELP_STRING([--with-zydis],
                    [prove rows from instructions of x86-64; the default is to
                     do so if Zydis is there; AArch64 needs nothing])],
    [], [with_zydis=auto])
  have_zydis=no
  AS_VAR_IF([with_zydis], [no], [],
    [AC_CHECK_HEADER([Zydis/Zydis.h],
      [AC_CHECK_LIB([Zydis], [ZydisDecoderDecodeFull], [have_zydis=yes])])
     AS_IF([test "$with_zydis$have_zydis" = yesno],
       [AC_MSG_ERROR([Zydis is missing: install libzydis-dev, or see
                       --without-zydis])])])
  AS_VAR_IF([have_zydis], [yes],
    [AC_SUBST([ZYDIS_LIBS], [-lZydis])
     AC_DEFINE([HAVE_ZYDIS], [1],
       [Define to 1 if instructions of x86-64 are decoded.])])
])
