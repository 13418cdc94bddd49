/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   temporary.c - names of temporary files.  */

#include "config.h"

#include <stdlib.h>
#include <unistd.h>

#include "diag.h"
#include "paged.h"

char *
temporary_template (struct pool *pool, const char *name)
{
  const char *where = getenv ("TMPDIR");

  if (where == NULL || access (where, W_OK | X_OK) != 0)
    where = "/tmp";
  return text_format (pool, "%s/%s-XXXXXX", where, name);
}
