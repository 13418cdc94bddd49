/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   mutate-script.c - mutants of scripts: another option, or a field of one of
   the files.  */

#include "config.h"

#include <string.h>

#include "mutate.h"
#include "script.h"

/* What a command line may get: commands, options, names.  */
static const char *const words[] = {
  "link",
  "repair",
  "convert",
  "synth",
  "strip",
  "check",
  "diff",
  "dump",
  "reserve",
  "run",
  "help",
  "-o",
  "out",
  "-i",
  "-n",
  "-q",
  "-v",
  "-r",
  "-j",
  "2",
  "d",
  ".",
  "f0",
  "f1",
  "f2",
  "f3",
  "d/f1",
  "d/f2",
  "@f1",
  "@f2",
  "--",
  "--in-place",
  "--output=out",
  "--dry-run",
  "--recursive",
  "--images",
  "--exclude=f1",
  "--exclude=d/*",
  "--jobs=0",
  "--detached=out",
  "--detached=d",
  "--detached=f1",
  "--to=v2",
  "--to=v2-pcrel",
  "--to=v3",
  "--for=kernel",
  "--for=kernel-modules",
  "--for=kernel-vmlinux",
  "--for=kernel-eh-frame",
  "--for=glibc-2.42",
  "--for=glibc-2.43",
  "--for=ld-2.44",
  "--for=ld-2.46",
  "--for=mold-2.42",
  "--for=libsframe-2.44",
  "--for=v2-reader",
  "--for=all",
  "--fill",
  "--synth",
  "--strip",
  "--fill=eh_frame",
  "--fill=gopclntab",
  "--split",
  "--keep",
  "--symbols=f1",
  "--symbols=f2",
  "--share-rows",
  "--share-rows=always",
  "--share-rows=never",
  "--share-rows=auto",
  "--cover-noreturn",
  "--cover-noreturn=always",
  "--cover-noreturn=never",
  "--grow=none",
  "--grow=slot",
  "--grow=pages",
  "--grow=large-pages",
  "--grow=move-phdrs",
  "--plt=auto",
  "--plt=none",
  "--plt=keep",
  "--plt=require",
  "--partial",
  "--require",
  "--fatal-warnings",
  "--no-verify",
  "--force",
  "--fsync",
  "--json",
  "--quiet",
  "--brief",
  "--color=always",
  "--demangle",
  "--verbose",
  "--from-map=f2",
  "--from-map=f3",
  "--against=f1",
  "--against=f2",
  "--fail-on=note",
  "--fail-on=warning",
  "--fail-on=any",
  "--min-coverage=50",
  "--html=d",
  "--rows",
  "--no-rows",
  "--headers",
  "--at=one",
  "--at=two+0x4",
  "--at=0x1000",
  "--size=4096",
  "--reserve=out",
  "--if-needed",
  "--list-consumers",
  "--help",
  "--version",
  "--prove",
  "--eh-frame",
  "--eh-frame-hdr",
};

enum
{
  WORD_COUNT = sizeof words / sizeof words[0],
  TEXT_MAX = SCRIPT_LINES_MAX - 32
};

/* The line that begins at *FROM of the SIZE characters at TEXT: chosen at
   random.  Returns its end, past the '\n'.  */
static size_t
choose_line (struct gen *g, const char *text, size_t size, size_t *from)
{
  size_t at = size == 0 ? 0 : gen_below (g, (uint32_t) size);

  while (at != 0 && text[at - 1] != '\n')
    at--;
  *from = at;
  while (at < size && text[at] != '\n')
    at++;
  return at < size ? at + 1 : at;
}

/* Insert, replace or remove a line of SCRIPT; TEXT has room for it.  */
static void
change_lines (struct gen *g, struct script *script, char *text)
{
  size_t size = script->lines_size < TEXT_MAX ? script->lines_size : TEXT_MAX,
         from;

  memcpy (text, script->lines, size);
  if (size == 0 || text[size - 1] != '\n')
    text[size++] = '\n';
  size_t to = choose_line (g, text, size, &from);
  const char *word = words[gen_below (g, WORD_COUNT)];
  size_t length = strlen (word);
  switch (gen_below (g, 8))
    {
    case 0:
    case 1:
      length = 0;
      break;
    case 2:
    case 3:
      break;
    case 4:
      mutate_plain (g, (uint8_t *) text + from, to - from);
      length = 0;
      from = to;
      break;
    default:
      /* After the command: options go there.  */
      from = to;
    }
  memmove (text + from + length + (length != 0), text + to, size - to);
  memcpy (text + from, word, length);
  if (length != 0)
    text[from + length] = '\n';
  script->lines = text;
  script->lines_size = from + length + (length != 0) + size - to;
}

/* Change one file of SCRIPT, where it is.  */
static void
change_file (struct gen *g, struct script *script)
{
  struct script_file *file
      = &script->files[gen_below (g, (uint32_t) script->file_count)];
  /* The bytes are the caller's, which may be changed.  */
  uint8_t *bytes = (uint8_t *) (uintptr_t) file->bytes;

  for (uint32_t i = 1 + gen_below (g, 3); i != 0; i--)
    file->size = mutate_elf (g, bytes, file->size);
}

/* Files change places, or get other flags, or one goes.  */
static void
change_order (struct gen *g, struct script *script)
{
  uint32_t count = (uint32_t) script->file_count;
  struct script_file *one = &script->files[gen_below (g, count)];
  struct script_file *two = &script->files[gen_below (g, count)];
  struct script_file spare = *one;

  switch (gen_below (g, 4))
    {
    case 0:
      *one = *two;
      *two = spare;
      break;
    case 1:
      *one = *two;
      break;
    case 2:
      one->flags ^= (uint8_t) (1U << gen_below (g, 2));
      break;
    default:
      script->flags ^= SCRIPT_THREADS;
    }
}

size_t
mutate (struct gen *g, uint8_t *bytes, size_t size, size_t room)
{
  static uint8_t spare[1 << 20];
  struct script script;
  char text[SCRIPT_LINES_MAX];

  script_read (bytes, size, &script);
  uint32_t choice = gen_below (g, 16);
  if (script.file_count == 0 || choice < 4)
    change_lines (g, &script, text);
  else if (choice == 4)
    change_order (g, &script);
  else
    change_file (g, &script);
  size_t wanted = script_size (&script);
  if (wanted > room || wanted > sizeof spare)
    return mutate_plain (g, bytes, size);
  script_write (&script, spare);
  memcpy (bytes, spare, wanted);
  return wanted;
}
