# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# The linker plug-in: whether it can be built, and what for.

# SFM_PLUGIN
# Set the conditional PLUGIN, HAVE_PLUGIN, PLUGIN_LIBS, and PLUGIN_VARIABLE for
# sfmerge.pc, which names no plug-in that is not there.  The program that
# the plug-in runs has to read objects, so it is not built without libbfd.  It
# is loaded with dlopen, and needs on_exit to learn whether the link failed.
AC_DEFUN([SFM_PLUGIN], [
  AC_ARG_ENABLE([plugin],
    [AS_HELP_STRING([--disable-plugin], [do not build the linker plug-in])],
    [], [enable_plugin=auto])
  PLUGIN_LIBS=
  AS_IF([test "x$enable_plugin" = xno], [sfm_plugin_lacks=disabled],
    [test $have_bfd = 0], [sfm_plugin_lacks="built without libbfd"],
    [test "x$enable_shared" != xyes], [sfm_plugin_lacks="no shared objects"],
    [sfm_plugin_lacks=
     AC_CHECK_HEADER([plugin-api.h], [],
       [sfm_plugin_lacks="no plugin-api.h (binutils-dev)"])
     AC_CHECK_FUNC([on_exit], [], [sfm_plugin_lacks="no on_exit"])
     sfm_save_LIBS=$LIBS
     AC_SEARCH_LIBS([dladdr1], [dl], [], [sfm_plugin_lacks="no dladdr1"])
     LIBS=$sfm_save_LIBS
     AS_CASE([$ac_cv_search_dladdr1], [-l*],
       [PLUGIN_LIBS=$ac_cv_search_dladdr1])])
  AS_IF([test "x$sfm_plugin_lacks" = x],
    [have_plugin=1 sfm_plugin_summary=yes
     PLUGIN_VARIABLE='plugin=${libdir}/sfmerge/sfmerge-plugin.so'],
    [have_plugin=0 PLUGIN_VARIABLE=
     sfm_plugin_summary="no: $sfm_plugin_lacks"
     AS_VAR_IF([enable_plugin], [yes],
       [AC_MSG_ERROR([the plug-in cannot be built: $sfm_plugin_lacks])])])
  AC_SUBST([PLUGIN_LIBS])
  AC_SUBST([PLUGIN_VARIABLE])
  AM_SUBST_NOTMAKE([PLUGIN_VARIABLE])
  AC_SUBST([HAVE_PLUGIN], [$have_plugin])
  AC_DEFINE_UNQUOTED([HAVE_PLUGIN], [$have_plugin],
    [Define to 1 if the linker plug-in is built, else to 0.])
  AM_CONDITIONAL([PLUGIN], [test $have_plugin = 1])
])
