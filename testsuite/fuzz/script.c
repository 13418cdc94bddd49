/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   script.c - the input of fuzz targets that run commands on files.  */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "script.h"

enum
{
  HEAD_SIZE = 3,
  FILE_HEAD_SIZE = 4
};

void
script_read (const uint8_t *data, size_t size, struct script *script)
{
  *script = (struct script){ .lines = "" };
  if (size < HEAD_SIZE)
    return;
  script->flags = data[0];
  size_t lines = data[1] | (size_t) data[2] << 8;
  data += HEAD_SIZE;
  size -= HEAD_SIZE;
  script->lines = (const char *) data;
  script->lines_size = lines < size ? lines : size;
  data += script->lines_size;
  size -= script->lines_size;
  while (size >= FILE_HEAD_SIZE && script->file_count < SCRIPT_FILES)
    {
      struct script_file *file = &script->files[script->file_count++];
      size_t wanted = data[1] | (size_t) data[2] << 8 | (size_t) data[3] << 16;
      file->flags = data[0];
      data += FILE_HEAD_SIZE;
      size -= FILE_HEAD_SIZE;
      file->bytes = data;
      file->size = wanted < size ? wanted : size;
      data += file->size;
      size -= file->size;
    }
}

size_t
script_size (const struct script *script)
{
  size_t size = HEAD_SIZE + script->lines_size;

  for (size_t i = 0; i < script->file_count; i++)
    size += FILE_HEAD_SIZE + script->files[i].size;
  return size;
}

void
script_write (const struct script *script, uint8_t *out)
{
  *out++ = script->flags;
  *out++ = (uint8_t) script->lines_size;
  *out++ = (uint8_t) (script->lines_size >> 8);
  if (script->lines_size != 0)
    memcpy (out, script->lines, script->lines_size);
  out += script->lines_size;
  for (size_t i = 0; i < script->file_count; i++)
    {
      const struct script_file *file = &script->files[i];
      *out++ = file->flags;
      *out++ = (uint8_t) file->size;
      *out++ = (uint8_t) (file->size >> 8);
      *out++ = (uint8_t) (file->size >> 16);
      if (file->size != 0)
        memcpy (out, file->bytes, file->size);
      out += file->size;
    }
}

void
script_name (const struct script *script, size_t idx, char name[SCRIPT_NAME])
{
  snprintf (name, SCRIPT_NAME, "%sf%u",
            (script->files[idx].flags & SCRIPT_DIR) != 0 ? "d/" : "",
            (unsigned) idx % SCRIPT_FILES);
}

int
script_arguments (const struct script *script, char *text, char **argv)
{
  size_t size = script->lines_size < SCRIPT_LINES_MAX ? script->lines_size
                                                      : SCRIPT_LINES_MAX - 1;
  int argc = 1;
  char *end = text + size;

  memcpy (text, script->lines, size);
  *end = '\0';
  while (text < end && argc <= SCRIPT_ARGS)
    {
      char *stop = memchr (text, '\n', (size_t) (end - text));
      argv[argc++] = text;
      if (stop == NULL)
        break;
      *stop = '\0';
      text = stop + 1;
    }
  argv[argc] = NULL;
  return argc;
}

static bool
contains (const void *bytes, size_t size, const char *text)
{
  return memmem (bytes, size, text, strlen (text)) != NULL;
}

/* A slash in a command line only stands after the directory of the script.  No
   quotes are taken out from between two dots.  */
static bool
has_path (const char *text, size_t size)
{
  for (size_t i = 0; i + 1 < size; i++)
    if (text[i] == '.' && memchr (".\"'\\", text[i + 1], 4) != NULL)
      return true;
  for (size_t i = 0; i < size; i++)
    if (text[i] == '/'
        && (i == 0 || text[i - 1] != 'd'
            || (i > 1 && memchr ("=\n", text[i - 2], 2) == NULL)))
      return true;
  return false;
}

/* A thin archive names files.  A slash ends a name, or begins the number of a
   long one; any other one may be part of a path.  */
static bool
has_thin_path (const uint8_t *bytes, size_t size)
{
  if (!contains (bytes, size, "!<thin>"))
    return false;
  for (size_t i = 0; i + 1 < size; i++)
    if (bytes[i] == '/' && memchr ("\n /0123456789", bytes[i + 1], 13) == NULL)
      return true;
  return contains (bytes, size, "..");
}

bool
script_is_harmless (const struct script *script)
{
  /* Any file may be one with arguments.  */
  bool responds = memchr (script->lines, '@', script->lines_size) != NULL;

  if (has_path (script->lines, script->lines_size))
    return false;
  for (size_t i = 0; i < script->file_count; i++)
    {
      const struct script_file *file = &script->files[i];
      if (has_thin_path (file->bytes, file->size))
        return false;
      if (responds && has_path ((const char *) file->bytes, file->size))
        return false;
    }
  return true;
}
