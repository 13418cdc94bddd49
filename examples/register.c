/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   register.c - what a loader tells a kernel that walks stacks by SFrame: for
   each loaded object where its section and its code are.

   The kernel finds the sections of a program and of its interpreter by itself,
   those of other objects only if whoever loads them makes them known, as a
   loader of plugins or a just-in-time compiler.  No released kernel has the
   system call, so this program prints its arguments, or why the kernel would
   refuse the section.  The GNU C library needs no call.  */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

#include <inttypes.h>
#include <link.h>
#include <stdio.h>

#include "sfmerge.h"

static int
show_object (struct dl_phdr_info *info, size_t size, void *data)
{
  const char *name = info->dlpi_name[0] != '\0' ? info->dlpi_name : "program";
  unsigned *count = data;
  struct sfm_image image;
  struct sfm_registration r;
  struct sfm_diag diag;

  (void) size;
  sfm_status status
      = sfm_image_find (info->dlpi_phdr, info->dlpi_phnum, info->dlpi_addr,
                        NULL, NULL, &image, &diag);
  if (status == SFM_OK)
    status = sfm_image_registration (&image, &r, &diag);
  if (status == SFM_OK)
    {
      ++*count;
      printf ("%s: sframe_start 0x%" PRIx64 " sframe_size %" PRIu64
              " text_start 0x%" PRIx64 " text_size %" PRIu64 "\n",
              name, r.sframe_start, r.sframe_size, r.text_start, r.text_size);
    }
  else
    printf ("%s: %s\n", name,
            status == SFM_END ? "nothing to make known" : diag.text);
  return 0;
}

int
main (void)
{
  unsigned count = 0;

  dl_iterate_phdr (show_object, &count);
  printf ("%u to be made known\n", count);
  return 0;
}
