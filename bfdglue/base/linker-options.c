/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   linker-options.c - what the options of linkers say about the output.

   One table serves GNU ld, gold, lld and mold: options of the same name mean
   the same in all of them.  Inputs are the linker's business, so only options
   that change the output matter, and those whose argument looks like one of
   these.  Linkers accept long names after a single dash too; as in GNU ld, a
   name after a single dash never begins with "o".  */

#include "config.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "linker-options.h"

enum option
{
  OPTION_NONE,
  OPTION_OUTPUT,
  OPTION_FORMAT,      /* --oformat */
  OPTION_STRAIGHT,    /* prints something and exits */
  OPTION_RELOCATABLE, /* -r */
  OPTION_SCRIPT,      /* a layout, unless it only inserts into one */
  OPTION_PLACED,      /* an address */
  OPTION_KEYWORD,     /* -z */
  OPTION_VALUE,       /* its argument may look like an option */
  OPTION_COLOR
};

struct name
{
  const char *name;
  enum option option;
};

/* Long names, after one dash or two.  */
static const struct name names[] = {
  { "Tbss", OPTION_PLACED },
  { "Tdata", OPTION_PLACED },
  { "Tldata-segment", OPTION_NONE },
  { "Trodata-segment", OPTION_NONE },
  { "Ttext", OPTION_PLACED },
  { "Ttext-segment", OPTION_NONE },
  { "Ur", OPTION_RELOCATABLE },
  { "color-diagnostics", OPTION_COLOR },
  { "dT", OPTION_SCRIPT },
  { "default-script", OPTION_SCRIPT },
  { "help", OPTION_STRAIGHT },
  { "help-hidden", OPTION_STRAIGHT },
  { "mllvm", OPTION_VALUE },
  { "mri-script", OPTION_PLACED },
  { "no-color-diagnostics", OPTION_COLOR },
  { "oformat", OPTION_FORMAT },
  { "output", OPTION_OUTPUT },
  { "plugin-opt", OPTION_VALUE },
  { "relocatable", OPTION_RELOCATABLE },
  { "run", OPTION_STRAIGHT },
  { "script", OPTION_SCRIPT },
  { "section-start", OPTION_PLACED },
  { "target-help", OPTION_STRAIGHT },
  { "version", OPTION_STRAIGHT },
};

/* The option that ARG is; *VALUE is set to the part of ARG that is its
   argument, or to NULL: it is the next word, if there is one.  */
static enum option
find_option (const char *arg, const char **value)
{
  const bool two = arg[1] == '-';
  const char *name = arg + 1 + two;
  const size_t size = strcspn (name, "=");

  *value = name[size] == '=' ? name + size + 1 : NULL;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strlen (names[i].name) == size
        && memcmp (names[i].name, name, size) == 0 && (two || name[0] != 'o'))
      return names[i].option;
  *value = name[0] != '\0' && name[1] != '\0' ? name + 1 : NULL;
  if (two)
    return OPTION_NONE;
  switch (name[0])
    {
    case 'o':
      return OPTION_OUTPUT;
    case 'T':
      return OPTION_SCRIPT;
    case 'z':
      return OPTION_KEYWORD;
    case 'c':
      return *value == NULL ? OPTION_PLACED : OPTION_NONE;
    case 'r':
    case 'i':
      return *value == NULL ? OPTION_RELOCATABLE : OPTION_NONE;
    default:
      return OPTION_NONE;
    }
}

/* Whether TEXT, a linker script, has the command INSERT, outside of
   comments.  */
static bool
has_insert (const char *text)
{
  static const char blanks[] = " \t\n\r";
  static const char word[] = "INSERT";

  for (; *text != '\0'; text++)
    if (text[0] == '/' && text[1] == '*')
      {
        const char *end = strstr (text + 2, "*/");
        if (end == NULL)
          return false;
        text = end + 1;
      }
    else if (strncmp (text, word, sizeof word - 1) == 0)
      {
        const char *after = text + sizeof word - 1;
        after += strspn (after, blanks);
        if (strncmp (after, "AFTER", 5) == 0
            || strncmp (after, "BEFORE", 6) == 0)
          return true;
      }
  return false;
}

/* Whether the linker script PATH only inserts something into the linker's own
   layout.  What is not a file can be read once, by the linker.  */
static bool
only_inserts (const char *path)
{
  enum
  {
    READ_MAX = 1 << 16
  };
  char text[READ_MAX + 1];
  const int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat st;
  ssize_t got = 0;

  if (fd < 0)
    return false;
  if (fstat (fd, &st) == 0 && S_ISREG (st.st_mode))
    got = read (fd, text, READ_MAX);
  close (fd);
  text[got < 0 ? 0 : got] = '\0';
  return has_insert (text);
}

/* Handle OPTION; VALUE is its argument, or NULL.  */
static void
take (struct linker_output *output, enum option option, const char *value)
{
  switch (option)
    {
    case OPTION_OUTPUT:
      output->name = value != NULL ? value : output->name;
      break;
    case OPTION_FORMAT:
      output->straight |= value != NULL && strncmp (value, "elf", 3) != 0;
      output->placed = true;
      break;
    case OPTION_STRAIGHT:
      output->straight = true;
      break;
    case OPTION_RELOCATABLE:
      output->relocatable = true;
      break;
    case OPTION_SCRIPT:
      output->placed |= value != NULL && !only_inserts (value);
      break;
    case OPTION_PLACED:
      output->placed = true;
      break;
    case OPTION_KEYWORD:
      output->headerless
          |= value != NULL && strcmp (value, "nosectionheader") == 0;
      break;
    case OPTION_COLOR:
      output->colored = true;
      break;
    case OPTION_VALUE:
    case OPTION_NONE:
      break;
    }
}

static bool
has_value (enum option option)
{
  return option == OPTION_OUTPUT || option == OPTION_FORMAT
         || option == OPTION_SCRIPT || option == OPTION_KEYWORD
         || option == OPTION_VALUE;
}

bool
linker_option_take (struct linker_output *output, const char *arg,
                    const char *next)
{
  const char *value;

  if (arg[0] != '-' || arg[1] == '\0')
    return false;
  const enum option option = find_option (arg, &value);
  const bool apart = value == NULL && has_value (option) && next != NULL;
  take (output, option, apart ? next : value);
  return apart;
}

/* An object is only repaired: its assembler has left out what it lacks.  If
   the user has laid out the image, as with kernels, nothing is moved or added.
   Otherwise the image is new, and nothing knows its program headers yet.  */
size_t
linker_output_words (const struct linker_output *output, bool targeted,
                     const char **words)
{
  size_t count = 0;

  if (!output->relocatable && !targeted)
    words[count++] = "--to=v3";
  if (output->relocatable)
    words[count++] = "--fill=none";
  else if (output->placed)
    words[count++] = "--grow=none";
  else
    {
      words[count++] = "--fill";
      words[count++] = output->unknown ? "--grow=pages" : "--grow=move-phdrs";
    }
  /* mold leaves what only section headers lead to.  */
  if (output->headerless)
    words[count++] = "--force";
  return count;
}
