/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   document.h - what the JSON documents of all commands have in common.

   Each is an object that begins with the schema and the version of the program
   and ends with the errors that belong to none of its files and with the exit
   status.  A command that fails before its document begins gets one of these
   members alone.  */

#ifndef TOOL_DOCUMENT_H
#define TOOL_DOCUMENT_H

#include <jansson.h>
#include <stdbool.h>

#include "outbuf.h"

/* Forget what an earlier command left.  If a document is WANTED, keep the
   errors that are reported from now on.  */
void document_prepare (bool wanted);

/* Write the first members; the caller's, each after a comma, follow.  */
void document_begin (void);

/* Write the last members, if the document was begun; if not, and one is wanted
   and STATUS is no success, write all of it.  */
void document_end (int status);

/* The errors from here on are those of one file; a process of its own may read
   it.  */
void document_file (void);

/* Whether there were any since document_file.  */
bool document_failed (void);

/* Take these errors, an array, out of those that document_end writes.  NULL:
   there are none.  */
json_t *document_failures (void);

/* The same, and append them to OUT as a member, after a comma, if there are
   any.  */
void document_put_failures (struct outbuf *out);

#endif /* TOOL_DOCUMENT_H */
