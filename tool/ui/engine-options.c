/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   engine-options.c - the engine options that the commands use.  */

#include "config.h"

#include "options.h"
#include "paged.h"
#include "process.h"

struct sfm_options
engine_options (enum sfm_target target)
{
  return (struct sfm_options){ .size = sizeof (struct sfm_options),
                               .target = target,
                               .alloc = large_pages_alloc,
                               .release = large_pages_release,
                               .threads = threads_processors () };
}
