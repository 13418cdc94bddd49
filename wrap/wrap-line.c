/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-line.c - what a linker's command line says about the output.

   One table serves GNU ld, gold, lld and mold: options of the same name mean
   the same in all of them.  Inputs are the linker's business, so only options
   that change the output matter, and no option has an argument that looks like
   one of these.  Linkers accept long names after a single dash too; as in GNU
   ld, a name after a single dash never begins with "o".  */

#include "config.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "response-file.h"
#include "text.h"
#include "wrap-line.h"

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
  { "mri-script", OPTION_PLACED },
  { "no-color-diagnostics", OPTION_COLOR },
  { "oformat", OPTION_FORMAT },
  { "output", OPTION_OUTPUT },
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

/* Whether the linker script PATH only inserts something into the linker's own
   layout.  */
static bool
only_inserts (const char *path)
{
  enum
  {
    READ_MAX = 1 << 16
  };
  char text[READ_MAX + 1];
  const int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  ssize_t got = fd < 0 ? 0 : read (fd, text, READ_MAX);

  if (fd >= 0)
    close (fd);
  text[got < 0 ? 0 : got] = '\0';
  return strstr (text, "INSERT") != NULL;
}

/* Handle OPTION; VALUE is its argument, or NULL.  */
static void
take (struct wrap_line *line, enum option option, const char *value)
{
  switch (option)
    {
    case OPTION_OUTPUT:
      line->output = value != NULL ? value : line->output;
      break;
    case OPTION_FORMAT:
      line->straight |= value != NULL && !text_begins (value, "elf");
      line->placed = true;
      break;
    case OPTION_STRAIGHT:
      line->straight = true;
      break;
    case OPTION_RELOCATABLE:
      line->relocatable = true;
      break;
    case OPTION_SCRIPT:
      line->placed |= value != NULL && !only_inserts (value);
      break;
    case OPTION_PLACED:
      line->placed = true;
      break;
    case OPTION_KEYWORD:
      line->headerless
          |= value != NULL && strcmp (value, "nosectionheader") == 0;
      break;
    case OPTION_COLOR:
      line->colored = true;
      break;
    case OPTION_NONE:
      break;
    }
}

static bool
has_value (enum option option)
{
  return option == OPTION_OUTPUT || option == OPTION_FORMAT
         || option == OPTION_SCRIPT || option == OPTION_KEYWORD;
}

sfm_status
wrap_line_read (int argc, char **argv, struct pool *pool,
                struct wrap_line *line, const struct diag_sink *sink)
{
  *line = (struct wrap_line){ .output = "a.out" };
  TRY (response_expand (&argc, &argv, pool, sink));
  for (int i = 1; i < argc; i++)
    text_list_add (&line->args, argv[i]);
  if (line->args.failed)
    return diag_nomem (sink, NULL);
  for (int i = 1; i < argc; i++)
    {
      const char *value;
      if (argv[i][0] != '-' || argv[i][1] == '\0')
        continue;
      const enum option option = find_option (argv[i], &value);
      if (value == NULL && has_value (option) && i + 1 < argc)
        value = argv[++i];
      take (line, option, value);
    }
  return SFM_OK;
}

void
wrap_line_free (struct wrap_line *line)
{
  text_list_free (&line->args);
}
