/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-plugin.c - the linker plugin's own reader of ELF headers and its list
   of inputs, on whole, cut and altered files.  */

#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin-elf.h"
#include "plugin-inputs.h"
#include "plugin-messages.h"
#include "plugin-options.h"
#include "result.h"

enum
{
  NAMES_OFF = 64,
  NAMES_SIZE = 48,
  TABLE_OFF = NAMES_OFF + NAMES_SIZE,
  SECTIONS = 4,
  FILE_SIZE = TABLE_OFF + SECTIONS * 64,
  /* What stands before a member of an archive.  */
  BEFORE = 68
};

struct form
{
  bool big;
  bool extended; /* numbers of sections are in section 0 */
  bool lto;
  unsigned type;
};

static void
put (unsigned char *at, const struct form *form, unsigned size, uint64_t value)
{
  for (unsigned i = 0; i < size; i++, value >>= 8)
    at[form->big ? size - 1 - i : i] = (unsigned char) value;
}

/* A file of FORM: nothing, .symtab, .text and .shstrtab.  */
static void
make (unsigned char *file, const struct form *form)
{
  static const char plain[] = "\0.symtab\0.text\0.gnu.warning.lto_\0.shstrtab";
  static const char lto[] = "\0.symtab\0.text\0.gnu.lto_main.1\0.shstrtab";

  memset (file, 0, FILE_SIZE);
  memcpy (file, "\177ELF\2\0\1", 7);
  file[5] = form->big ? 2 : 1;
  put (file + 16, form, 2, form->type);
  put (file + 40, form, 8, TABLE_OFF);
  put (file + 60, form, 2, form->extended ? 0 : SECTIONS);
  put (file + 62, form, 2, form->extended ? 0xffff : SECTIONS - 1);
  if (form->lto)
    memcpy (file + NAMES_OFF, lto, sizeof lto);
  else
    memcpy (file + NAMES_OFF, plain, sizeof plain);
  unsigned char *table = file + TABLE_OFF;
  if (form->extended)
    {
      put (table + 32, form, 8, SECTIONS);
      put (table + 40, form, 4, SECTIONS - 1);
    }
  put (table + 64 + 4, form, 4, 2);
  put (table + 128 + 4, form, 4, 1);
  put (table + 192 + 4, form, 4, 3);
  put (table + 192 + 24, form, 8, NAMES_OFF);
  put (table + 192 + 32, form, 8, NAMES_SIZE);
}

/* A file without a name with SIZE bytes of FILE after BEFORE others.  */
static FILE *
store (const unsigned char *file, size_t size)
{
  static const unsigned char before[BEFORE];
  FILE *stream = tmpfile ();

  if (stream == NULL || fwrite (before, 1, BEFORE, stream) != BEFORE
      || fwrite (file, 1, size, stream) != size || fflush (stream) != 0)
    {
      perror ("tmpfile");
      exit (EXIT_FAILURE);
    }
  return stream;
}

/* All that is asked of a file, as one number: bit 0 whether it is ELF, bit 1
   whether it has symbols, bit 2 whether it is LTO's.  */
static unsigned
ask (FILE *stream, size_t size, unsigned *type)
{
  struct plugin_elf elf;

  if (!plugin_elf_open (&elf, fileno (stream), BEFORE, (off_t) size))
    return 0;
  *type = elf.type;
  return 1u | (plugin_elf_has_type (&elf, 2) ? 2u : 0)
         | (plugin_elf_is_lto (&elf) ? 4u : 0);
}

/* Each form is read right.  */
static void
test_forms (void)
{
  unsigned char file[FILE_SIZE];
  bool good = true;

  for (unsigned i = 0; i < 16; i++)
    {
      struct form form = { i & 1, i & 2, i & 4, i & 8 ? 1 : 3 };
      unsigned type = 0;
      make (file, &form);
      FILE *stream = store (file, sizeof file);
      unsigned answer = ask (stream, sizeof file, &type);
      good = good && answer == (form.lto ? 7u : 3u) && type == form.type;
      fclose (stream);
    }
  unit_result (good,
               "headers of either byte order, with few and many sections");
}

/* What is not whole has no sections: whether the bytes are missing or only
   said not to be part of it.  */
static void
test_cut (void)
{
  unsigned char file[FILE_SIZE];
  struct form form = { .lto = true, .type = 1 };
  bool good = true;

  make (file, &form);
  FILE *whole = store (file, sizeof file);
  for (size_t size = 0; size < sizeof file; size++)
    {
      unsigned type;
      FILE *cut = store (file, size);
      unsigned expected = size >= 64 ? 1 : 0;
      good = good && ask (whole, size, &type) == expected
             && ask (cut, size, &type) == expected
             && (ask (cut, sizeof file, &type) & 4u) == 0;
      fclose (cut);
    }
  fclose (whole);
  unit_result (good, "a file that is cut short has no sections");
}

/* Numbers that lead out of the file.  */
static void
test_wrong (void)
{
  static const uint64_t values[] = { 0,
                                     1,
                                     0xffff,
                                     FILE_SIZE - 1,
                                     FILE_SIZE,
                                     INT64_MAX,
                                     (uint64_t) INT64_MAX + 1,
                                     UINT64_MAX - 63,
                                     UINT64_MAX };
  /* e_shoff; offset and size of the names; section 0's size and link.  */
  static const size_t fields[]
      = { 40, TABLE_OFF + 192 + 24, TABLE_OFF + 192 + 32, TABLE_OFF + 32,
          TABLE_OFF + 40 };
  struct form form = { .lto = true, .extended = true, .type = 1 };
  unsigned char file[FILE_SIZE];
  bool good = true;

  for (size_t field = 0; field < sizeof fields / sizeof fields[0]; field++)
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
      {
        unsigned type;
        make (file, &form);
        put (file + fields[field], &form, 8, values[i]);
        FILE *stream = store (file, sizeof file);
        unsigned answer = ask (stream, sizeof file, &type);
        good = good && (answer & 1u) != 0 && answer != 7;
        fclose (stream);
      }
  unit_result (good, "numbers that lead nowhere are none");
}

/* Objects and archives, each once, and nothing else.  */
static void
test_inputs (void)
{
  static const char *const names[]
      = { "b.o", "lib.a", "lib.a", "a.o", "lib.a", "b.o" };
  unsigned char file[FILE_SIZE];
  /* As the plugin's, which has it until the linker ends.  */
  static struct plugin_inputs inputs;
  struct form form = { .lto = true, .type = 1 };
  bool good = true;

  make (file, &form);
  FILE *object = store (file, sizeof file);
  struct ld_plugin_input_file given
      = { .fd = fileno (object), .offset = BEFORE, .filesize = FILE_SIZE };
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    {
      given.name = names[i];
      good = good && plugin_inputs_add (&inputs, &given);
    }
  form.type = 3;
  make (file, &form);
  FILE *shared = store (file, sizeof file);
  given.name = "lib.so";
  given.fd = fileno (shared);
  good = good && !inputs.dynamic && plugin_inputs_add (&inputs, &given)
         && inputs.dynamic;
  given.name = "script";
  given.offset = 0;
  good = good && plugin_inputs_add (&inputs, &given);
  given.name = "closed";
  given.fd = -1;
  good = good && plugin_inputs_add (&inputs, &given);
  unit_result (good && inputs.count == 3
                   && strcmp (inputs.names[0], "b.o") == 0
                   && strcmp (inputs.names[1], "lib.a") == 0
                   && strcmp (inputs.names[2], "a.o") == 0,
               "objects and archives are listed once, in their order");
  fclose (object);
  fclose (shared);
}

/* A key that comes again counts with its last value; one whose name begins
   like another's is another.  */
static void
test_options (void)
{
  static const char *const given[]
      = { "for=a",      "force",          "for=b",         "share-rows=never",
          "share-rows", "fatal-warnings", "fatal",         "fatal",
          "force",      "reserve=never",  "reserve=always" };
  static const char *const kept[]
      = { "--for=b", "--force", "--share-rows", "--fatal-warnings" };
  struct plugin_options options = { 0 };
  bool good = true;

  for (size_t i = 0; i < sizeof given / sizeof given[0]; i++)
    good = good && plugin_options_take (&options, given[i]);
  good = good && options.fatal && options.arg_count == 4
         && options.reserve == PLUGIN_RESERVE_ALWAYS;
  for (size_t i = 0; i < options.arg_count; i++)
    {
      good = good && strcmp (options.args[i].text, kept[i]) == 0;
      free (options.args[i].text);
    }
  unit_result (good, "each option is kept once");
}

static char said[256];

static enum ld_plugin_status hear (int level, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));

static enum ld_plugin_status
hear (int level, const char *format, ...)
{
  va_list ap;

  (void) level;
  va_start (ap, format);
  vsnprintf (said, sizeof said, format, ap);
  va_end (ap);
  return LDPS_OK;
}

/* The linker prints what it gets: what is not seen in a name must not turn the
   message into another one.  */
static void
test_messages (void)
{
  plugin_messages_to (hear);
  plugin_say (LDPL_INFO, "%s: %%S", "\x1b[1m\xc2\x9b\xe2\x80\xae\xff%B");
  unit_result (strcmp (said, "\\x1b[1m\\xc2\\x9b\\xe2\\x80\\xae\\xff%B: %S")
                   == 0,
               "a message has names that can be seen");
}

int
main (void)
{
  test_forms ();
  test_cut ();
  test_wrong ();
  test_inputs ();
  test_options ();
  test_messages ();
  return unit_exit ();
}
