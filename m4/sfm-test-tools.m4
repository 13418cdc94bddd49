# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# The assemblers, linkers and readers that the tests use.

# SFM_TEST_TOOL(VARIABLE, NAMES)
# Path of the first of NAMES, or nothing.
AC_DEFUN([SFM_TEST_TOOL], [
  AC_PATH_PROGS([$1], [$2], [])
  AS_VAR_IF([$1], [], [AS_VAR_APPEND([sfm_tools_missing], [" $2"])])
])

# SFM_TEST_TOOLS
# The paths go into testsuite/tools.exp.  A missing tool is empty there.
AC_DEFUN([SFM_TEST_TOOLS], [
  AC_ARG_VAR([SFMERGE_TOOLCHAINS],
    [folder whose bin/ has newer assemblers and linkers, for more tests])
  AC_ARG_VAR([SFMERGE_CORPUS], [folder of sample files, for more tests])
  # As Makefile variables they would hide those of the environment.
  AM_SUBST_NOTMAKE([SFMERGE_TOOLCHAINS])
  AM_SUBST_NOTMAKE([SFMERGE_CORPUS])
  sfm_tools_missing=
  SFM_TEST_TOOL([TEST_CC], [gcc cc])
  SFM_TEST_TOOL([TEST_CXX], [g++ c++])
  SFM_TEST_TOOL([TEST_AS], [as])
  SFM_TEST_TOOL([TEST_LD], [ld.bfd ld])
  SFM_TEST_TOOL([TEST_GOLD], [ld.gold])
  SFM_TEST_TOOL([TEST_LLD], [ld.lld])
  SFM_TEST_TOOL([TEST_MOLD], [mold])
  SFM_TEST_TOOL([TEST_AR], [ar])
  SFM_TEST_TOOL([TEST_NM], [nm])
  SFM_TEST_TOOL([TEST_OBJCOPY], [objcopy])
  SFM_TEST_TOOL([TEST_OBJDUMP], [objdump])
  SFM_TEST_TOOL([TEST_READELF], [readelf])
  SFM_TEST_TOOL([TEST_STRIP], [strip])
  SFM_TEST_TOOL([TEST_PYTHON], [python3])
  SFM_TEST_TOOL([TEST_AARCH64_AS], [aarch64-linux-gnu-as])
  SFM_TEST_TOOL([TEST_AARCH64_LD], [aarch64-linux-gnu-ld])
  SFM_TEST_TOOL([TEST_AARCH64_GOLD], [aarch64-linux-gnu-ld.gold])
  SFM_TEST_TOOL([TEST_S390X_AS], [s390x-linux-gnu-as])
  SFM_TEST_TOOL([TEST_S390X_LD], [s390x-linux-gnu-ld])
  SFM_TEST_TOOL([TEST_S390X_GOLD], [s390x-linux-gnu-ld.gold])
  AC_PATH_PROG([RUNTEST_PROGRAM], [runtest], [])
  AS_VAR_IF([RUNTEST_PROGRAM], [],
    [AS_VAR_APPEND([sfm_tools_missing], [" runtest (make check will fail)"])])
  AS_VAR_IF([sfm_tools_missing], [],
    [sfm_tools_summary="all tools found"],
    [sfm_tools_summary="missing:$sfm_tools_missing"])
])
