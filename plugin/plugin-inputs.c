/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plugin-inputs.c - the objects and archives of the link, in link order.

   Linkers offer each object, and each extracted member of an archive with the
   archive's name and an offset.  An archive is listed once, as sfmerge itself
   finds out which members are in the image; members of a thin archive have the
   names of their own files.  Linkers also offer shared objects and linker
   scripts, which are not listed.

   Objects between --start-lib and --end-lib are offered like any others, at
   once, even if they are not linked later; GNU ld 2.47 also reports them as
   known to be used.  The interface does not tell them apart: only for a file
   that it claimed may a plugin ask whether the file is linked.  So they are
   listed, and sfmerge sees by the symbols that they are missing.

   A linker asks its plugins in command line order until one claims the file.
   GCC passes its LTO plugin before those of the user, so LTO objects do not
   get here.  But a plugin loaded after this one may still claim an object with
   intermediate language.  Its own code, if any, is then not in the image, and
   no plugin is told which code replaced it.  Such an object is not listed: the
   image's own .sframe describes the result.  */

#include "config.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "plugin-elf.h"
#include "plugin-inputs.h"

static int
compare (const void *a, const void *b)
{
  return strcmp (a, b);
}

/* Append NAME unless it is listed already: linkers offer archives again when
   they rescan them for LTO.  */
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
  /* The list of loaded objects is in load order, which for plugins is that of
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

/* Whether the object PATH has .sframe and section groups.  */
static bool
has_both (const char *path)
{
  struct plugin_elf elf;
  struct stat st;
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  bool both = fd >= 0 && fstat (fd, &st) == 0 && S_ISREG (st.st_mode)
              && plugin_elf_open (&elf, fd, 0, st.st_size)
              && plugin_elf_has_type (&elf, SHT_GROUP)
              && plugin_elf_has_name (&elf, ".sframe");

  if (fd >= 0)
    close (fd);
  return both;
}

bool
plugin_inputs_may_clash (const struct plugin_inputs *inputs)
{
  unsigned count = 0;

  for (size_t i = 0; i < inputs->count && count < 2; i++)
    count += has_both (inputs->names[i]);
  return count == 2;
}
