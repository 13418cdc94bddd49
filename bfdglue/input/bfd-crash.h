/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bfd-crash.h - the end of a process in which libbfd crashes.  */

#ifndef BFDGLUE_BFD_CRASH_H
#define BFDGLUE_BFD_CRASH_H

/* libbfd works for the file NAME from here on, which must stay valid; NULL: it
   does not.  If it crashes, or ends the process by abort, the process says the
   name, removes its temporary files and exits with status 2.  Any other crash
   is as before.  One thread calls this.  */
void bfd_crash_names (const char *name);

#endif /* BFDGLUE_BFD_CRASH_H */
