/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   diff-file.c - read one of the two files that are compared.  */

#include "config.h"

#include <stdlib.h>

#include "diff.h"
#include "file-list.h"

sfm_status
diff_file_read (struct diff_file *file, const struct diag_sink *sink)
{
  static const struct file_visitor visitor
      = { .image = diff_image, .objects = diff_objects };

  file->sink = sink;
  return file_visit (&file->source, &visitor, file, sink);
}

void
diff_file_free (struct diff_file *file)
{
  for (size_t i = 0; i < file->count; i++)
    {
      free (file->units[i].pieces);
      free (file->units[i].functions);
      free (file->units[i].names);
    }
  free (file->units);
  free (file->members);
  image_context_free (&file->context);
  inputs_free (file->inputs);
  pool_free (&file->pool);
}
