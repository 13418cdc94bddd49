/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   dump-json.h - begin and end the JSON document around dumped sections.  */

#ifndef TOOL_DUMP_JSON_H
#define TOOL_DUMP_JSON_H

#include "dump-walk.h"

/* Begin the document, and set DUMP's form to JSON.  Statuses: NOMEM, which was
   said, and nothing was written.  */
sfm_status json_begin (struct dump *dump) SFM_CHECKED;

/* Begin and end the object of FILE in "files".  dump_walk may be called any
   number of times in between.  */
void json_file (struct dump *dump, const char *file);
void json_file_end (struct dump *dump);

/* End the document, and release the state of json_begin.  */
void json_end (struct dump *dump);

#endif /* TOOL_DUMP_JSON_H */
