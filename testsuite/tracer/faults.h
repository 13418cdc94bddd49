/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   faults.h - what goes wrong at a system call.  */

#ifndef TRACER_FAULTS_H
#define TRACER_FAULTS_H

#include <stdbool.h>
#include <sys/ptrace.h>
#include <sys/types.h>

#include <linux/ptrace.h>

#include "tasks.h"

enum fault_kind
{
  FAULT_NONE,
  FAULT_ERROR,
  FAULT_LATE_ERROR,
  FAULT_HALF,
  FAULT_ONE_BYTE,
  FAULT_SIGNAL,
  FAULT_GROUP_SIGNAL,
  FAULT_WAIT
};

struct fault
{
  enum fault_kind kind;
  int number;  /* errno or signal */
  pid_t group; /* for FAULT_GROUP_SIGNAL */
  int wait_out;
  int wait_in;
};

/* T has stopped before the call of INFO: let FAULT happen there.  False with
   errno set.  */
bool fault_begin (const struct fault *fault, struct task *t,
                  const struct __ptrace_syscall_info *info);

/* T has stopped after that call.  */
bool fault_end (const struct fault *fault, struct task *t);

#endif /* TRACER_FAULTS_H */
