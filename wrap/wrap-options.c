/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-options.c - the options of linkers that matter to the wrapper.

   One table serves GNU ld, gold, lld and mold: options of the same name mean
   the same in all of them, except -G, which has an argument only in some.
   Options with an argument are listed so that the argument is not taken for an
   input.  A missing entry does little harm, as only objects and archives are
   inputs, and they are rarely the argument of an option; -R, whose argument is
   one, is listed.

   Linkers accept long names after a single dash too, so a word such as -output
   could be a long option or a letter with its argument.  This matters only for
   the letters that change what is linked: -L, -l, -b and -o.  As in GNU ld, a
   long name after a single dash never begins with "o".  A long name misread as
   -L or -l refers to a file that does not exist.  --build-id is in the table,
   and other words after -b are formats only if they are known ones.  */

#include "config.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "wrap-options.h"
#include "text.h"

struct name
{
  const char *name;
  enum wrap_option option;
};

/* Long names, after one dash or two.  */
static const struct name names[] = {
  { "Bdynamic", WRAP_SHARED },
  { "Bstatic", WRAP_ARCHIVES },
  { "Map", WRAP_MAP },
  { "Tbss", WRAP_VALUE },
  { "Tdata", WRAP_VALUE },
  { "Tldata-segment", WRAP_VALUE },
  { "Trodata-segment", WRAP_VALUE },
  { "Ttext", WRAP_VALUE },
  { "Ttext-segment", WRAP_VALUE },
  { "Ur", WRAP_STRAIGHT },
  { "architecture", WRAP_VALUE },
  { "assert", WRAP_VALUE },
  { "audit", WRAP_VALUE },
  { "auxiliary", WRAP_VALUE },
  { "build-id", WRAP_NONE },
  { "call-graph-ordering-file", WRAP_VALUE },
  { "call_shared", WRAP_SHARED },
  { "chroot", WRAP_VALUE },
  { "dT", WRAP_VALUE },
  { "default-script", WRAP_VALUE },
  { "defsym", WRAP_VALUE },
  { "depaudit", WRAP_VALUE },
  { "dependency-file", WRAP_DEPENDENCIES },
  { "discard-all", WRAP_STRIP },
  { "dn", WRAP_ARCHIVES },
  { "dy", WRAP_SHARED },
  { "dynamic-linker", WRAP_VALUE },
  { "dynamic-list", WRAP_VALUE },
  { "end-lib", WRAP_END_LIB },
  { "entry", WRAP_VALUE },
  { "exclude-libs", WRAP_VALUE },
  { "export-dynamic-symbol", WRAP_VALUE },
  { "export-dynamic-symbol-list", WRAP_VALUE },
  { "fatal-warnings", WRAP_FATAL },
  { "filter", WRAP_VALUE },
  { "fini", WRAP_VALUE },
  { "format", WRAP_FORMAT },
  { "gpsize", WRAP_VALUE },
  { "hash-style", WRAP_VALUE },
  { "help", WRAP_STRAIGHT },
  { "help-hidden", WRAP_STRAIGHT },
  { "image-base", WRAP_VALUE },
  { "init", WRAP_VALUE },
  { "just-symbols", WRAP_VALUE },
  { "library", WRAP_LIBRARY },
  { "library-path", WRAP_DIRECTORY },
  { "mllvm", WRAP_VALUE },
  { "mri-script", WRAP_VALUE },
  { "no-fatal-warnings", WRAP_NOT_FATAL },
  { "non_shared", WRAP_ARCHIVES },
  { "oformat", WRAP_OFORMAT },
  { "output", WRAP_OUTPUT },
  { "plugin", WRAP_VALUE },
  { "plugin-opt", WRAP_VALUE },
  { "pop-state", WRAP_POP },
  { "print-map", WRAP_PRINT_MAP },
  { "push-state", WRAP_PUSH },
  { "relocatable", WRAP_STRAIGHT },
  { "require-defined", WRAP_VALUE },
  { "retain-symbols-file", WRAP_VALUE },
  { "rpath", WRAP_VALUE },
  { "rpath-link", WRAP_VALUE },
  { "run", WRAP_STRAIGHT },
  { "script", WRAP_VALUE },
  { "section-ordering-file", WRAP_VALUE },
  { "section-start", WRAP_VALUE },
  { "soname", WRAP_VALUE },
  { "start-lib", WRAP_START_LIB },
  { "static", WRAP_ARCHIVES },
  { "strip-all", WRAP_STRIP },
  { "symbol-ordering-file", WRAP_VALUE },
  { "sysroot", WRAP_SYSROOT },
  { "target-help", WRAP_STRAIGHT },
  { "trace", WRAP_TRACE },
  { "trace-symbol", WRAP_VALUE },
  { "undefined", WRAP_VALUE },
  { "unresolved-symbols", WRAP_VALUE },
  { "verbose", WRAP_TRACE },
  { "version", WRAP_STRAIGHT },
  { "version-script", WRAP_VALUE },
  { "why-extract", WRAP_VALUE },
  { "wrap", WRAP_VALUE },
};

/* Letters after one dash with an argument: the rest of the word, or the next
   word.  */
static const struct
{
  char letter;
  enum wrap_option option;
} letters[] = {
  { 'A', WRAP_VALUE },   { 'F', WRAP_VALUE },     { 'G', WRAP_NUMBER },
  { 'I', WRAP_VALUE },   { 'L', WRAP_DIRECTORY }, { 'P', WRAP_VALUE },
  { 'R', WRAP_VALUE },   { 'T', WRAP_VALUE },     { 'Y', WRAP_VALUE },
  { 'a', WRAP_VALUE },   { 'b', WRAP_FORMAT },    { 'c', WRAP_VALUE },
  { 'e', WRAP_VALUE },   { 'f', WRAP_VALUE },     { 'h', WRAP_VALUE },
  { 'l', WRAP_LIBRARY }, { 'm', WRAP_VALUE },     { 'o', WRAP_OUTPUT },
  { 'u', WRAP_VALUE },   { 'y', WRAP_VALUE },     { 'z', WRAP_KEYWORD },
};

/* Letters without an argument.  */
static const struct
{
  char letter;
  enum wrap_option option;
} switches[] = {
  { 'M', WRAP_PRINT_MAP }, { 'i', WRAP_STRAIGHT }, { 'r', WRAP_STRAIGHT },
  { 's', WRAP_STRIP },     { 't', WRAP_TRACE },    { 'x', WRAP_STRIP },
};

/* Formats for -b, or their prefixes.  */
static const char *const formats[]
    = { "binary", "default", "elf",        "ihex",   "pe-",
        "pei-",   "srec",    "symbolsrec", "tekhex", "verilog" };

/* Whether NAME, up to an equals sign, is in the table.  *OPTION and, after an
   equals sign, *VALUE are then set.  */
static bool
find_name (const char *name, enum wrap_option *option, const char **value)
{
  size_t size = strcspn (name, "=");

  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (strncmp (names[i].name, name, size) == 0
        && names[i].name[size] == '\0')
      {
        if (name[size] == '=')
          *value = name + size + 1;
        *option = names[i].option;
        return true;
      }
  return false;
}

/* Whether TEXT begins with a format.  */
static bool
is_format (const char *text)
{
  for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
    if (text_begins (text, formats[i]))
      return true;
  return false;
}

/* The option of letter ARG[1]; *VALUE gets the rest of the word if that is its
   argument.  */
static enum wrap_option
find_letter (const char *arg, const char **value)
{
  for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++)
    if (letters[i].letter == arg[1])
      {
        if (arg[2] != '\0')
          *value = arg + 2;
        return letters[i].option == WRAP_FORMAT && arg[2] != '\0'
                       && !is_format (arg + 2)
                   ? WRAP_NONE
                   : letters[i].option;
      }
  for (size_t i = 0; i < sizeof switches / sizeof switches[0]; i++)
    if (switches[i].letter == arg[1] && arg[2] == '\0')
      return switches[i].option;
  return WRAP_NONE;
}

enum wrap_option
wrap_option_find (const char *arg, const char **value)
{
  enum wrap_option option = WRAP_NONE;

  *value = NULL;
  if (arg[1] == '-')
    {
      find_name (arg + 2, &option, value);
      return option;
    }
  /* As in GNU ld, names that begin with "o" need two dashes.  */
  if (arg[1] != 'o' && arg[2] != '\0' && find_name (arg + 1, &option, value))
    return option;
  return find_letter (arg, value);
}
