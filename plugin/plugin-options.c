/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plugin-options.c - parse -plugin-opt: options passed on to sfmerge, and two
   of the plugin itself.

   Values of options passed on are not checked here: sfmerge reports wrong
   ones.  */

#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin.h"
#include "text.h"

enum
{
  /* For two paths of maximal length and a sentence.  */
  TEXT_SIZE = 2 * 4096 + 512
};

/* There is one instance of the plugin per process, and hooks have no user data
   argument.  */
static ld_plugin_message message;

void
plugin_messages_to (ld_plugin_message hook)
{
  message = hook;
}

void
plugin_say (enum ld_plugin_level level, const char *format, ...)
{
  char text[TEXT_SIZE], safe[4 * TEXT_SIZE];
  va_list ap;

  va_start (ap, format);
  vsnprintf (text, sizeof text, format, ap);
  va_end (ap);
  printable (text, safe, sizeof safe);
  /* SAFE must not be the format: GNU ld's formats have %B, %S and more, and a
     path may contain any of these.  */
  if (message != NULL)
    message ((int) level, "%s", safe);
  else
    fprintf (stderr, "sfmerge plugin: %s\n", safe);
}

enum value
{
  VALUE_NONE,
  VALUE_NEEDED,
  VALUE_OPTIONAL
};

/* The options of sfmerge repair that make sense in a link, and those of the
   plugin.  */
static const struct row
{
  const char *key;
  enum value value;
} rows[] = {
  { "to", VALUE_NEEDED },           { "for", VALUE_NEEDED },
  { "share-rows", VALUE_OPTIONAL }, { "cover-noreturn", VALUE_OPTIONAL },
  { "grow", VALUE_NEEDED },         { "plt", VALUE_NEEDED },
  { "fill", VALUE_OPTIONAL },       { "partial", VALUE_NONE },
  { "require", VALUE_NONE },        { "fatal-warnings", VALUE_NONE },
  { "no-verify", VALUE_NONE },      { "force", VALUE_NONE },
  { "fsync", VALUE_NONE },          { "verbose", VALUE_NONE },
  { "fatal", VALUE_NONE },          { "sfmerge", VALUE_NEEDED },
};

enum
{
  ROW_COUNT = sizeof rows / sizeof rows[0]
};

_Static_assert(sizeof rows / sizeof rows[0] <= PLUGIN_ARGS,
               "each key is kept once");

static const struct row *
find_row (const char *text, size_t key_size)
{
  for (size_t i = 0; i < ROW_COUNT; i++)
    if (strlen (rows[i].key) == key_size
        && memcmp (rows[i].key, text, key_size) == 0)
      return &rows[i];
  return NULL;
}

/* Keep "--TEXT", whose key has KEY_SIZE bytes, as an argument of sfmerge; it
   replaces one with the same key.  False: no memory, which is reported.  */
static bool
keep (struct plugin_options *options, const char *text, size_t key_size)
{
  size_t size = strlen (text) + sizeof "--";
  char *arg = malloc (size);

  if (arg == NULL)
    {
      plugin_say (LDPL_FATAL, "sfmerge: out of memory");
      return false;
    }
  snprintf (arg, size, "--%s", text);
  size_t i = 0;
  while (i < options->arg_count
         && (strncmp (options->args[i], arg, key_size + 2) != 0
             || strcspn (options->args[i], "=") != key_size + 2))
    i++;
  if (i < options->arg_count)
    free (options->args[i]);
  else
    options->arg_count++;
  options->args[i] = arg;
  return true;
}

/* Report that TEXT is not an option, and list the options; returns false.  */
static bool
refuse (const char *text)
{
  char keys[256] = "";
  size_t used = 0;

  for (size_t i = 0; i < ROW_COUNT && used < sizeof keys; i++)
    used += (size_t) snprintf (keys + used, sizeof keys - used, "%s%s",
                               i == 0 ? "" : ", ", rows[i].key);
  plugin_say (LDPL_FATAL,
              "sfmerge: the plugin has no option '%s'; there are: %s", text,
              keys);
  return false;
}

bool
plugin_options_take (struct plugin_options *options, const char *text)
{
  size_t key_size = strcspn (text, "=");
  bool has_value = text[key_size] == '=';
  const struct row *row = find_row (text, key_size);

  if (row == NULL)
    return refuse (text);
  if (has_value != (row->value == VALUE_NEEDED)
      && row->value != VALUE_OPTIONAL)
    {
      plugin_say (
          LDPL_FATAL, "sfmerge: the plugin's option '%s' %s: '%s'", row->key,
          has_value ? "takes no value" : "needs a value (KEY=VALUE)", text);
      return false;
    }
  if (strcmp (row->key, "sfmerge") == 0)
    options->program = text + key_size + 1;
  else if (strcmp (row->key, "fatal") == 0)
    options->fatal = true;
  else if (!keep (options, text, key_size))
    return false;
  /* As with the wrapper.  */
  options->fatal |= strcmp (row->key, "require") == 0
                    || strcmp (row->key, "fatal-warnings") == 0;
  options->verbose |= strcmp (row->key, "verbose") == 0;
  options->targeted
      |= strcmp (row->key, "to") == 0 || strcmp (row->key, "for") == 0;
  return true;
}
