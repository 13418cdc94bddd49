/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   cfi-state.h - the rules of the registers that SFrame knows, while call frame
   instructions change them.  */

#ifndef MERGER_CFI_STATE_H
#define MERGER_CFI_STATE_H

#include "cursor.h"
#include "rules.h"
#include "sfmerge.h"

/* Kinds of rules beside those of enum sfm_rule_kind.  */
enum
{
  CFI_RULE_NONE = SFM_RULE_MEMORY + 1, /* no instruction has set one */
  CFI_RULE_OTHER,                      /* an expression of another form */
  CFI_RULE_PLT /* CFA: base + offset, and another 8 at the end of each block
                  of PLT_BLOCK bytes, from byte PLT_FROM of it on */
};

enum
{
  PLT_BLOCK = 16
};

/* cfi-expression.c: the rule of a register or, if CFA, of the CFA, that the
   location expression in all of EXPRESSION gives.  VALUE: it is the register's
   value, else the address at which that is saved.  *PLT_FROM is set for
   CFI_RULE_PLT; if PLT_FROM is NULL, there is no such rule.  */
struct sfm_rule cfi_expression_rule (struct cursor expression, bool cfa,
                                     bool value, uint8_t *plt_from);

/* cfi-program.c: set ROWS->now to the state after the CIE's instructions,
   which is also ROWS->initial.  */
void cfi_run_initial (struct sfm_cfi_rows *rows);

/* cfi-program.c: execute the instructions from ROWS->next on, up to the next
   one that changes the location, and set ROWS->until to the location after it:
   at the end of the program, or if an instruction is a problem, the end of the
   function.  */
void cfi_run (struct sfm_cfi_rows *rows);

/* cfi-rows.c: skip rows of PLT code before byte TO of the function,
   except the last ones.  They repeat, and a function may have 2^59.  */
void cfi_rows_skip (struct sfm_cfi_rows *rows, uint64_t to);

/* cfi-state.c: set ROW's rules and problem to what ROWS->now means at byte PC
   of the code.  */
void cfi_state_rules (const struct sfm_cfi_rows *rows, uint64_t pc,
                      struct sfm_cfi_row *row);

#endif /* MERGER_CFI_STATE_H */
