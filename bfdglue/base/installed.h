/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   installed.h - paths of the installed parts of sfmerge.

   It needs the C library only, as the plugin uses it too.  */

#ifndef BFDGLUE_INSTALLED_H
#define BFDGLUE_INSTALLED_H

#include <stdbool.h>

struct stat;

/* An installed file.  */
struct installed
{
  const char *path;  /* as configured */
  const char *build; /* relative to the top of the build tree */
};

extern const struct installed installed_program;
extern const struct installed installed_plugin;
extern const struct installed installed_wrapper; /* ld, for its directory */
/* The script of a command, up to its name.  */
extern const struct installed installed_command;
extern const struct installed installed_script; /* keep.ld, for the same */

/* The path of the running program without symbolic links, from malloc.  NULL:
   it is unknown, or there is no memory.  */
char *installed_self (void);

/* *ST: the status of the running program's file.  False: it is unknown.  */
bool installed_self_status (struct stat *st);

/* The path of PART, from malloc, given that the part CALLER is at SELF, a path
   without symbolic links.  Both are in the same build tree or in the same
   installation, which may have been moved as a whole.  If SELF is NULL, it is
   the configured path.  Whether the file exists is not checked.  NULL: no
   memory.  */
char *installed_beside (const char *self, const struct installed *caller,
                        const struct installed *part);

#endif /* BFDGLUE_INSTALLED_H */
