/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-archive.c - archives that are read and written again with members
   replaced.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "archive.h"
#include "fixture-image.h"
#include "fixture-text.h"
#include "result.h"

/* An archive is made of words, which are headers unless they begin with one of
   these:

     NAME#SIZE  a header, with two more words, without spaces: the name field,
                whose underscores are spaces, and the size field
     =TEXT      data, where a tilde is a newline
     >X         four bytes, of the hexadecimal number X, big-endian
     *X         eight bytes

   Each header is at an even offset, after a newline where it would not be.  */
static uint8_t file[2000];
static size_t file_size;

static void
put (const void *bytes, size_t size)
{
  memcpy (file + file_size, bytes, size);
  file_size += size;
}

/* Put a header with NAME and SIZE, whose end is END.  */
static void
put_header (const char *name, const char *size, const char *end)
{
  char header[ARCHIVE_HEADER_SIZE + 1];

  if (file_size % 2 != 0)
    put ("\n", 1);
  snprintf (header, sizeof header, "%-16.16s%-32s%-10s%s", name, "0", size,
            end);
  for (size_t i = 0; i < ARCHIVE_NAME_SIZE; i++)
    if (header[i] == '_')
      header[i] = ' ';
  put (header, ARCHIVE_HEADER_SIZE);
}

/* Make the archive of TEXT.  */
static void
make (const char *text)
{
  char words[600], *state = NULL;

  file_size = 0;
  put ("!<arch>\n", 8);
  snprintf (words, sizeof words, "%s", text);
  for (char *word = strtok_r (words, " ", &state); word != NULL;
       word = strtok_r (NULL, " ", &state))
    {
      uint8_t bytes[8];
      char *size = strrchr (word, '#');
      const uint64_t number = strtoull (word + 1, NULL, 16);
      for (size_t i = 0; i < 8; i++)
        bytes[i] = (uint8_t) (number >> (56 - 8 * i));
      for (char *at = word; word[0] == '=' && *at != '\0'; at++)
        if (*at == '~')
          *at = '\n';
      if (word[0] == '=')
        put (word + 1, strlen (word + 1));
      else if (word[0] == '>')
        put (bytes + 4, 4);
      else if (word[0] == '*')
        put (bytes, 8);
      else if (size != NULL)
        {
          *size = '\0';
          put_header (word, size + 1,
                      strchr (size + 1, '!') != NULL ? "xx" : "`\n");
        }
    }
}

/* The members, with where their headers and their ends are, and their sizes;
   or the message.  */
static const struct
{
  const char *file, *wanted;
} reads[] = {
  { "", "" },
  { "a.o/#2 =xy", "a.o 8:2:70" },
  { "a.o/#3 =xyz", "a.o 8:3:71" },
  { "a.o/#3 =xyz b.o/#1 =x", "a.o 8:3:72 b.o 72:1:133" },
  { "a.o#2 =xy", "a.o 8:2:70" },
  { "a_b_o#2 =xy", "a b o 8:2:70" },
  { "a_b_o/_c#2 =xy", "a b o 8:2:70" },
  { "0123456789abcdef#0", "0123456789abcdef 8:0:68" },
  { "0123456789abcde/#0", "0123456789abcde 8:0:68" },
  { "________________#0", " 8:0:68" },
  { "a.o/#0000000002 =xy", "a.o 8:2:70" },
  /* Headers that are none.  */
  { "=x", " damaged archive: a member header at 0x8, but the file has only "
          "0x9 bytes" },
  { "a.o/#2 =xy =z",
    " damaged archive: a member header at 0x46, but the file has only 0x47 "
    "bytes" },
  { "a.o/#2! =xy",
    " damaged archive: the member header at 0x8 does not end with its mark" },
  { "a.o/#x =xy", " damaged archive: the member header at 0x8 has no size" },
  { "a.o/#-2 =xy", " damaged archive: the member header at 0x8 has no size" },
  { "a.o/#3 =xy", " damaged archive: the member header at 0x8 has more bytes "
                  "than the file" },
  { "a.o/#9999999999 =xy", " damaged archive: the member header at 0x8 has "
                           "more bytes than the file" },
  /* Long names, which end before a slash, or not, and are not empty.  */
  { "//#8 =long.o/~ /0#2 =xy", " 8:8:76 long.o 76:2:138" },
  { "//#8 =long.o/~ /4#2 =xy", " 8:8:76 .o 76:2:138" },
  { "//#8 =long.o~~ /0#2 =xy", " 8:8:76 long.o 76:2:138" },
  { "//#8 =long.o/~ /5#2 =xy", " 8:8:76 o 76:2:138" },
  { "//#8 =long.o/~ /6#2 =xy",
    " damaged archive: the member header at 0x4c has a name that the long "
    "names do not hold" },
  { "//#8 =long.o/~ /7#2 =xy",
    " damaged archive: the member header at 0x4c has a name that the long "
    "names do not hold" },
  { "//#8 =long.o/~ /8#2 =xy",
    " damaged archive: the member header at 0x4c has a name that the long "
    "names do not hold" },
  { "//#8 =long.o/x /0#2 =xy",
    " damaged archive: the member header at 0x4c has a name that the long "
    "names do not hold" },
  { "//#8 =/~/~/~/~ /0#2 =xy",
    " damaged archive: the member header at 0x4c has a name that the long "
    "names do not hold" },
  { "/0#2 =xy",
    " damaged archive: the member header at 0x8 has a name that the long "
    "names do not hold" },
  /* Other kinds.  */
  { "#1/3#3 =abc", " archive of an unknown kind: the member header at 0x8 is "
                   "not of the kind that System V and GNU have" },
  { "__.SYMDEF#2 =xy", "  .SYMDEF 8:2:70" },
  { "/x#2 =xy", " archive of an unknown kind: the member header at 0x8 is not "
                "of the kind that System V and GNU have" },
  { "/SYM64#2 =xy", " archive of an unknown kind: the member header at 0x8 is "
                    "not of the kind that System V and GNU have" },
  { "/#4 >0 /#4 >0", " archive of an unknown kind: the member header at 0x48 "
                     "is that of an index that is not the first member" },
  { "/#4 >0 /SYM64/#8 *0",
    " archive of an unknown kind: the member header at 0x48 is that of an "
    "index that is not the first member" },
  { "/#5 >0", " damaged archive: the member header at 0x8 has more bytes than "
              "the file" },
};

/* Open the file, and make the text.  */
static sfm_status
open_file (struct archive *archive)
{
  static struct file_bytes bytes;

  bytes = (struct file_bytes){ .bytes = file, .size = file_size };
  text_begin ();
  fixture_said[0] = '\0';
  const sfm_status status
      = archive_open ("lib", &bytes, archive, &fixture_sink);
  if (status != SFM_OK)
    text_add ("%s", fixture_said);
  for (size_t i = 0; i < archive->count; i++)
    text_add ("%s%s %" PRIu64 ":%" PRIu64 ":%" PRIu64, i == 0 ? "" : " ",
              archive->members[i].name, archive->members[i].header,
              archive->members[i].size, archive->members[i].end);
  return status;
}

static void
test_reads (void)
{
  struct archive archive;

  for (size_t i = 0; i < sizeof reads / sizeof reads[0]; i++)
    {
      make (reads[i].file);
      const sfm_status status = open_file (&archive);
      unit_result_of (strcmp (fixture_text, reads[i].wanted) == 0, "read: %s",
                      reads[i].file);
      if (status == SFM_OK)
        archive_close (&archive);
    }
}

/* What is written after the member with NAME has CONTENT: a file of words, as
   in what is read, or the message.  */
static const struct
{
  const char *file, *name, *content, *wanted;
} writes[] = {
  { "a.o/#2 =xy b.o/#2 =zw", NULL, NULL, "a.o/#2 =xy b.o/#2 =zw" },
  { "a.o/#2 =xy b.o/#2 =zw", "a.o", "123", "a.o/#3 =123 b.o/#2 =zw" },
  { "a.o/#2 =xy b.o/#2 =zw", "a.o", "1234", "a.o/#4 =1234 b.o/#2 =zw" },
  { "a.o/#2 =xy b.o/#1 =z", "a.o", "", "a.o/#0 b.o/#1 =z" },
  { "a.o/#2 =xy b.o/#1 =z", "b.o", "12", "a.o/#2 =xy b.o/#2 =12" },
  { "a.o/#10 =0123456789", "a.o", "1", "a.o/#1 =1 =~" },
  /* The index, of either width.  */
  { "/#8 >1 >4c a.o/#2 =xy", "a.o", "123", "/#8 >1 >4c a.o/#3 =123 =~" },
  { "/#12 >2 >50 >8e a.o/#2 =xy b.o/#2 =zw", "a.o", "1234",
    "/#12 >2 >50 >90 a.o/#4 =1234 b.o/#2 =zw" },
  { "/SYM64/#24 *2 *5c *9a a.o/#2 =xy b.o/#2 =zw", "a.o", "1234",
    "/SYM64/#24 *2 *5c *9c a.o/#4 =1234 b.o/#2 =zw" },
  { "/#0 a.o/#2 =xy", "a.o", "12", "/#0 a.o/#2 =12" },
  { "/#4 >0 a.o/#2 =xy", "a.o", "12", "/#4 >0 a.o/#2 =12" },
  { "/#3 =abc a.o/#2 =xy", "a.o", "12",
    " damaged archive: an index of 3 bytes" },
  { "/SYM64/#7 =abcdefg a.o/#2 =xy", "a.o", "12",
    " damaged archive: an index of 7 bytes" },
  { "/#4 >1 a.o/#2 =xy", "a.o", "12",
    " damaged archive: the index has 1 entries in 4 bytes" },
  { "/#8 >2 >4c a.o/#2 =xy", "a.o", "12",
    " damaged archive: the index has 2 entries in 8 bytes" },
  { "/#8 >ffffffff >4c a.o/#2 =xy", "a.o", "12",
    " damaged archive: the index has 4294967295 entries in 8 bytes" },
  { "/SYM64/#16 *2 *54 a.o/#2 =xy", "a.o", "12",
    " damaged archive: the index has 2 entries in 16 bytes" },
  { "/#8 >1 >4b a.o/#2 =xy", "a.o", "12",
    " damaged archive: the index names a member at 0x4b, where none begins" },
  { "/#8 >1 >4d a.o/#2 =xy", "a.o", "12",
    " damaged archive: the index names a member at 0x4d, where none begins" },
  { "/#8 >1 >ffff a.o/#2 =xy", "a.o", "12",
    " damaged archive: the index names a member at 0xffff, where none "
    "begins" },
};

/* Write ARCHIVE with CONTENT in the member NAME; whether that is WANTED.  */
static bool
written (struct archive *archive, const char *name, const char *content,
         const char *wanted)
{
  uint8_t *out = NULL;
  size_t size = 0;

  for (size_t i = 0; i < archive->count && name != NULL; i++)
    if (strcmp (archive->members[i].name, name) == 0)
      {
        archive->members[i].new_size = strlen (content);
        archive->members[i].new_bytes
            = (uint8_t *) strndup (content, strlen (content) + 1);
      }
  const sfm_status status
      = archive_write (archive, &out, &size, &fixture_sink);
  if (status != SFM_OK)
    return out == NULL && strcmp (fixture_said, wanted) == 0;
  make (wanted);
  const bool same = size == file_size && memcmp (out, file, size) == 0;
  free (out);
  return same;
}

static void
test_writes (void)
{
  static uint8_t copy[sizeof file];
  struct archive archive;

  for (size_t i = 0; i < sizeof writes / sizeof writes[0]; i++)
    {
      make (writes[i].file);
      bool passed = open_file (&archive) == SFM_OK;
      unit_last_said (fixture_said);
      memcpy (copy, file, file_size);
      archive.bytes = copy;
      passed = passed
               && written (&archive, writes[i].name, writes[i].content,
                           writes[i].wanted);
      unit_result_of (passed, "write: %s", writes[i].file);
      archive_close (&archive);
    }
}

int
main (void)
{
  test_reads ();
  test_writes ();
  return unit_exit ();
}
