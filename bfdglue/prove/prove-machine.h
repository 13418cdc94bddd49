/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-machine.h - what the prover must know of a machine: a table of facts,
   and a decoder, which says what instructions do to the registers.  */

#ifndef BFDGLUE_PROVE_MACHINE_H
#define BFDGLUE_PROVE_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The prover's own register numbers: these three are the same for all
   machines; a machine's others follow.  */
enum
{
  REG_SP = 0,
  REG_FP = 1,
  REG_JUMP = 2,      /* the target of an indirect jump; between instructions it
                        is free */
  REG_OTHERS = 3,    /* the first of the others */
  PROVE_VALUES = 33, /* the most registers of a machine, with REG_JUMP */
  REG_NONE = 255,
  PROVE_OPS = 6 /* effects of an instruction */
};

/* What an instruction does to the registers.  */
enum op_kind
{
  OP_SET,     /* DST = A + IMM; SIGN: an address, if A is a constant */
  OP_CONST,   /* DST = IMM; SIGN: it is an address */
  OP_INSERT,  /* the WIDTH bits of DST from bit SCALE on = IMM */
  OP_ADD,     /* DST = A + B * SCALE, or A - B with SIGN; a SCALE of 0 is 1 */
  OP_ZERO,    /* DST = the low WIDTH bits of A */
  OP_SIGN,    /* DST = the low WIDTH bits of A, with their sign */
  OP_LOSE,    /* DST is new; the upper half is 0 if WIDTH is 32 */
  OP_ALIGN,   /* as OP_LOSE, but if DST is SP, A must be an address in the
                 stack */
  OP_BOUND,   /* DST is new, and not above IMM */
  OP_LOAD,    /* DST = WIDTH bits at A + B * SCALE + IMM, with SIGN or zeros */
  OP_STORE,   /* WIDTH bits there = DST; REG_NONE: unknown bits; WIDTH 0: of
                 unknown size */
  OP_PAC,     /* authenticate DST or, with SIGN, sign it, as a return address,
                 with key IMM and modifier A */
  OP_STRIP,   /* remove the signature from DST */
  OP_COMPARE, /* the flags are those of the low WIDTH bits of A against IMM, */
  OP_COMPARE_AT, /* or of WIDTH bits at A + B * SCALE + IMM */
  OP_LIMIT       /* against this IMM */
};

struct op
{
  uint8_t kind;
  uint8_t dst;
  uint8_t a;
  uint8_t b;
  uint8_t scale;
  bool sign;
  uint16_t width;
  int64_t imm;
};

/* Where execution continues.  */
enum flow
{
  FLOW_NEXT,
  FLOW_JUMP,
  FLOW_BRANCH,
  FLOW_CALL,
  FLOW_CALL_ANY, /* to an unknown address */
  FLOW_JUMP_ANY, /* to REG_JUMP */
  FLOW_RETURN,   /* where the machine has a link register, to REG_JUMP */
  FLOW_STOP,     /* a trap */
  FLOW_REFUSED
};

/* When a branch is taken after a comparison, as unsigned numbers.  */
enum condition
{
  COND_OTHER,
  COND_ABOVE,
  COND_NOT_ABOVE,
  COND_BELOW,
  COND_NOT_BELOW
};

/* The number of an entry or a block, + 1; 0: none.  */
typedef uint32_t prove_number;

struct insn
{
  const struct op *ops;
  uint64_t target;    /* of a jump, branch or call; if its target is unknown,
                         the place in memory that holds it, or 0 */
  prove_number owner; /* the entry whose flow was here first */
  prove_number entry; /* the entry that begins here, if BYTE_ENTRY is set */
  prove_number block; /* the block that begins here, unless the number is
                         stale */
  uint8_t size;
  uint8_t flow;          /* enum flow */
  uint8_t condition : 3; /* enum condition */
  uint8_t op_count : 3;
  bool syscall : 1;
  bool flags : 1; /* it changes the flags, by a comparison or otherwise */
  bool nop : 1;   /* the shortest one that does nothing */
  /* Set by prove-insns.c.  PLAIN: it changes nothing at all; STILL: it changes
     nothing that a row tells; TAKES: it may compute an address of code.  */
  bool plain : 1;
  bool still : 1;
  bool takes : 1;
};

/* An instruction that is being decoded.  */
struct decoding
{
  struct insn *insn;
  struct op *ops;
  uint64_t addr; /* on AMD64, of the next one */
  uint32_t word; /* of AArch64 */
  /* Of AMD64, by Zydis.  */
  const struct ZydisDecodedInstruction_ *zi;
  const struct ZydisDecodedOperand_ *operands;
  bool full;      /* more effects than there is room for */
  struct op lost; /* receives an effect that is dropped */
};

/* prove-effects.c: add an effect of KIND to D's instruction: on register DST,
   by register A or REG_NONE.  One on REG_NONE is dropped, unless KIND is a
   store or a comparison.  */
struct op *op_add (struct decoding *d, enum op_kind kind, unsigned dst,
                   unsigned a);

/* Add an effect: DST is new, of 64 bits if WIDE; DST = A + IMM; DST is the
   number IMM; DST = A + B; DST is the low WIDTH bits of A, with their SIGN or
   zeros; DST is loaded from WIDTH bits at BASE + OFFSET; SRC, or REG_NONE, is
   stored there; the low WIDTH bits of A are compared with LIMIT.  */
void op_lose (struct decoding *d, unsigned dst, bool wide);
struct op *op_set (struct decoding *d, unsigned dst, unsigned a, int64_t imm);
struct op *op_const (struct decoding *d, unsigned dst, uint64_t imm);
struct op *op_sum (struct decoding *d, unsigned dst, unsigned a, unsigned b);
struct op *op_extend (struct decoding *d, unsigned dst, unsigned a,
                      unsigned width, bool sign);
struct op *op_load (struct decoding *d, unsigned dst, unsigned base,
                    int64_t offset, unsigned width, bool sign);
struct op *op_store (struct decoding *d, unsigned src, unsigned base,
                     int64_t offset, unsigned width);
void op_compare (struct decoding *d, unsigned a, unsigned width,
                 uint64_t limit);

/* A kind of instruction that was decoded before, and the key that identifies
   it.  The rest is private to prove-kinds.c.  */
struct insn_kind
{
  uint64_t key;    /* 0: none */
  uint16_t stored; /* bits */
  bool tail;
};

enum
{
  INSN_KIND_BITS = 12,
  INSN_KINDS = 1 << INSN_KIND_BITS
};

/* All that differs between machines.  Offsets are in bytes.  */
struct prove_machine
{
  uint16_t machine;  /* EM_* */
  uint8_t registers; /* number of registers that are tracked, with REG_JUMP */
  uint8_t dwarf_sp;  /* DWARF's numbers of SP and FP */
  uint8_t dwarf_fp;
  uint8_t link;      /* holds the return address where a function begins; */
  int8_t ra_slot;    /* REG_NONE: it is at this offset from the CFA */
  int8_t entry_sp;   /* SP - CFA where a function begins */
  int8_t guarded;    /* offset from the CFA of 8 bytes that no function may
                        write; 0: there are none */
  uint8_t red_zone;  /* bytes below SP that signals leave alone */
  uint8_t relinked;  /* holds the return address that Go's functions for more
                        stack put back into LINK */
  uint8_t table_min; /* bits of the smallest entries of tables for jumps */
  uint8_t syscall;   /* the register that has the number of a system call */
  bool numbers;      /* instructions may contain whole addresses, if the image
                        is not moved */
  uint64_t kept;     /* registers that functions keep, a bit each, without
                        SP */
  /* System calls that may return more or less than once, or to another
     stack.  */
  int64_t odd_calls[4];
  /* Types of relocations: what PLT code jumps through, what other code takes
     addresses from, and pointers to the image's own code.  */
  uint32_t jump_slot;
  uint32_t glob_dat;
  uint32_t relative;
  uint32_t irelative;
  /* Decode the instruction at ADDR, which the SIZE bytes at CODE begin with,
     to INSN, all zero at first, with its effects in OPS, of PROVE_OPS
     elements.  KINDS, of INSN_KINDS, all zero at first, may be used; or it is
     NULL.  False: there is no instruction.  */
  bool (*decode) (const uint8_t *code, size_t size, uint64_t addr,
                  struct insn_kind *kinds, struct insn *insn, struct op *ops);
};

/* The machines; those that can be decoded in this build have a decoder.
   PROVE_AARCH64_GO is for code of Go.  */
enum
{
  PROVE_AMD64,
  PROVE_AARCH64,
  PROVE_AARCH64_GO,
  PROVE_MACHINES
};
extern const struct prove_machine prove_machines[PROVE_MACHINES];

/* The facts of MACHINE, an EM_*, or NULL: it cannot be decoded.  */
const struct prove_machine *prove_machine (uint16_t machine);

/* Registers of AMD64.  */
enum
{
  AMD64_RAX = 3,
  AMD64_RBX = 6,
  AMD64_RSI,
  AMD64_RDI,
  AMD64_R12 = 13,
  AMD64_R13,
  AMD64_R14,
  AMD64_R15,
  AMD64_REGS
};

/* Registers of AArch64; X0 to X28 follow each other.  */
enum
{
  AARCH64_X0 = 3,
  AARCH64_X3 = 6,
  AARCH64_X8 = 11,
  AARCH64_X19 = 22,
  AARCH64_X28 = 31,
  AARCH64_LR = 32,
  AARCH64_REGS
};

/* prove-kinds.c, prove-aarch64.c.  */
bool amd64_decode (const uint8_t *code, size_t size, uint64_t addr,
                   struct insn_kind *kinds, struct insn *insn, struct op *ops);
/* Like amd64_decode, but by Zydis alone.  */
bool amd64_decode_slowly (const uint8_t *code, size_t size, uint64_t addr,
                          struct insn *insn, struct op *ops);
bool aarch64_decode (const uint8_t *code, size_t size, uint64_t addr,
                     struct insn_kind *kinds, struct insn *insn,
                     struct op *ops);

#endif /* BFDGLUE_PROVE_MACHINE_H */
