/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   installed.h - where the parts of sfmerge are that belong together, also for
   the plugin: C library only.  */

#ifndef BFDGLUE_INSTALLED_H
#define BFDGLUE_INSTALLED_H

/* A file that is installed.  */
struct installed
{
  const char *path;  /* as it was configured */
  const char *build; /* from the top of the build tree */
};

extern const struct installed installed_program;
extern const struct installed installed_plugin;
extern const struct installed installed_wrapper; /* ld, of all linkers */
extern const struct installed installed_script;  /* keep.ld, of all scripts */

/* The path of the running program without symbolic links, from malloc; NULL:
   the system does not tell.  */
char *installed_self (void);

/* The path at which PART has to be for the part OWN that is at SELF, a path
   without symbolic links: in the same build tree or in the same installation,
   which may have been moved as a whole.  NULL as SELF: the configured path.
   From malloc; NULL: out of memory.  Whether it is there is not said.  */
char *installed_beside (const char *self, const struct installed *own,
                        const struct installed *part);

#endif /* BFDGLUE_INSTALLED_H */
