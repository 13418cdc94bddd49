/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-insn.c - what an instruction does, as text.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "fixture-insn.h"
#include "result.h"

enum
{
  ADDRESS = 0x401000
};

static unsigned now; /* the machine */

static const char *
name_of (unsigned reg)
{
  static const char *const amd64[]
      = { "rax", "rcx", "rdx", "rbx", "rsi", "rdi" };
  static char names[8][16];
  static unsigned next;
  char *name = names[next++ % 8];

  if (reg == REG_NONE)
    return "-";
  if (reg == REG_SP || reg == REG_FP)
    return reg == REG_SP ? "sp" : "fp";
  if (reg == REG_JUMP)
    return "jump";
  if (now != PROVE_AMD64)
    snprintf (name, sizeof names[0], reg == AARCH64_LR ? "lr" : "x%u",
              reg - AARCH64_X0);
  else if (reg - AMD64_RAX < sizeof amd64 / sizeof *amd64)
    return amd64[reg - AMD64_RAX];
  else
    snprintf (name, sizeof names[0], "r%u", reg - AMD64_R12 + 12);
  return name;
}

/* Write to TEXT the place in memory that OP has.  */
static int
put_place (char *text, size_t size, const struct op *op)
{
  int used = snprintf (text, size, "[%s", name_of (op->a));

  if (op->b != REG_NONE)
    used += snprintf (text + used, size - (size_t) used, "+%s*%u",
                      name_of (op->b), op->scale);
  /* An address is shown as one.  */
  return used
         + snprintf (text + used, size - (size_t) used,
                     op->a == REG_NONE ? "+0x%" PRIx64 "]" : "%+" PRId64 "]",
                     op->imm);
}

static void
put_comparison (char *text, size_t size, const struct op *op)
{
  char place[64];

  put_place (place, sizeof place, op);
  if (op->kind == OP_LIMIT)
    snprintf (text, size, "limit %" PRIu64, (uint64_t) op->imm);
  else if (op->kind == OP_COMPARE_AT)
    snprintf (text, size, "cmp%u %s", op->width, place);
  else
    snprintf (text, size, "cmp%u %s,%" PRIu64, op->width, name_of (op->a),
              (uint64_t) op->imm);
}

static void
put_effect (char *text, size_t size, const struct op *op)
{
  const char *dst = name_of (op->dst), *a = name_of (op->a);
  char place[64];

  put_place (place, sizeof place, op);
  switch (op->kind)
    {
    case OP_SET:
      snprintf (text, size, "%s=%s%+" PRId64, dst, a, op->imm);
      break;
    case OP_CONST:
      snprintf (text, size, op->sign ? "%s=@0x%" PRIx64 : "%s=#%" PRId64, dst,
                op->imm);
      break;
    case OP_ADD:
      snprintf (text, size, "%s=%s%s%s*%u", dst, a, op->sign ? "-" : "+",
                name_of (op->b), op->scale == 0 ? 1U : op->scale);
      break;
    case OP_ZERO:
    case OP_SIGN:
      snprintf (text, size, "%s=%s%u(%s)", dst,
                op->kind == OP_ZERO ? "zero" : "sign", op->width, a);
      break;
    case OP_LOSE:
      snprintf (text, size, "%s=?%u", dst, op->width == 0 ? 64U : op->width);
      break;
    case OP_BOUND:
      snprintf (text, size, "%s<=%" PRId64, dst, op->imm);
      break;
    case OP_LOAD:
      snprintf (text, size, "%s=%s%s%u", dst, place, op->sign ? "s" : "",
                op->width);
      break;
    case OP_STORE:
      snprintf (text, size, "%s%u=%s", place, op->width, dst);
      break;
    case OP_PAC:
      snprintf (text, size, "%s(%s,%s,%" PRId64 ")",
                op->sign ? "sign" : "auth", dst, a, op->imm);
      break;
    case OP_STRIP:
      snprintf (text, size, "strip(%s)", dst);
      break;
    case OP_ALIGN:
      snprintf (text, size, "%s=align(%s)", dst, a);
      break;
    case OP_INSERT:
      snprintf (text, size, "%s{%u,%u}=%" PRId64, dst, op->width, op->scale,
                op->imm);
      break;
    default:
      put_comparison (text, size, op);
      break;
    }
}

/* Add to TEXT what INSN is, if it is not just its effects.  */
static void
put_flow (char *text, size_t size, const struct insn *insn)
{
  static const char *const flows[]
      = { [FLOW_NEXT] = "",           [FLOW_JUMP] = " jump",
          [FLOW_BRANCH] = " branch",  [FLOW_CALL] = " call",
          [FLOW_CALL_ANY] = " call?", [FLOW_JUMP_ANY] = " jump?",
          [FLOW_RETURN] = " return",  [FLOW_STOP] = " stop",
          [FLOW_REFUSED] = " refused" };
  static const char *const conditions[] = { [COND_OTHER] = "",
                                            [COND_ABOVE] = " above",
                                            [COND_NOT_ABOVE] = " notabove",
                                            [COND_BELOW] = " below",
                                            [COND_NOT_BELOW] = " notbelow" };
  char target[24] = "";

  if (insn->target != 0)
    snprintf (target, sizeof target, " 0x%" PRIx64, insn->target);
  snprintf (text, size, "%s%s%s%s%s%s", flows[insn->flow],
            conditions[insn->condition], target, insn->flags ? " flags" : "",
            insn->nop ? " nop" : "", insn->syscall ? " syscall" : "");
}

void
insn_test (unsigned machine, const uint8_t *code, size_t size,
           const char *name, const char *effects)
{
  struct insn insn = { 0 };
  struct op ops[PROVE_OPS];
  char text[256] = "";

  now = machine;
  if (!prove_machines[machine].decode (code, size, ADDRESS, NULL, &insn, ops))
    snprintf (text, sizeof text, "none");
  else if (insn.size != size)
    snprintf (text, sizeof text, "the size is wrong");
  else
    {
      for (unsigned i = 0; i < insn.op_count; i++)
        {
          const size_t used = strlen (text);
          snprintf (text + used, sizeof text - used, i == 0 ? "" : " ");
          put_effect (text + strlen (text), sizeof text - strlen (text),
                      &ops[i]);
        }
      put_flow (text + strlen (text), sizeof text - strlen (text), &insn);
    }
  const bool good = strcmp (text, effects) == 0;
  if (!good)
    printf ("%s: %s\n", name, text);
  unit_result_of (good, "%s: %s", machine == PROVE_AMD64 ? "amd64" : "aarch64",
                  name);
}
