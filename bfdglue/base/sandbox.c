/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   sandbox.c - what a process that reads untrusted bytes may still do.

   Code that reads unchecked bytes may be made to run code from its input.
   What such code can do is limited in several ways, as no kernel has all of
   them: descriptors that the process does not need are closed, capabilities
   are dropped and cannot come back, Landlock lets it read only what it is for
   and write nothing, and a filter refuses system calls that no reader of files
   makes.  A list of those that are allowed would be stricter, but which ones
   the C library makes changes with its versions.  None of it needs
   privileges.  */

#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* They need the types of the headers above.  */
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>

#include "paged.h"
#include "process.h"

/* Linux 5.13; the same number on all machines.  */
#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule 445
#define SYS_landlock_restrict_self 446
#endif

enum
{
  DESCRIPTORS_MAX = 4096 /* this program never has so many */
};

/* Whether FD is one of those that stay open.  */
static bool
is_kept (const struct sandbox *box, int fd)
{
  for (size_t i = 0; i < box->kept_count; i++)
    if (box->kept[i] == fd)
      return true;
  return false;
}

/* Close all descriptors but 0 to 2 and those that are kept.  */
static void
close_others (const struct sandbox *box)
{
  DIR *dir = opendir ("/proc/self/fd");
  const struct dirent *entry;

  while (dir != NULL && (errno = 0, entry = readdir (dir)) != NULL)
    {
      const int fd = (int) strtol (entry->d_name, NULL, 10);
      if (fd > STDERR_FILENO && fd != dirfd (dir) && !is_kept (box, fd))
        close (fd);
    }
  const bool listed = dir != NULL && errno == 0;
  if (dir != NULL)
    closedir (dir);
  /* Without /proc, or with a part of it.  */
  for (int fd = STDERR_FILENO + 1; !listed && fd < DESCRIPTORS_MAX; fd++)
    if (!is_kept (box, fd))
      close (fd);
}

/* Let descriptors FIRST to 2 lead nowhere.  */
static void
silence (int first)
{
  const int fd = open ("/dev/null", O_RDWR | O_CLOEXEC);

  for (int i = 0; i <= STDERR_FILENO; i++)
    if ((i == 0 || i >= first) && (fd < 0 || dup2 (fd, i) < 0))
      close (i);
  if (fd > STDERR_FILENO)
    close (fd);
}

/* The interface of Landlock by version (the kernel's documentation,
   userspace-api/landlock): Debian 12's header ends with version 2.  */
struct ruleset
{
  uint64_t files;
  uint64_t network; /* since version 4 */
  uint64_t scoped;  /* since version 6 */
};

struct __attribute__ ((packed)) path_rule
{
  uint64_t allowed;
  int32_t parent;
};

enum
{
  GET_VERSION = 1,
  RULE_PATH = 1,
  READ_FILE = 1 << 2,
  READ_DIR = 1 << 3
};

/* All rights to files of VERSION: 13 at first, then renaming to other
   directories, truncating and ioctl.  */
static uint64_t
file_rights (long version)
{
  unsigned count = 13;

  count += version >= 2;
  count += version >= 3;
  count += version >= 5;
  return (UINT64_C (1) << count) - 1;
}

/* Let the files at and below PATH, if there are any, be read, in the ruleset
   SET.  False with errno set: the kernel does not take the rule.  */
static bool
allow_reading (int set, const char *path)
{
  struct path_rule reading = { .allowed = READ_FILE | READ_DIR };
  struct stat st;

  reading.parent = open (path, O_PATH | O_CLOEXEC);
  if (reading.parent < 0)
    return true;
  if (fstat (reading.parent, &st) == 0 && !S_ISDIR (st.st_mode))
    reading.allowed = READ_FILE;
  const bool taken
      = syscall (SYS_landlock_add_rule, set, RULE_PATH, &reading, 0) == 0;
  close_quietly (reading.parent);
  return taken;
}

/* Whether errno says that the kernel does not have what was asked for, or that
   something around this process forbids it.  Otherwise there was no memory or
   no descriptor for it, which the author of the input may have caused.  */
static bool
is_lacking (void)
{
  return errno != ENOMEM && errno != EMFILE && errno != ENFILE;
}

/* Allow reading what BOX says, and nothing else that Landlock knows.  False,
   here and below: that failed, and is_lacking is false.  */
static bool
landlock (const struct sandbox *box)
{
  const long version
      = syscall (SYS_landlock_create_ruleset, NULL, 0, GET_VERSION);
  struct ruleset rules = { .files = file_rights (version),
                           .network = version >= 4 ? 3 : 0,
                           .scoped = version >= 6 ? 3 : 0 };
  size_t size = sizeof rules.files;

  if (version < 1)
    return version == 0 || is_lacking ();
  if (version >= 4)
    size = version >= 6 ? sizeof rules : 2 * sizeof rules.files;
  const int set = (int) syscall (SYS_landlock_create_ruleset, &rules, size, 0);
  if (set < 0)
    return is_lacking ();
  bool taken = true;
  for (size_t i = 0; taken && i < box->readable_count; i++)
    taken = allow_reading (set, box->readable[i]);
  const bool done
      = (taken && syscall (SYS_landlock_restrict_self, set, 0) == 0)
        || is_lacking ();
  close_quietly (set);
  return done;
}

/* Give up all capabilities: root can then do to files what their modes allow
   it.  */
static void
drop_capabilities (void)
{
  struct __user_cap_header_struct head
      = { .version = _LINUX_CAPABILITY_VERSION_3 };
  static const struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3];

  syscall (SYS_capset, &head, none);
}

bool
sandbox_has_landlock (void)
{
  return syscall (SYS_landlock_create_ruleset, NULL, 0, GET_VERSION) > 0;
}

#if defined __x86_64__ || defined __aarch64__ || defined __s390x__
#if defined __x86_64__
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#define OWN_ARCHITECTURE AUDIT_ARCH_S390X
#endif

/* System calls that older headers do not name.  Their numbers are the same on
   all machines.  */
enum
{
  PIDFD_SEND_SIGNAL = 424,
  IO_URING_SETUP = 425,
  OPEN_TREE = 428,
  MOVE_MOUNT = 429,
  FSOPEN = 430,
  FSCONFIG = 431,
  FSMOUNT = 432,
  FSPICK = 433,
  PIDFD_GETFD = 438,
  MOUNT_SETATTR = 442,
  FCHMODAT2 = 452,
  SETXATTRAT = 463,
  REMOVEXATTRAT = 466,
  OPEN_TREE_ATTR = 467,
  FILE_SETATTR = 469
};

/* The system calls that no reader of files makes.  Not all machines have each
   of them.  */
static const uint32_t refused[] = {
#ifdef SYS_chmod
  SYS_chmod,
  SYS_chown,
  SYS_lchown,
  SYS_utime,
  SYS_utimes,
  SYS_futimesat,
#endif
  SYS_fchmod,
  SYS_fchmodat,
  FCHMODAT2,
  SYS_fchown,
  SYS_fchownat,
  SYS_utimensat,
  SYS_setxattr,
  SYS_lsetxattr,
  SYS_fsetxattr,
  SETXATTRAT,
  SYS_removexattr,
  SYS_lremovexattr,
  SYS_fremovexattr,
  REMOVEXATTRAT,
  FILE_SETATTR,
  SYS_socket,
  SYS_connect,
  SYS_bind,
  SYS_listen,
  SYS_accept4,
  SYS_ioctl,
  SYS_ptrace,
  SYS_keyctl,
  SYS_add_key,
  SYS_request_key,
  SYS_mount,
  SYS_umount2,
  OPEN_TREE,
  OPEN_TREE_ATTR,
  MOVE_MOUNT,
  FSOPEN,
  FSCONFIG,
  FSMOUNT,
  FSPICK,
  MOUNT_SETATTR,
  SYS_pivot_root,
  SYS_chroot,
  SYS_unshare,
  SYS_setns,
  SYS_init_module,
  SYS_finit_module,
  SYS_delete_module,
  SYS_execve,
  SYS_execveat,
  SYS_process_vm_readv,
  SYS_bpf,
  SYS_userfaultfd,
  SYS_process_vm_writev,
  SYS_tkill,
  SYS_tgkill,
  SYS_rt_sigqueueinfo,
  SYS_rt_tgsigqueueinfo,
  PIDFD_SEND_SIGNAL,
  PIDFD_GETFD,
  SYS_setpriority,
  SYS_ioprio_set,
  SYS_sched_setaffinity,
  SYS_sched_setattr,
  SYS_sched_setparam,
  SYS_sched_setscheduler,
#ifdef SYS_ipc
  SYS_ipc,
#endif
#ifdef SYS_semop
  SYS_semop,
#endif
#ifdef SYS_shmget
  SYS_shmget,
  SYS_shmat,
  SYS_shmctl,
  SYS_semget,
  SYS_semctl,
  SYS_semtimedop,
  SYS_msgget,
  SYS_msgctl,
  SYS_msgsnd,
  SYS_msgrcv,
#endif
  SYS_mq_open,
  SYS_mq_unlink,
  SYS_perf_event_open,
  IO_URING_SETUP,
};

enum
{
  REFUSED = sizeof refused / sizeof refused[0],
  X32 = 0x40000000, /* calls of another ABI on x86-64 */
  FILTER_MAX = REFUSED + 20
};

#define LOAD(member)                                                          \
  ((struct sock_filter) BPF_STMT (BPF_LD | BPF_W | BPF_ABS,                   \
                                  offsetof (struct seccomp_data, member)))
#define SKIP(test, value, yes, no)                                            \
  ((struct sock_filter) BPF_JUMP (BPF_JMP | (test) | BPF_K, (value), (yes),   \
                                  (no)))
#define RETURN(value)                                                         \
  ((struct sock_filter) BPF_STMT (BPF_RET | BPF_K, (value)))

enum
{
  REFUSE = SECCOMP_RET_ERRNO | EPERM,
  ONLY_SIZE = 4 /* instructions of only_for */
};

/* Write to CODE: allow the call if its first argument is PROCESS.  */
static void
only_for (struct sock_filter *code, uint32_t process)
{
  /* The low half, of either byte order.  */
  code[0] = LOAD (args);
  code[0].k += __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? 4 : 0;
  code[1] = SKIP (BPF_JEQ, process, 0, 1);
  code[2] = RETURN (SECCOMP_RET_ALLOW);
  code[3] = RETURN (REFUSE);
}

/* Refuse these calls, signals to other processes, and limits for them.
   libseccomp is not used: 2.5.4 does not return if there is no memory, and
   takes a millisecond for each process.  */
static bool
filter_calls (bool try)
{
  struct sock_filter code[FILTER_MAX];
  struct sock_fprog program = { .filter = code };
  unsigned short at = 0;

  code[at++] = LOAD (arch);
  code[at++] = SKIP (BPF_JEQ, OWN_ARCHITECTURE, 1, 0);
  code[at++] = RETURN (REFUSE);
  code[at++] = LOAD (nr);
  for (size_t i = 0; i < REFUSED; i++)
    code[at++] = SKIP (BPF_JEQ, refused[i], (uint8_t) (REFUSED + 3 - i), 0);
  code[at++] = SKIP (BPF_JGE, X32, 3, 0);
  code[at++] = SKIP (BPF_JEQ, SYS_kill, 3, 0);
  code[at++] = SKIP (BPF_JEQ, SYS_prlimit64, 2 + ONLY_SIZE, 0);
  code[at++] = RETURN (SECCOMP_RET_ALLOW);
  code[at++] = RETURN (REFUSE);
  only_for (code + at, (uint32_t) getpid ());
  only_for (code + at + ONLY_SIZE, 0);
  at += 2 * ONLY_SIZE;
  program.len = at;
  /* EFAULT: filters exist, and only this one does not; EINVAL or ENOSYS: there
     are no filters.  */
  if (try)
    return syscall (SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, NULL) != 0
           && errno == EFAULT;
  return syscall (SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
}
#else
static bool
filter_calls (bool try)
{
  (void) try;
  errno = ENOSYS;
  return false;
}
#endif

bool
sandbox_has_filter (void)
{
  return filter_calls (true);
}

bool
sandbox_enter (const struct sandbox *box)
{
  sandbox_limits (box->memory, box->seconds);
  close_others (box);
  silence (box->streams ? STDERR_FILENO + 1 : STDOUT_FILENO);
  prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (!landlock (box))
    return false;
  drop_capabilities ();
  return filter_calls (false) || is_lacking ();
}
