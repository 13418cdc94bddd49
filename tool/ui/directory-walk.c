/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   directory-walk.c - add the files in a directory, and in those below it, to a
   list.

   fts is not used: glibc's takes an error in the middle of a directory for its
   end.  A directory that was entered already, to which a bind mount may lead
   back, is known by device and inode; a path longer than the kernel takes is
   an error of that directory alone.  The kernel's limit for paths bounds the
   recursion.

   Each directory is opened below the descriptor of the first (file-tree.h),
   and closed while those in it are walked, so that few are open.

   Most files of a system are of no interest, which their first bytes tell.
   Where the directory says that a name is a regular file, these are read
   first, and most files need no lstat.  */

#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "elf-abi.h"
#include "files-limits.h"
#include "paged.h"
#include "workers.h"

/* What becomes of a regular file.  */
enum fate
{
  TAKE,
  PASS_OTHER,   /* of another kind */
  PASS_AWAY,    /* another file system is mounted there */
  PASS_FOREIGN, /* an ELF file that cannot have SFrame */
  PASS_PACKED   /* a kernel module, compressed so that it is not read */
};

static bool
ends_in (const char *path, const char *tail)
{
  const size_t size = strlen (path), more = strlen (tail);

  return size > more && strcmp (path + size - more, tail) == 0;
}

/* The fate of PATH, compressed as PACKING says and open as FD.  Most
   compressed files hold text; one with the name of a kernel module is taken
   even if its contents cannot be seen.  */
static enum fate
fate_packed (const struct file_list *list, const struct packing *packing,
             const char *path, int fd, const char **why)
{
  static uint8_t packed[PACKED_HEAD_SIZE];
  const bool module = ends_in (path, packing->module);
  uint8_t head[ELF_EHDR_SIZE];

  if (packing->kind != FILE_GZIP && !list->packed_too)
    return PASS_OTHER;
  if (packing->unpack == NULL)
    {
      *why = packing->kind == FILE_XZ
                 ? "compressed by xz, which this sfmerge was built without"
                 : "compressed by zstd, which this sfmerge was built without";
      return module ? PASS_PACKED : PASS_OTHER;
    }
  const ssize_t got = pread (
      fd, packed, packing->kind == FILE_ZSTD ? sizeof packed : PACKED_HEAD_FEW,
      0);
  const size_t size = got > 0
                          ? file_unpack_head (packing->kind, packed,
                                              (size_t) got, head, sizeof head)
                          : 0;
  *why = file_foreign (head, size);
  if (*why != NULL)
    return PASS_FOREIGN;
  const enum file_kind kind = file_kind (head, size);
  return module || kind == FILE_OBJECT || kind == FILE_IMAGE ? TAKE
                                                             : PASS_OTHER;
}

/* Whether the ELF file PATH, open as FD, has a section for SFrame without an
   ABI.  */
static bool
has_sframe (const char *path, int fd)
{
  const struct file_source source = { .path = path, .fd = fd };
  struct image image;
  const bool has = foreign_open (&source, &image);

  if (has)
    image_close (&image);
  return has;
}

/* The fate of PATH, whose first SIZE bytes are at HEAD and which is open as
   FD; if it is to be skipped, *WHY is the reason.  */
static enum fate
fate_by_head (const struct file_list *list, const char *path, int fd,
              const uint8_t *head, size_t size, const char **why)
{
  const enum file_kind kind = file_kind (head, size);
  const struct packing *packing = packing_of (kind);

  *why = file_foreign (head, size);
  if (*why != NULL)
    return list->foreign_too && has_sframe (path, fd) ? TAKE : PASS_FOREIGN;
  if (list->images && kind != FILE_IMAGE)
    return PASS_OTHER;
  if (packing != NULL)
    return fate_packed (list, packing, path, fd, why);
  switch (kind)
    {
    case FILE_OBJECT:
    case FILE_IMAGE:
    case FILE_ARCHIVE:
      return TAKE;
    case FILE_THIN:
      return list->thin ? TAKE : PASS_OTHER;
    default:
      return PASS_OTHER;
    }
}

/* The fate of FILE, and *WHY.  A file that the user named is taken, unless it
   cannot have SFrame and LIST is to list such files.  If a file cannot be
   opened, its reader reports why.  */
static enum fate
fate_of (const struct file_list *list, const struct dir_file *file,
         const char **why)
{
  const int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  const bool given = file->tree == NULL;
  const char *path = file->path;
  uint8_t head[ELF_EHDR_SIZE];

  if (given && !list->passed)
    return TAKE;
  int fd = given ? open (path, flags)
                 : tree_open_name (file->tree, file->at,
                                   path + path_base_offset (path), flags);
  if (fd < 0)
    return !given && errno == EXDEV ? PASS_AWAY : TAKE;
  const ssize_t size = read_at (fd, head, sizeof head, 0);
  const enum fate fate
      = size < 0 ? TAKE
                 : fate_by_head (list, path, fd, head, (size_t) size, why);
  close (fd);
  return given && fate != PASS_FOREIGN ? TAKE : fate;
}

/* A walk through a directory.  */
struct walk
{
  struct file_list *list;
  const struct diag_sink *sink;
  const struct file_tree *tree;
  enum fate fate;  /* of the file that was found last, */
  const char *why; /* and the reason for it */
  int exit_status;
};

/* A directory, and those above it.  */
struct dir
{
  struct dir *above;
  const char *path;
  struct stat st;
  int fd; /* -1: closed meanwhile */
};

/* A name in a directory, and its type, DT_UNKNOWN if the file system does not
   say.  */
struct entry
{
  char *name;
  unsigned char type;
};

struct names
{
  struct entry *at;
  size_t count;
  size_t capacity;
};

static int
compare_names (const void *a, const void *b)
{
  const struct entry *x = a, *y = b;

  return strcmp (x->name, y->name);
}

static bool
add_name (struct names *names, const char *name, unsigned char type)
{
  const struct entry entry = { strdup (name), type };

  if (entry.name != NULL && LIST_ADD (names, entry))
    return true;
  free (entry.name);
  return false;
}

/* Open DIR, unless it is open.  */
static bool
enter (const struct walk *walk, struct dir *dir)
{
  if (dir->fd < 0)
    dir->fd = tree_open_path (walk->tree, dir->path,
                              O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  return dir->fd >= 0;
}

/* Close DIR, unless it is closed or NULL.  */
static void
leave (struct dir *dir)
{
  if (dir == NULL || dir->fd < 0)
    return;
  close (dir->fd);
  dir->fd = -1;
}

/* Read the names in DIR, which is open, up to the first error.  Returns its
   errno, or 0.  */
static int
read_names (const struct dir *dir, struct names *names)
{
  const struct dirent *entry;
  int error = 0;
  int fd = fcntl (dir->fd, F_DUPFD_CLOEXEC, 0);
  DIR *directory = fd < 0 ? NULL : fdopendir (fd);

  if (directory == NULL)
    {
      error = errno;
      if (fd >= 0)
        close (fd);
      return error;
    }
  while (error == 0 && (errno = 0, entry = readdir (directory)) != NULL)
    if (strcmp (entry->d_name, ".") != 0 && strcmp (entry->d_name, "..") != 0
        && !add_name (names, entry->d_name, entry->d_type))
      error = ENOMEM;
  if (error == 0)
    error = errno;
  closedir (directory);
  return error;
}

/* Whether DIR or one above it is the directory ST.  */
static bool
is_inside (const struct dir *dir, const struct stat *st)
{
  for (; dir != NULL; dir = dir->above)
    if (dir->st.st_ino == st->st_ino && dir->st.st_dev == st->st_dev)
      return true;
  return false;
}

/* Do not take FILE, for the reason WHY, but list it if that is wanted.  False:
   no memory.  */
static bool
pass_over (struct file_list *list, const struct dir_file *file, enum fate fate,
           const char *why)
{
  const size_t before = list->count;

  if (list->passed)
    {
      if (!file_list_add (list, file))
        return false;
      /* FILE is another name of a file that was counted.  */
      if (list->count == before)
        return true;
      list->entries[before].passed = why;
      list->entries[before].packed = fate == PASS_PACKED;
    }
  list->foreign += fate == PASS_FOREIGN;
  list->packed += fate == PASS_PACKED;
  return true;
}

/* Whether to skip FILE, which was found: it is of another kind, which is
   counted, or another file system is mounted there.  */
static bool
skip_file (struct walk *walk, const struct dir_file *file)
{
  walk->why = NULL;
  walk->fate = fate_of (walk->list, file, &walk->why);
  walk->list->others += walk->fate == PASS_OTHER;
  return walk->fate == PASS_OTHER || walk->fate == PASS_AWAY;
}

/* Handle FILE, which was given, or found and not skipped.  False: no
   memory.  */
static bool
take_file (struct walk *walk, const struct dir_file *file)
{
  struct file_list *list = walk->list;

  /* The reader of the file reports what is wrong with it.  */
  if (file->st == NULL)
    return file_list_append (list, file->path, NULL, NULL);
  if (file->tree == NULL)
    walk->fate = fate_of (list, file, &walk->why);
  if (walk->fate == TAKE)
    return file_list_add (list, file);
  return pass_over (list, file, walk->fate, walk->why);
}

/* Report that PATH, or all of the directory PATH, cannot be read, for the
   reason ERROR.  */
static void
take_unread (struct walk *walk, const char *path, int error)
{
  const char *change = tree_change (error);

  walk->list->unread++;
  diag (walk->sink, DIAG_ERROR, path, "%s",
        change != NULL ? change : strerror (error));
  walk->exit_status = STATUS_USAGE;
}

static bool walk_dir (struct walk *walk, struct dir *above, const char *path);

/* Walk PATH, which is NAME in DIR and has TYPE there.  */
static bool
walk_path (struct walk *walk, struct dir *dir, const char *path,
           const char *name, unsigned char type)
{
  struct dir_file file = { .path = path, .tree = walk->tree, .dir = &dir->st };
  struct stat st;

  if (walk->list->excludes != NULL
      && excludes_match (walk->list->excludes, tree_below (walk->tree, path)))
    return true;
  if (type == DT_DIR)
    return walk_dir (walk, dir, path);
  bool seen = enter (walk, dir);
  file.at = dir->fd;
  if (seen && type == DT_REG && skip_file (walk, &file))
    return true;
  seen = seen && fstatat (dir->fd, name, &st, AT_SYMLINK_NOFOLLOW) == 0;
  if (!seen)
    take_unread (walk, path, errno);
  else if (S_ISREG (st.st_mode))
    {
      if (type != DT_REG && skip_file (walk, &file))
        return true;
      file.st = &st;
      return take_file (walk, &file);
    }
  else if (S_ISDIR (st.st_mode))
    return walk_dir (walk, dir, path);
  return true;
}

static size_t
size_without_slash (const char *path)
{
  const size_t size = strlen (path);

  return size != 0 && path[size - 1] == '/' ? size - 1 : size;
}

static bool
walk_entry (struct walk *walk, struct dir *dir, const struct entry *entry)
{
  char *path;

  if (entry->type == DT_LNK)
    return true;
  if (asprintf (&path, "%.*s/%s", (int) size_without_slash (dir->path),
                dir->path, entry->name)
      < 0)
    return false;
  const bool good = walk_path (walk, dir, path, entry->name, entry->type);
  free (path);
  return good;
}

/* Walk DIR, which is open.  */
static bool
walk_names (struct walk *walk, struct dir *dir)
{
  struct names names = { 0 };
  int error = read_names (dir, &names);
  bool good = error != ENOMEM;

  if (good && error != 0)
    take_unread (walk, dir->path, error);
  if (names.count != 0)
    qsort (names.at, names.count, sizeof *names.at, compare_names);
  for (size_t i = 0; i < names.count; i++)
    {
      good = good && walk_entry (walk, dir, &names.at[i]);
      free (names.at[i].name);
    }
  free (names.at);
  return good;
}

/* Walk the directory PATH, which is in ABOVE or, if ABOVE is NULL, was
   given.  */
static bool
walk_dir (struct walk *walk, struct dir *above, const char *path)
{
  struct dir dir = { .above = above, .path = path, .fd = -1 };
  bool good = true;

  leave (above);
  if (!enter (walk, &dir) || fstat (dir.fd, &dir.st) != 0)
    {
      good = errno != ENOMEM;
      /* Another file system is mounted there.  */
      if (good && errno != EXDEV)
        take_unread (walk, path, errno);
    }
  else if (dir.st.st_dev == walk->tree->device && !is_inside (above, &dir.st))
    good = walk_names (walk, &dir);
  leave (&dir);
  return good;
}

/* Walk TREE, or add its path if it is not a directory.  False: no memory.  */
static bool
walk_tree (struct walk *walk, struct file_tree *tree)
{
  struct stat st;
  const bool seen = stat (tree->path, &st) == 0;

  if (!seen || !S_ISDIR (st.st_mode))
    return take_file (walk,
                      &(const struct dir_file){
                          .path = tree->path,
                          .at = -1,
                          .st = seen && S_ISREG (st.st_mode) ? &st : NULL });
  if (tree_open (tree))
    return walk_dir (walk, NULL, tree->path);
  take_unread (walk, tree->path, errno);
  return true;
}

/* Add NAME and what is below it.  Returns an exit status.  */
static int
recurse (const char *name, struct file_list *list,
         const struct diag_sink *sink)
{
  struct file_tree *tree = pool_alloc (&list->pool, sizeof *tree);
  struct walk walk = { .list = list, .sink = sink, .tree = tree };

  if (tree == NULL)
    return report_input_status (diag_nomem (sink, name));
  *tree = (struct file_tree){ .path = name, .fd = -1, .next = list->trees };
  list->trees = tree;
  list->tree_count++;
  const bool walked = walk_tree (&walk, tree);
  /* Any number of directories may be given.  */
  if (list->tree_count > workers_able (TREES_OPEN, 16))
    tree_rest (tree);
  if (walked)
    return walk.exit_status;
  const int status = report_input_status (diag_nomem (sink, name));
  return status > walk.exit_status ? status : walk.exit_status;
}

int
file_list_recurse (char *const *names, size_t count, struct file_list *list,
                   const struct diag_sink *sink)
{
  int exit_status = STATUS_DONE;

  for (size_t i = 0; i < count; i++)
    {
      int status = recurse (names[i], list, sink);
      if (status > exit_status)
        exit_status = status;
    }
  return exit_status;
}
