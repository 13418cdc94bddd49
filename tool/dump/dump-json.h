/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   dump-json.h - the JSON document around dumped sections.  */

#ifndef TOOL_DUMP_JSON_H
#define TOOL_DUMP_JSON_H

#include "dump-walk.h"

/* Begin the document, and make DUMP show sections as JSON.  NOMEM: nothing
   was written.  */
sfm_status json_begin (struct dump *dump) SFM_CHECKED;

/* Begin the next object of "files"; dump_walk may follow any number of
   times.  */
void json_file (struct dump *dump, const char *file);
void json_file_end (struct dump *dump);

/* End the document.  */
void json_end (struct dump *dump);

#endif /* TOOL_DUMP_JSON_H */
