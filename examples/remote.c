/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   remote.c - the stack of another process, as a debugger or a crash reporter
   shows it, by the SFrame sections that are in its memory.

   usage: remote [-d DIR] -p PID
          remote [-d DIR] COMMAND [ARGUMENT]...

   The first form stops the process PID, prints where it is, and lets it go on.
   The second runs COMMAND and prints where a signal ends it.

   No file of the process is opened: its program headers and sections are read
   from its memory, some hundred bytes for each frame.  For objects without
   SFrame DIR may have detached files (detached.h).  Only the main thread is
   looked at.  */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

#include <elf.h>
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include "detached.h"
#include "frame.h"

enum
{
  MAX_OBJECTS = 256,
  MAX_FRAMES = 256,
  MAX_HEADERS = 64
};

/* An object in the process, whose code is in [FROM, TO).  */
struct object
{
  uint64_t bias; /* address minus the address in the file */
  uint64_t from;
  uint64_t to;
  bool described;
  struct sfm_section section;
  uint8_t *file; /* a detached file that has the section, or NULL */
  char name[256];
};

struct process
{
  pid_t pid;
  const char *dir; /* of -d, or NULL */
  struct object objects[MAX_OBJECTS];
  unsigned count;
};

static bool
read_process (void *data, uint64_t addr, void *buffer, size_t size)
{
  const struct process *p = data;
  struct iovec local = { .iov_base = buffer, .iov_len = size };
  struct iovec remote
      = { .iov_base = (void *) (uintptr_t) addr, .iov_len = size };

  return process_vm_readv (p->pid, &local, 1, &remote, 1, 0) == (ssize_t) size;
}

/* Open as the section of OBJECT in P, which has the COUNT program HEADERS,
   that of its detached file, if there is one.  */
static bool
open_detached (struct process *p, struct object *object,
               const Elf64_Phdr *headers, unsigned count)
{
  struct detached_id id;
  size_t size;

  if (p->dir == NULL
      || !detached_object_id (headers, count, object->bias, read_process, p,
                              &id))
    return false;
  object->file = detached_load (p->dir, &id, &size);
  return object->file != NULL
         && detached_open (object->file, size, &id, object->bias,
                           &object->section);
}

/* Add the object whose file header is at ADDR, if one is.  */
static void
add_object (struct process *p, uint64_t addr, const char *name)
{
  struct object *object = &p->objects[p->count];
  Elf64_Ehdr file;
  Elf64_Phdr headers[MAX_HEADERS];
  const Elf64_Phdr *sframe = NULL;
  struct sfm_diag diag;
  bool first = true;

  if (p->count == MAX_OBJECTS || !read_process (p, addr, &file, sizeof file)
      || memcmp (file.e_ident, ELFMAG, SELFMAG) != 0
      || file.e_ident[EI_CLASS] != ELFCLASS64
      || file.e_phentsize != sizeof *headers || file.e_phnum > MAX_HEADERS
      || !read_process (p, addr + file.e_phoff, headers,
                        file.e_phnum * sizeof *headers))
    return;
  *object = (struct object){ .from = UINT64_MAX };
  snprintf (object->name, sizeof object->name, "%s", name);
  for (unsigned i = 0; i < file.e_phnum; i++)
    {
      const Elf64_Phdr *h = &headers[i];

      if (h->p_type == PT_LOAD && first)
        {
          /* The first one begins with the file header, but for the page that
             it is rounded down to.  */
          object->bias = addr - (h->p_vaddr - h->p_offset);
          first = false;
        }
      if (h->p_type == PT_GNU_SFRAME)
        sframe = h;
      if (h->p_type != PT_LOAD || !(h->p_flags & PF_X))
        continue;
      if (object->bias + h->p_vaddr < object->from)
        object->from = object->bias + h->p_vaddr;
      if (object->bias + h->p_vaddr + h->p_memsz > object->to)
        object->to = object->bias + h->p_vaddr + h->p_memsz;
    }
  object->described
      = (sframe != NULL ? sfm_section_open_remote (
                              object->bias + sframe->p_vaddr, sframe->p_memsz,
                              read_process, p, &object->section, &diag)
                              == SFM_OK
                        : open_detached (p, object, headers, file.e_phnum))
        && object->section.piece.abi == FRAME_ABI;
  p->count++;
}

/* Find the objects of P: mappings of the start of a file.  */
static bool
read_maps (struct process *p)
{
  char path[64], line[4096];

  snprintf (path, sizeof path, "/proc/%d/maps", (int) p->pid);
  FILE *maps = fopen (path, "r");
  if (maps == NULL)
    return false;
  while (fgets (line, sizeof line, maps) != NULL)
    {
      uint64_t from, offset;
      int name = 0;

      line[strcspn (line, "\n")] = '\0';
      if (sscanf (line, "%" SCNx64 "-%*x r%*s %" SCNx64 " %*s %*s %n", &from,
                  &offset, &name)
              == 2
          && offset == 0 && name != 0)
        add_object (p, from, line + name);
    }
  fclose (maps);
  return true;
}

/* The frame in which the main thread of P is stopped.  */
static bool
first_frame (const struct process *p, struct frame *frame)
{
  struct user_regs_struct regs;
  struct iovec iov = { .iov_base = &regs, .iov_len = sizeof regs };

  if (ptrace (PTRACE_GETREGSET, p->pid, NT_PRSTATUS, &iov) != 0)
    return false;
  *frame = (struct frame){ .exact = true };
#if defined __x86_64__
  const uint64_t order[]
      = { regs.rax, regs.rdx, regs.rcx, regs.rbx, regs.rsi, regs.rdi,
          regs.rbp, regs.rsp, regs.r8,  regs.r9,  regs.r10, regs.r11,
          regs.r12, regs.r13, regs.r14, regs.r15 };

  for (unsigned i = 0; i < 16; i++)
    frame_set (frame, i, order[i]);
  frame->pc = regs.rip;
#elif defined __aarch64__
  for (unsigned i = 0; i < 31; i++)
    frame_set (frame, i, regs.regs[i]);
  frame_set (frame, FRAME_SP, regs.sp);
  frame->pc = regs.pc;
#elif defined __s390x__
  for (unsigned i = 0; i < 16; i++)
    frame_set (frame, i, regs.gprs[i]);
  frame->pc = regs.psw.addr;
#endif
  return true;
}

/* Print the stack of P, which is stopped.  */
static bool
print_stack (struct process *p)
{
  enum frame_end end = FRAME_CALLER;
  struct frame frame;

  while (p->count != 0)
    free (p->objects[--p->count].file);
  if (!read_maps (p) || !first_frame (p, &frame))
    {
      perror ("remote");
      return false;
    }
  for (unsigned n = 0; end == FRAME_CALLER && n < MAX_FRAMES; n++)
    {
      const uint64_t addr = frame_lookup (&frame);
      const struct object *object = NULL;

      for (unsigned i = 0; i < p->count; i++)
        if (addr >= p->objects[i].from && addr < p->objects[i].to)
          object = &p->objects[i];
      printf ("#%u 0x%" PRIx64, n, frame.pc);
      if (object != NULL)
        printf (" %s+0x%" PRIx64, object->name, frame.pc - object->bias);
      printf ("\n");
      end = object != NULL && object->described
                ? frame_step (&object->section, &frame, read_process, p)
                : FRAME_NOT_DESCRIBED;
    }
  printf ("%s\n", frame_end_text (end));
  return true;
}

/* Stop P, print its stack and let it go on.  */
static bool
look_at (struct process *p)
{
  int status;

  if (ptrace (PTRACE_SEIZE, p->pid, NULL, NULL) != 0
      || ptrace (PTRACE_INTERRUPT, p->pid, NULL, NULL) != 0
      || waitpid (p->pid, &status, 0) != p->pid || !WIFSTOPPED (status))
    {
      perror ("remote");
      return false;
    }
  const bool good = print_stack (p);
  ptrace (PTRACE_DETACH, p->pid, NULL, NULL);
  return good;
}

static bool
is_fatal (int number)
{
  return number == SIGSEGV || number == SIGBUS || number == SIGILL
         || number == SIGFPE || number == SIGABRT;
}

/* Run P, which has just begun, to its end.  */
static bool
attend (struct process *p)
{
  bool good = true, begun = false;
  int status;

  while (waitpid (p->pid, &status, 0) == p->pid)
    {
      if (!WIFSTOPPED (status))
        return good;
      int number = WSTOPSIG (status);
      if (!begun && number == SIGTRAP)
        {
          /* The stop at exec.  */
          begun = true;
          number = 0;
        }
      if (is_fatal (number))
        good &= print_stack (p);
      ptrace (PTRACE_CONT, p->pid, NULL, (void *) (intptr_t) number);
    }
  return false;
}

int
main (int argc, char **argv)
{
  static struct process process;

  if (argc > 3 && strcmp (argv[1], "-d") == 0)
    {
      process.dir = argv[2];
      argc -= 2;
      argv += 2;
    }
  if (argc == 3 && strcmp (argv[1], "-p") == 0)
    {
      process.pid = (pid_t) strtol (argv[2], NULL, 10);
      return look_at (&process) ? 0 : 1;
    }
  if (argc < 2 || argv[1][0] == '-')
    {
      fprintf (stderr, "usage: remote [-d DIR] -p PID\n"
                       "       remote [-d DIR] COMMAND [ARGUMENT]...\n");
      return 2;
    }
  process.pid = fork ();
  if (process.pid == 0)
    {
      ptrace (PTRACE_TRACEME, 0, NULL, NULL);
      execvp (argv[1], argv + 1);
      perror (argv[1]);
      _exit (127);
    }
  return process.pid > 0 && attend (&process) ? 0 : 1;
}
