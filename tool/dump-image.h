/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   dump-image.h - the .sframe sections of a file that our own ELF layer
   reads.  */

#ifndef TOOL_DUMP_IMAGE_H
#define TOOL_DUMP_IMAGE_H

#include "dump-walk.h"

/* Dump the linked image PATH.  */
sfm_status dump_image (struct dump *dump, const char *path) SFM_CHECKED;

/* Dump the .sframe sections without a byte of the object PATH: the reader of
   inputs passes over them.  */
sfm_status dump_image_empty (struct dump *dump, const char *path) SFM_CHECKED;

#endif /* TOOL_DUMP_IMAGE_H */
