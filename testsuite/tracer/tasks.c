/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   tasks.c - the processes and threads that fault-at traces.  */

#include "config.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <unistd.h>

#include "tasks.h"

enum
{
  BREAKPOINT = 0xcc, /* int3 */
  STACK_WORDS = 1024
};

static struct task **tasks;
static size_t task_count;

struct task *
task_of (pid_t pid)
{
  for (size_t i = 0; i < task_count; i++)
    if (tasks[i]->pid == pid)
      return tasks[i];
  struct task **more = realloc (tasks, (task_count + 1) * sizeof *more);
  if (more == NULL)
    return NULL;
  tasks = more;
  struct task *t = calloc (1, sizeof *t);
  if (t == NULL)
    return NULL;
  t->pid = pid;
  return tasks[task_count++] = t;
}

const struct task *
task_number (size_t idx)
{
  return idx < task_count ? tasks[idx] : NULL;
}

void
task_remove (pid_t pid)
{
  for (size_t i = 0; i < task_count; i++)
    if (tasks[i]->pid == pid)
      {
        free (tasks[i]);
        tasks[i] = tasks[--task_count];
        return;
      }
}

void
task_adopt (struct task *parent, struct task *child)
{
  size_t size = strlen (parent->name);

  memcpy (child->name, parent->name, size);
  snprintf (child->name + size, TASK_NAME_SIZE - size, ".%u",
            ++parent->children);
  child->known = true;
  child->program = parent->program;
}

/* Open what /proc has by NAME of PID.  */
static int
open_of (pid_t pid, const char *name)
{
  char path[64];

  snprintf (path, sizeof path, "/proc/%d/%s", (int) pid, name);
  return open (path, O_RDONLY | O_CLOEXEC);
}

/* The address of the first instruction of the program of PID, or 0.  */
static uint64_t
entry_of (pid_t pid)
{
  Elf64_auxv_t pair;
  uint64_t entry = 0;
  int fd = open_of (pid, "auxv");

  while (read (fd, &pair, sizeof pair) == (ssize_t) sizeof pair)
    if (pair.a_type == AT_ENTRY)
      entry = pair.a_un.a_val;
  close (fd);
  return entry;
}

/* The value of the symbol main of the whole program at BYTES, which was just
   built and is right, or 0.  */
static uint64_t
main_value (const char *bytes)
{
  const Elf64_Ehdr *head = (const void *) bytes;
  const Elf64_Shdr *sections = (const void *) (bytes + head->e_shoff);

  for (unsigned i = 0; i < head->e_shnum; i++)
    {
      const Elf64_Sym *symbols
          = (const void *) (bytes + sections[i].sh_offset);
      const char *names = bytes + sections[sections[i].sh_link].sh_offset;
      if (sections[i].sh_type == SHT_SYMTAB)
        for (size_t k = 0; k < sections[i].sh_size / sizeof *symbols; k++)
          if (ELF64_ST_TYPE (symbols[k].st_info) == STT_FUNC
              && strcmp (names + symbols[k].st_name, "main") == 0)
            return symbols[k].st_value;
    }
  return 0;
}

/* The address of main in the program of PID, whose first instruction is at
   ENTRY: ENTRY if there are no symbols.  */
static uint64_t
main_of (pid_t pid, uint64_t entry)
{
  int fd = open_of (pid, "exe");
  off_t size = lseek (fd, 0, SEEK_END);
  void *bytes
      = size <= 0 ? MAP_FAILED
                  : mmap (NULL, (size_t) size, PROT_READ, MAP_PRIVATE, fd, 0);

  close (fd);
  if (bytes == MAP_FAILED)
    return entry;
  uint64_t value = main_value (bytes);
  if (value != 0)
    entry += value - ((const Elf64_Ehdr *) bytes)->e_entry;
  munmap (bytes, (size_t) size);
  return entry;
}

/* Whether PID runs one of the COUNT PROGRAMS.  */
static bool
runs_one_of (pid_t pid, const char *const *programs, size_t count)
{
  char path[64], file[PATH_MAX];

  snprintf (path, sizeof path, "/proc/%d/exe", (int) pid);
  ssize_t size = readlink (path, file, sizeof file - 1);
  if (size < 0)
    return false;
  file[size] = '\0';
  for (size_t i = 0; i < count; i++)
    if (strcmp (file, programs[i]) == 0)
      return true;
  return false;
}

/* The word of T's memory at ADDRESS, as ptrace has it.  */
static void *
at (uint64_t address)
{
  return (void *) (uintptr_t) address;
}

bool
task_executes (struct task *t, const char *const *programs, size_t count)
{
  t->program = TASK_FOREIGN;
  if (!runs_one_of (t->pid, programs, count))
    return true;
  t->entry = main_of (t->pid, entry_of (t->pid));
  errno = 0;
  t->entry_word = ptrace (PTRACE_PEEKTEXT, t->pid, at (t->entry), NULL);
  if (t->entry == 0 || errno != 0)
    return false;
  long word
      = (long) (((uint64_t) t->entry_word & ~(uint64_t) 0xff) | BREAKPOINT);
  if (ptrace (PTRACE_POKETEXT, t->pid, at (t->entry), word) != 0)
    return false;
  t->program = TASK_LOADING;
  return true;
}

bool
task_enters (struct task *t)
{
  struct user_regs_struct regs;

  if (t->program != TASK_LOADING
      || ptrace (PTRACE_GETREGS, t->pid, NULL, &regs) != 0
      || regs.rip != t->entry + 1)
    return false;
  regs.rip = t->entry;
  if (ptrace (PTRACE_POKETEXT, t->pid, at (t->entry), t->entry_word) != 0
      || ptrace (PTRACE_SETREGS, t->pid, NULL, &regs) != 0)
    return false;
  t->program = TASK_OURS;
  return true;
}

/* Put into BUFFER the base name of the executable mapping of T that has
   ADDRESS; false if there is none, or it is libc's.  */
static bool
code_at (FILE *maps, uint64_t address, char *buffer, size_t size)
{
  char line[PATH_MAX + 128], rights[8], path[PATH_MAX];
  uint64_t from, to;

  rewind (maps);
  while (fgets (line, sizeof line, maps) != NULL)
    {
      if (sscanf (line, "%" SCNx64 "-%" SCNx64 " %7s %*s %*s %*s %4095s",
                  &from, &to, rights, path)
              != 4
          || address < from || address >= to)
        continue;
      const char *base = strrchr (path, '/');
      if (rights[2] != 'x' || base == NULL || strncmp (base, "/libc.", 6) == 0
          || strncmp (base, "/ld-linux", 9) == 0)
        return false;
      snprintf (buffer, size, "%s", base + 1);
      return true;
    }
  return false;
}

void
task_where (const struct task *t, char *buffer, size_t size)
{
  struct user_regs_struct regs;
  uint64_t words[STACK_WORDS + 1];
  char path[64];

  snprintf (buffer, size, "?");
  snprintf (path, sizeof path, "/proc/%d/maps", (int) t->pid);
  FILE *maps = fopen (path, "re");
  if (maps == NULL)
    return;
  if (ptrace (PTRACE_GETREGS, t->pid, NULL, &regs) == 0)
    {
      /* Some words of the stack only look like return addresses.  */
      struct iovec mine = { words + 1, STACK_WORDS * sizeof *words };
      struct iovec theirs = { at (regs.rsp), mine.iov_len };
      ssize_t got = process_vm_readv (t->pid, &mine, 1, &theirs, 1, 0);
      size_t count = 1 + (got > 0 ? (size_t) got / sizeof *words : 0);
      words[0] = regs.rip;
      for (size_t i = 0; i < count; i++)
        if (code_at (maps, words[i], buffer, size))
          break;
    }
  fclose (maps);
}

/* The number after NAME and a colon in the kernel's status of PID, or
   FALLBACK.  */
static pid_t
status_of (pid_t pid, const char *name, pid_t fallback)
{
  const size_t size = strlen (name);
  char path[64], line[256];
  int number = (int) fallback;

  snprintf (path, sizeof path, "/proc/%d/status", (int) pid);
  FILE *status = fopen (path, "re");
  if (status == NULL)
    return fallback;
  while (fgets (line, sizeof line, status) != NULL)
    if (strncmp (line, name, size) == 0
        && sscanf (line + size, ": %d", &number) == 1)
      break;
  fclose (status);
  return number;
}

pid_t
task_process (const struct task *t)
{
  return status_of (t->pid, "Tgid", t->pid);
}

/* Whether the process that has created T is traced no more.  */
static bool
is_orphan (const struct task *t)
{
  pid_t creator = task_process (t);

  if (creator == t->pid)
    creator = status_of (t->pid, "PPid", 0);
  for (size_t i = 0; i < task_count; i++)
    if (tasks[i]->pid == creator)
      return false;
  return true;
}

struct task *
task_orphan (void)
{
  for (size_t i = 0; i < task_count; i++)
    if (!tasks[i]->known && tasks[i]->stopped && is_orphan (tasks[i]))
      return tasks[i];
  return NULL;
}
