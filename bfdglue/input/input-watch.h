/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   input-watch.h - what the reader of inputs finds besides objects, for a
   process that reads on behalf of another.  */

#ifndef BFDGLUE_INPUT_WATCH_H
#define BFDGLUE_INPUT_WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "file-bytes.h"
#include "input.h"

/* What may be given twice, and whether it is then read again.  */
enum input_given
{
  INPUT_GIVEN_OBJECT,  /* it is */
  INPUT_GIVEN_ARCHIVE, /* it is not, and this is told */
  INPUT_GIVEN_MEMBER   /* of a thin archive: it is not, and counted */
};

struct input_watch
{
  /* The reader comes to the file ID; WHERE is the offset of a member's header
     in it, or 0.  What it has come to before is not told, unless it is read
     again.  LEFT tells the end of an archive or member.  */
  void (*given) (void *data, enum input_given what, const struct file_id *id,
                 uint64_t where);
  void (*left) (void *data);

  /* At the end of the thin archive PATH: COUNT of its members were read
     before.  */
  void (*repeated) (void *data, const char *path, size_t count);

  /* libbfd gets the object NAME, unless OPEN returns false; CLOSE tells that
     it has been read, or cannot be.  */
  bool (*open) (void *data, const char *name);
  void (*close) (void *data);

  /* libbfd ends the process, for the reason in the SIZE bytes at TEXT.  */
  void (*dying) (void *data, const char *text, size_t size);

  void *data;
};

/* Tell WATCH, which must live as long as INPUTS, from here on.  */
void inputs_watch (struct inputs *inputs, const struct input_watch *watch);

/* Report that the archive PATH was read before, or COUNT of its members.  */
void input_tell_archive (const struct diag_sink *sink, const char *path);
void input_tell_members (const struct diag_sink *sink, const char *path,
                         size_t count);

#endif /* BFDGLUE_INPUT_WATCH_H */
