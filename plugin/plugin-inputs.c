/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plugin-inputs.c - the objects and archives of the link, in its order.

   Linkers offer each object, and each member that they extract of an archive,
   under the archive's name and with an offset.  An archive is listed once, for
   sfmerge finds out by itself which members are in the image; those of a thin
   archive come under the names of their own files.  Linkers also offer shared
   objects and linker scripts, which are not listed.

   Objects between --start-lib and --end-lib they offer like any others, at
   once, also those that they then do not take; GNU ld 2.47 calls them known to
   be used, too.  Nothing in the interface tells them apart, as only of files
   that a plug-in claims it can ask whether they are in the link.  They are
   listed: sfmerge sees by the symbols that they are missing.

   A linker asks its plug-ins in the order of the command line until one claims
   the file.  GCC names its LTO plug-in before those of the user, so what comes
   here is not LTO's.  Where one was named after this, an object with
   intermediate language may be claimed yet; then its own code, if it has any,
   is not in the image, and what LTO made instead, no plug-in is told of.  Such
   an object is not listed: the image's own .sframe describes what became of
   it.  */

#include "config.h"

#include <dlfcn.h>
#include <link.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "plugin-elf.h"
#include "plugin-inputs.h"

static int
compare (const void *a, const void *b)
{
  return strcmp (a, b);
}

/* Append NAME, unless it is listed: linkers ask again when they go over the
   archives once more, for what LTO made.  */
static bool
append (struct plugin_inputs *inputs, const char *name)
{
  if (tfind (name, &inputs->known, compare) != NULL)
    return true;
  if (inputs->count == inputs->capacity)
    {
      size_t capacity = inputs->capacity == 0 ? 64 : 2 * inputs->capacity;
      char **names = realloc (inputs->names, capacity * sizeof *names);
      if (names == NULL)
        return false;
      inputs->names = names;
      inputs->capacity = capacity;
    }
  char *copy = strdup (name);
  if (copy == NULL)
    return false;
  if (tsearch (copy, &inputs->known, compare) == NULL)
    {
      free (copy);
      return false;
    }
  inputs->names[inputs->count++] = copy;
  return true;
}

bool
plugin_inputs_may_be_claimed (void)
{
  static int known = -1;
  Dl_info info;
  void *own = NULL;

  if (known >= 0)
    return known != 0;
  known = 0;
  /* The list of what is loaded is in the order of loading, which is that of
     the command line.  */
  if (dladdr1 ((void *) &known, &info, &own, RTLD_DL_LINKMAP) == 0
      || own == NULL)
    return false;
  for (const struct link_map *map = ((const struct link_map *) own)->l_next;
       map != NULL && known == 0; map = map->l_next)
    {
      void *other = dlopen (map->l_name, RTLD_LAZY | RTLD_NOLOAD);
      if (other == NULL)
        continue;
      known = dlsym (other, "onload") != NULL;
      dlclose (other);
    }
  return known != 0;
}

bool
plugin_inputs_add (struct plugin_inputs *inputs,
                   const struct ld_plugin_input_file *file)
{
  struct plugin_elf elf;

  if (!plugin_elf_open (&elf, file->fd, file->offset, file->filesize))
    return true;
  inputs->dynamic |= elf.type == ET_DYN;
  if (elf.type != ET_REL
      || (plugin_inputs_may_be_claimed () && plugin_elf_is_lto (&elf)))
    return true;
  return append (inputs, file->name);
}
