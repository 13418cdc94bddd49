/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   sandbox.h - what a process that reads untrusted bytes may still do.  */

#ifndef BFDGLUE_SANDBOX_H
#define BFDGLUE_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sandbox
{
  const int *kept; /* descriptors that stay open */
  size_t kept_count;
  bool streams; /* so do 1 and 2, which lead nowhere otherwise; 0 does */
  const char *const *readable; /* files and directories, below which files may
                                  be opened to read */
  size_t readable_count;
  uint64_t memory;  /* bytes of address space beyond what there is */
  unsigned seconds; /* of processor time */
};

/* Give up what a process does not need that only reads files: descriptors,
   capabilities, privileges, writing, connecting, starting programs.  What the
   kernel does not have is left out.  */
void sandbox_enter (const struct sandbox *box);

/* Whether a sanitizer looks at the process when it ends, which it cannot in a
   sandbox.  */
extern const bool sandbox_is_watched;

/* Whether the kernel has Landlock, and filters of system calls that are known
   here.  */
bool sandbox_has_landlock (void);
bool sandbox_has_filter (void);

#endif /* BFDGLUE_SANDBOX_H */
