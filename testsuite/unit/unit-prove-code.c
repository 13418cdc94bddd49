/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-prove-code.c - what is proven of code: how functions are found and
   followed, and where they share code.  */

#include "config.h"

#include <elf.h>
#include <stddef.h>

#include "fixture-code.h"
#include "prove-machine.h"
#include "result.h"

static const struct code_trial trials[] = {
  /* f: push rbp; mov rsp,rbp; sub $32,rsp; leave; ret  */
  { "a function that returns", "554889e5 4883ec20 c9c3", "0", "",
    "0 sp8 own ra-8, 1 sp16 own slot-16 ra-8, 4 sp16 fp16 slot-16 ra-8, "
    "8 sp48 fp16 slot-16 ra-8, 9 sp8 own slot-16 ra-8, -a; | 10 of 10" },
  /* f: push rbx; push rbp; sub $8,rsp; mov edi,ebp; add $8,rsp; pop rbp; pop
     rbx; ret  */
  { "a function that saves registers", "53554883 ec0889fd 4883c408 5d5bc3",
    "0", "",
    "0 sp8 own ra-8, 1 sp16 own ra-8, 2 sp24 own slot-24 ra-8, 6 sp32 "
    "own slot-24 ra-8, 8 sp32 slot-24 ra-8, c sp24 slot-24 ra-8, d sp16 "
    "own slot-24 ra-8, e sp8 own slot-24 ra-8, -f; | 15 of 15" },
  /* f: push rbx; ret  */
  { "it returns at another depth", "53c3", "0", "", "0:RETURN@1 | 0 of 2" },
  /* f: xor ebp,ebp; ret  */
  { "it returns without its FP", "31edc3", "0", "", "0:FP@0 | 0 of 3" },
  /* f: mov rax,(rsp); ret  */
  { "it overwrites the return address", "48890424 c3", "0", "",
    "0:RA@0 | 0 of 4" },
  /* f: mov rdi,rsp; ret  */
  { "it loses the stack pointer", "4889fcc3", "0", "", "0:SP@0 | 0 of 3" },
  /* f: push rbx; nop  */
  { "it runs out of the code", "5390", "0", "", "0:LEAVES@2 | 0 of 2" },
  /* f: push rbx; .byte 0x06; ret  */
  { "bytes that are no instruction", "5306c3", "0", "",
    "0:DECODE@1 | 0 of 1" },
  /* f: push rbx; ud2  */
  { "a trap", "530f0b", "0", "", "0 of 3" },
  /* f: test edi,edi; je 1f; push rbx; pop rbx; 1: ret  */
  { "two ways of the same depth", "85ff7402 535bc3", "0", "",
    "0 sp8 own ra-8, 5 sp16 own ra-8, -6; 6 sp8 own ra-8, -7; | 7 of 7" },
  /* f: test edi,edi; je 1f; push rbx; 1: ret  */
  { "two ways of other depths", "85ff7401 53c3", "0", "",
    "0:DEPTH@5 | 0 of 6" },
  /* f: push rbx; 1: dec edi; jne 1b; pop rbx; ret  */
  { "a loop", "53ffcf75 fc5bc3", "0", "",
    "0 sp8 own ra-8, -1; 1 sp16 own ra-8, 6 sp8 own ra-8, -7; | 7 of 7" },
  /* f: 1: push rbx; dec edi; jne 1b; ret  */
  { "a loop that pushes", "53ffcf75 fbc3", "0", "", "0:DEPTH@0 | 0 of 6" },
  /* f: push rbx; call g; pop rbx; ret; g: ret  */
  { "a call", "53e80200 00005bc3 c3", "0", "",
    "0 sp8 own ra-8, 1 sp16 own ra-8, 7 sp8 own ra-8, -8; 8 sp8 own "
    "ra-8, -9; | 9 of 9" },
  /* f: push rbx; call g; .byte 6; g: ud2  */
  { "a call of what never returns", "53e80100 0000060f 0b", "0", "",
    "0 of 8" },
  /* f: push rbx; call g; .byte 6; g: jmp g  */
  { "a call of what loops", "53e80100 000006eb fe", "0", "",
    "7 sp8 own ra-8, -9; | 2 of 8" },
  /* f: push rbx; call g; pop rbx; ret; g: test edi,edi; je 1f; ud2; 1: ret
     */
  { "a call of what may return after all", "53e80200 00005bc3 85ff7402 0f0bc3",
    "0", "",
    "0 sp8 own ra-8, 1 sp16 own ra-8, 7 sp8 own ra-8, -8; 8 sp8 own "
    "ra-8, -e; e sp8 own ra-8, -f; | 15 of 15" },
  /* f: sub $8,rsp; call g; add $8,rsp; ret; g: jmp h; h: jmp i; i: ret  */
  { "a chain of tail calls", "4883ec08 e8050000 004883c4 08c3eb00 eb00c3",
    "0 10 12", "",
    "0 sp8 own ra-8, 4 sp16 own ra-8, d sp8 own ra-8, -e; e sp8 own "
    "ra-8, -10; 10 sp8 own ra-8, -12; 12 sp8 own ra-8, -13; | 19 of 19" },
  /* f: sub $8,rsp; call g; .byte 6; g: jmp h; h: ud2  */
  { "a chain that ends nowhere", "4883ec08 e8010000 0006eb00 0f0b", "0 c", "",
    "a sp8 own ra-8, -c; | 2 of 13" },
  /* f: sub $8,rsp; call g; add $8,rsp; ret; g: sub $8,rsp; call f; add
     $8,rsp; ret  */
  { "functions that call each other",
    "4883ec08 e8050000 004883c4 08c34883 ec08e8e9 ffffff48 83c408c3", "0 e",
    "", "0 of 18" },
  /* f: jmp g; g: ret  */
  { "a tail call", "eb00c3", "0 2", "",
    "0 sp8 own ra-8, -2; 2 sp8 own ra-8, -3; | 3 of 3" },
  /* f: push rbx; jmp g; g: ret  */
  { "a tail call at another depth", "53eb00c3", "0 3", "",
    "0:RETURN@3 3:JOINED@3 | 0 of 4" },
  /* f: push rbx; test edi,edi; je g; pop rbx; ret; g: ret  */
  { "a branch to another function at another depth", "5385ff74 025bc3c3",
    "0 7", "", "0:RETURN@7 7:JOINED@7 | 0 of 8" },
  /* f: xor ebp,ebp; jmp g; g: ret  */
  { "a tail call without its FP", "31edeb00 c3", "0 4", "",
    "0:FP@0 4:JOINED@0 | 0 of 5" },
  /* f: jmp f+0x1000  */
  { "a jump to other code", "e9fb0f00 00", "0", "",
    "0 sp8 own ra-8, -5; | 5 of 5" },
  /* f: push rbx; jmp f+0x1000  */
  { "a jump to other code at another depth", "53e9fa0f 0000", "0", "",
    "0:TAIL@1 | 0 of 6" },
  /* f: nop; g: ret  */
  { "a function runs into the next", "90c3", "0 1", "",
    "0 sp8 own ra-8, -1; 1 sp8 own ra-8, -2; | 2 of 2" },
  /* f: push rbx; g: pop rbx; ret  */
  { "a function runs into the next at another depth", "535bc3", "0 1", "",
    "0:JOINED@2 1:RETURN@2 | 0 of 3" },
  /* f: sub $8,rsp; call *rax; add $8,rsp; ret  */
  { "a call through a pointer", "4883ec08 ffd04883 c408c3", "0", "",
    "0 sp8 own ra-8, 4 sp16 own ra-8, a sp8 own ra-8, -b; | 11 of 11" },
  /* f: jmp *rax  */
  { "a jump through a pointer", "ffe0", "0", "",
    "0 sp8 own ra-8, -2; | 2 of 2" },
  /* f: push rbx; jmp *rax  */
  { "a jump through a pointer at another depth", "53ffe0", "0", "",
    "0:TABLE@1 | 0 of 3" },
  /* f: mov (rdi),rax; jmp *0x18(rax)  */
  { "a jump through a pointer, before a frame", "488b07ff 6018", "0", "",
    "0 sp8 own ra-8, -6; | 6 of 6" },
  /* f: mov $1,eax; syscall; ret  */
  { "a system call", "b8010000 000f05c3", "0", "",
    "0 sp8 own ra-8, -8; | 8 of 8" },
  /* f: mov $56,eax; syscall; ret  */
  { "a system call that may return twice", "b8380000 000f05c3", "0", "",
    "0:DECODE@5 | 0 of 7" },
  /* f: syscall; ret  */
  { "a system call of unknown number", "0f05c3", "0", "",
    "0:DECODE@0 | 0 of 2" },
  /* f: .byte 0xb8; g: push rbx; pop rbx; ret; nop; nop; ret  */
  { "instructions that overlap", "b8535bc3 9090c3", "0 1", "",
    "0:OVERLAP@1 1:OVERLAP@1 | 0 of 7" },
  /* f: push rbx; jmp 1f; g: push rbx; nop; 1: pop rbx; ret  */
  { "functions that share their ends", "53eb0253 905bc3", "0 3", "",
    "0 sp8 own ra-8, 1 sp16 own ra-8, -3; 3 sp8 own ra-8, 4 sp16 own "
    "ra-8, -5; 5 sp16 own ra-8, 6 sp8 own ra-8, -7; | 7 of 7" },
  /* f: push rbx; jmp 1f; g: push rbx; push r12; 1: pop r12; ret  */
  { "functions that share their ends, at other depths", "53eb0353 4154415c c3",
    "0 3", "", "0:JOINED@8 3:RETURN@8 | 0 of 9" },
  /* f: push rbx; test edi,edi; je 1f; .byte 6; g: push rbx; nop; 1: pop rbx;
     ret  */
  { "functions that share their ends, and one fails", "5385ff74 03065390 5bc3",
    "0 6", "", "0:DECODE@5 6:JOINED@5 | 0 of 9" },
  /* f: push rbp; jmp 1f; g: push rbx; nop; 1: add $8,rsp; ret  */
  { "functions that share code with other rows", "55eb0253 904883c4 08c3",
    "0 3", "", "0:DIFFERS@5 3:JOINED@5 | 0 of 10" },
  /* f: ret; nop; g: push rbx; pop rbx; ret  */
  { "a local function", "c390535b c3", "0 L2", "",
    "0 sp8 own ra-8, -1; 2 sp8 own ra-8, 3 sp16 own ra-8, 4 sp8 own "
    "ra-8, -5; | 4 of 4" },
  /* f: ret; nop; g: push rbx; ud2  */
  { "a local function that does not return", "c390530f 0b", "0 L2", "",
    "0 sp8 own ra-8, -1; 2:UNSURE@2 | 1 of 4" },
  /* f: push rbx; g: pop rbx; ret  */
  { "a local label", "535bc3", "0 L1", "",
    "0 sp8 own ra-8, 1 sp16 own ra-8, 2 sp8 own ra-8, -3; | 3 of 3" },
  /* f: ret; nop; g: jmp *rax  */
  { "a local function that only jumps", "c390ffe0", "0 L2", "",
    "0 sp8 own ra-8, -1; 2:UNSURE@2 | 1 of 3" },
  /* f: ret; nop; g: jmp f  */
  { "a local function that jumps to another", "c390ebfc", "0 L2", "",
    "0 sp8 own ra-8, -1; 2 sp8 own ra-8, -4; | 3 of 3" },
  /* f: ret; nop; g: jmp h; h: jmp i; i: ret  */
  { "local functions that lead to each other", "c390eb00 eb00c3", "0 L2 L4 L6",
    "",
    "0 sp8 own ra-8, -1; 2 sp8 own ra-8, -4; 4 sp8 own ra-8, -6; 6 sp8 "
    "own ra-8, -7; | 6 of 6" },
  /* f: lea g(rip),rax; ret; nop; g: push rbx; pop rbx; ret  */
  { "an address that is taken", "488d0502 000000c3 90535bc3", "0", "",
    "0 sp8 own ra-8, -8; 9 sp8 own ra-8, a sp16 own ra-8, b sp8 own "
    "ra-8, -c; | 11 of 11" },
  /* f: push rbx; lea 1f(rip),rax; jmp 1f; 1: pop rbx; ret  */
  { "a label that is taken", "53488d05 02000000 eb005bc3", "0", "",
    "0 sp8 own ra-8, 1 sp16 own ra-8, -a; a sp16 own ra-8, b sp8 own "
    "ra-8, -c; | 12 of 12" },
  /* f: lea g(rip),rax; ret; nop; g: push rbx; ud2  */
  { "an address that is taken does not return", "488d0502 000000c3 90530f0b",
    "0", "", "0 sp8 own ra-8, -8; 9:UNSURE@9 | 8 of 11" },
  /* f: call g; ud2; g: ret  */
  { "the program's start", "e8020000 000f0bc3", "0 E0", "",
    "7 sp8 own ra-8, -8; 0:START@0 | 1 of 8" },
  /* f: test edi,edi; je 1f; ret; 1:  */
  { "a branch that is not taken ends the code", "85ff7401 c3", "0", "",
    "0 sp8 own ra-8, -5; | 5 of 5" },
  /* f: ret; push rbx; ret  */
  { "what follows is never reached", "c353c3", "0", "",
    "0 sp8 own ra-8, -1; | 1 of 1" },
  /* f: push rbx; call g; g: ret  */
  { "a call at the end of a function", "53e80000 0000c3", "0 6", "",
    "6 sp8 own ra-8, -7; 0:DECODE@1 | 1 of 7" },
  /* f: push rbx; call h; nop; g: ret; h: ret  */
  { "a call before padding and a function", "53e80200 000090c3 c3", "0 7", "",
    "7 sp8 own ra-8, -8; 8 sp8 own ra-8, -9; | 2 of 8" },
  /* f: push rbx; g: pop rbx; ret  */
  { "described code runs into described code", "535bc3", "0 F0:1 F1:2", "",
    "0:LEAVES@1 | 0 of 1" },
  /* f: nop; g: ret  */
  { "a function runs into a described one", "90c3", "0 1 F1:1", "",
    "0 sp8 own ra-8, -1; 1 sp8 own ra-8, -2; | 2 of 2" },
  /* f: test edi,edi; je 1f; ret; 1: push rbx; ud2  */
  { "a part that leads to no end", "85ff7401 c3530f0b", "0", "",
    "0 sp8 own ra-8, -5; | 5 of 8" },
  /* f: test edi,edi; je 1f; ret; 1: push rbx; ud2  */
  { "a described part that leads to no end", "85ff7401 c3530f0b", "0 F0:20",
    "", "0 sp8 own ra-8, -5; 5 sp8 own ra-8, 6 sp16 own ra-8, -8; | 8 of 8" },
  /* f: test edi,edi; je 1f; ret; 1: push rbx; test esi,esi; je 2f; ud2; 2:
     pop rbx; ret  */
  { "a part that leads to an end", "85ff7401 c35385f6 74020f0b 5bc3", "0", "",
    "0 sp8 own ra-8, -5; 5 sp8 own ra-8, 6 sp16 own ra-8, -c; c sp16 "
    "own ra-8, d sp8 own ra-8, -e; | 14 of 14" },
  /* f: push rbp; mov rsp,rbp; and $-32,rsp; mov rbx,8(rsp); mov 8(rsp),rbx;
     leave; ret  */
  { "SP is aligned", "554889e5 4883e4e0 48895c24 08488b5c 2408c9c3", "0", "",
    "0 sp8 own ra-8, 1 sp16 own slot-16 ra-8, 4 sp16 fp16 slot-16 ra-8, "
    "8 sp? fp16 slot-16 ra-8, 13 sp8 own slot-16 ra-8, -14; | 20 of 20" },
  /* f: push rbp; mov rsp,rbp; sub rdi,rsp; leave; ret  */
  { "memory of unknown size", "554889e5 4829fcc9 c3", "0", "",
    "0 sp8 own ra-8, 1 sp16 own slot-16 ra-8, 4 sp16 fp16 slot-16 ra-8, "
    "7 sp? fp16 slot-16 ra-8, 8 sp8 own slot-16 ra-8, -9; | 9 of 9" },
  /* f: push rbx; call g; call h; pop rbx; ret; g: jmp h; h: test edi,edi; je
     1f; ud2; 1: ret  */
  { "two calls of what may return after all",
    "53e80700 0000e804 0000005b c3eb0085 ff74020f 0bc3", "0 f", "",
    "0 sp8 own ra-8, 1 sp16 own ra-8, c sp8 own ra-8, -d; d sp8 own "
    "ra-8, -f; f sp8 own ra-8, -15; 15 sp8 own ra-8, -16; | 22 of 22" },
  /* f: push rbx; call g; pop rbx; ret; h: push rbx; g: pop rbx; ret  */
  { "a call of a function that starts in another", "53e80300 00005bc3 535bc3",
    "0 8", "",
    "0 sp8 own ra-8, 1 sp16 own ra-8, 7 sp8 own ra-8, -8; 8:JOINED@a "
    "9:RETURN@a | 8 of 11" },
  /* f: nop; jmp 1f; g: push rbx; pop rbx; 1: ret  */
  { "a jump into another function", "90eb0253 5bc3", "0 3", "",
    "0 sp8 own ra-8, -3; 3 sp8 own ra-8, 4 sp16 own ra-8, -5; 5 sp8 own "
    "ra-8, -6; | 6 of 6" },
  /* f: test edi,edi; je 1f; ret; g: .byte 6; 1: nop; jmp 1b  */
  { "a joined function without an end", "85ff7402 c30690eb fd", "0 5", "",
    "0 sp8 own ra-8, -5; | 5 of 8" },
  /* f: mov rbp,rax; xor ebp,ebp; mov rax,rbp; ret  */
  { "a value is kept in another register", "4889e831 ed4889c5 c3", "0", "",
    "0 sp8 own ra-8, 5 sp8 ra-8, 8 sp8 own ra-8, -9; | 9 of 9" },
  /* f: push rbx; 1: jmp 1b  */
  { "a jump to itself", "53ebfe", "0", "", "0 of 3" },
  /* f: dec edi; jne f; ret  */
  { "a loop through the first instruction", "ffcf75fc c3", "0", "",
    "0 sp8 own ra-8, -5; | 5 of 5" },
  /* f: cmp $5,edi; ja 1f; nop; 1: ret  */
  { "a branch by a bound that is met", "83ff0577 0190c3", "0", "",
    "0 sp8 own ra-8, -6; 6 sp8 own ra-8, -7; | 7 of 7" },
  /* f: mov $0x5b53,eax; ret  */
  { "a symbol in the middle of an instruction", "b8535b00 00c3", "0 L0", "",
    "0 sp8 own ra-8, -6; | 6 of 6" },
  /* f: push rbx; jmp 1f; g: push rbx; jmp 1f; h: push rbx; nop; 1: pop rbx;
     2: ret; e: jmp 2b  */
  { "three functions share code", "53eb0553 eb025390 5bc3ebfd", "0 3 6 a", "",
    "0 sp8 own ra-8, 1 sp16 own ra-8, -3; 3 sp8 own ra-8, 4 sp16 own "
    "ra-8, -6; 6 sp8 own ra-8, 7 sp16 own ra-8, -8; 8 sp16 own ra-8, "
    "-9; 9 sp8 own ra-8, -a; a sp8 own ra-8, -c; | 12 of 12" },
  /* f: push rbx; nop; nop; nop; pop rbx; ret; g: push rbx; jmp f+2  */
  { "a range within another", "53909090 5bc353eb f9", "0 6", "",
    "0 sp8 own ra-8, 1 sp16 own ra-8, -2; 2 sp16 own ra-8, 5 sp8 own "
    "ra-8, -6; 6 sp8 own ra-8, 7 sp16 own ra-8, -9; | 9 of 9" },
  /* f: jmp g+1; g: mov $0x06060606,eax; ret  */
  { "a jump to no instruction in another function", "eb01b806 060606c3", "0 2",
    "", "2 sp8 own ra-8, -8; 0:DECODE@3 | 6 of 8" },
  /* f: syscall; jmp 1f; g: push rbx; 1: pop rbx; ret  */
  { "a flow into another function that the proof does not reach",
    "0f05eb01 535bc3", "0 4", "", "0:DECODE@0 4:JOINED@0 | 0 of 5" },
  /* f: syscall; jmp 1f; k: syscall; jmp 1f; h: ret; 1: nop; ret  */
  { "flows that meet after another function", "0f05eb05 0f05eb01 c390c3",
    "0 4 8", "", "8 sp8 own ra-8, -9; 0:DECODE@0 4:DECODE@4 | 1 of 5" },
  /* f: syscall; jmp 1f; k: syscall; jmp 2f; g: nop; 2: ret; h: nop; 1: ret  */
  { "flows that meet the later function first", "0f05eb07 0f05eb01 90c390c3",
    "0 4 8 a", "", "0:DECODE@0 4:DECODE@4 8:JOINED@4 a:JOINED@0 | 0 of 8" },
  /* f: syscall; jmp 1f; k: syscall; jmp 2f; g: nop; 1: ret; h: nop; 2: ret  */
  { "flows that meet the earlier function first", "0f05eb05 0f05eb03 90c390c3",
    "0 4 8 a", "", "0:DECODE@0 4:DECODE@4 8:JOINED@0 a:JOINED@4 | 0 of 8" },
  /* g: mov $0x90909090,eax; ret; f: syscall; jmp g+3  */
  { "a flow from an instruction of another function", "b8909090 90c30f05 ebf9",
    "0 6", "", "0:JOINED@6 6:DECODE@6 | 0 of 8" },
  /* f: push rbp; mov rax,(rsp); add $8,rsp; ret  */
  { "a store over the saved FP", "55488904 244883c4 08c3", "0", "",
    "0 sp8 own ra-8, 1 sp16 own slot-16 ra-8, 5 sp16 own ra-8, 9 sp8 own "
    "ra-8, -a; | 10 of 10" },
  /* f: push rbp; jmp 1f; g: push rbx; nop; 1: dec edi; jne 1b; add $8,rsp;
     ret  */
  { "functions that share code with one other row",
    "55eb0253 90ffcf75 fc4883c4 08c3", "0 3", "",
    "0:DIFFERS@5 3:JOINED@5 | 0 of 14" },
  /* f: push rbp; xor ebp,ebp; 1: pop rbp; ret; g: push rbp; jmp 1b  */
  { "a function without its FP runs into code that has it",
    "5531ed5d c355ebfb", "0 5", "", "0:DIFFERS@3 5:JOINED@3 | 0 of 8" },
  /* g: push rbp; jmp 1f; f: push rbp; xor ebp,ebp; 1: pop rbp; ret  */
  { "a function that has its FP jumps into code that does not",
    "55eb0355 31ed5dc3", "0 3", "", "0:DIFFERS@6 3:JOINED@6 | 0 of 8" },
  /* f: push rbp; mov rbp,rax; xor ebp,ebp; 1: mov rax,rbp; pop rbp; ret;
     g: push rbp; xor eax,eax; xor ebp,ebp; jmp 1b  */
  { "functions that share code with another later row",
    "554889e8 31ed4889 c55dc355 31c031ed ebf4", "0 b", "",
    "0:DIFFERS@6 b:JOINED@6 | 0 of 18" },
  /* f: push rbx; jmp g; g: ud2  */
  { "a jump to a function that does not return, at another depth",
    "53eb000f 0b", "0 3", "", "0 of 5" },
  /* f: lea 1f(rip),rax; ret; 1: lea 1f(rip),rax; ret; 1: lea 1f(rip),rax;
     ret; 1: lea 1f(rip),rax; ret; 1: lea 1f(rip),rax; ret; 1: lea
     1f(rip),rax; ret; 1: ret  */
  { "functions that take addresses in turn",
    "488d0501 000000c3 488d0501 000000c3 488d0501 000000c3 488d0501 000000c3 "
    "488d0501 000000c3 488d0501 000000c3 c3",
    "0", "",
    "0 sp8 own ra-8, -8; 8 sp8 own ra-8, -10; 10 sp8 own ra-8, -18; 18 sp8 "
    "own ra-8, -20; 20 sp8 own ra-8, -28; 28 sp8 own ra-8, -30; | 48 of 48" },
  /* g: push rbx; 1: nop; pop rbx; ret; f: push rbx; push rbx; syscall; jmp
     1b  */
  { "a flow that was in another function before", "53905bc3 53530f05 ebf7",
    "0 4", "", "0:JOINED@6 4:DECODE@6 | 0 of 8" },
  /* i: ret; h: jmp i; g: jmp h; f: push rbx; call g; pop rbx; ret  */
  { "a chain of calls that return in turn", "c3ebfdeb fc53e8f8 ffffff5b c3",
    "0 1 3 5", "",
    "0 sp8 own ra-8, -1; 1 sp8 own ra-8, -3; 3 sp8 own ra-8, -5; 5 sp8 own "
    "ra-8, 6 sp16 own ra-8, -b; b sp16 own ra-8, c sp8 own ra-8, -d; | 13 of "
    "13" },
  /* f: push rbx; call h; mov eax,ecx; g: ret; h: ret  */
  { "a call before an instruction and a function", "53e80300 000089c1 c3c3",
    "0 8 9", "", "9 sp8 own ra-8, -a; 0:RETURN@8 8:JOINED@8 | 1 of 10" },
  /* 1: pop rbx; ret; g: jmp 1b; h: push rbx; jmp 1b  */
  { "functions that share the first code, and one fails", "5bc3ebfc 53ebf9",
    "4 2", "", "4:JOINED@1 2:RETURN@1 | 0 of 7" },
  /* f: push rbp; mov rbp,rax; xor ebp,ebp; 1: nop; 2: mov rax,rbp; pop rbp;
     ret; g: push rbp; xor eax,eax; xor ebp,ebp; jmp 1b; h: push rbp; xor
     eax,eax; xor ebp,ebp; jmp 2b  */
  { "a function that others enter later, with other rows",
    "554889e8 31ed9048 89c55dc3 5531c031 edebf355 31c031ed ebed", "0 Lc L13",
    "", "0:JOINED@7 c:DIFFERS@7 13:DIFFERS@7 | 0 of 26" },
  /* 1: nop; ret; h: ret; f: syscall; jmp 1b; k: syscall; jmp 1b  */
  { "flows that meet before all that is proven", "90c3c30f 05ebf90f 05ebf5",
    "2 3 7", "", "2 sp8 own ra-8, -3; 3:DECODE@3 7:DECODE@7 | 1 of 5" },
  /* f0: jmp l; f1: jmp l; f2: jmp l; f3: jmp l; f4: jmp l; f5: jmp l; f6: jmp
     l; f7: jmp l; f8: jmp l; f9: jmp l; f10: jmp l; f11: jmp l; l: 40 times
     nop; ret  */
  { "functions that share too much code",
    "eb16eb14 eb12eb10 eb0eeb0c eb0aeb08 eb06eb04 eb02eb00 90909090 90909090 "
    "90909090 90909090 90909090 90909090 90909090 90909090 90909090 90909090 "
    "c3",
    "0 2 4 6 8 a c e 10 12 14 16", "",
    "0:LIMIT@0 2:LIMIT@2 4:LIMIT@4 6:LIMIT@6 8:LIMIT@8 a:LIMIT@27 c:JOINED@0 "
    "e:JOINED@0 10:JOINED@0 12:JOINED@0 14:JOINED@0 16:JOINED@0 | 0 of 55" },
  /* f0: jmp l; f1: jmp l; f2: jmp l; f3: jmp l; l: 40 times nop; ret  */
  { "functions that share some code",
    "eb06eb04 eb02eb00 90909090 90909090 90909090 90909090 90909090 90909090 "
    "90909090 90909090 90909090 90909090 c3",
    "0 2 4 6", "",
    "0 sp8 own ra-8, -2; 2 sp8 own ra-8, -4; 4 sp8 own ra-8, -6; 6 sp8 own "
    "ra-8, -8; 8 sp8 own ra-8, -31; | 49 of 49" },
  /* f: nop; 1: nop; 2: add $8,rsp; ret; g: push rbp; jmp 1b; h: push rbx;
     nop; jmp 2b  */
  { "a function that fails, and others that enter it later",
    "90904883 c408c355 ebf75390 ebf4", "0 L7 La", "",
    "0:RETURN@6 7:DIFFERS@2 a:JOINED@6 | 0 of 14" },
  /* f: syscall; nop; g: ret  */
  { "a flow to where a function starts", "0f0590c3", "0 3", "",
    "3 sp8 own ra-8, -4; 0:DECODE@0 | 1 of 3" },
  /* f: ret; nop; g: nop; h: ret  */
  { "a local function runs into another", "c39090c3", "0 L2 L3", "",
    "0 sp8 own ra-8, -1; 3 sp8 own ra-8, -4; 2:UNSURE@2 | 2 of 3" },
  /* f: nop; g: nop; ret  */
  { "described code runs into described code that is no function", "9090c3",
    "0 F0:1 F1:2", "", "0:LEAVES@1 | 0 of 1" },
  /* f: push rbx; call h; test eax,eax; g: ret; h: ret  */
  { "a call before a comparison and a function", "53e80300 000085c0 c3c3",
    "0 8 9", "", "9 sp8 own ra-8, -a; 0:RETURN@8 8:JOINED@8 | 1 of 10" },
  /* f: push rbx; lea 1f(rip),rax; jmp *rax; .byte 6; 1: pop rbx; ret  */
  { "a jump to an address that is known", "53488d05 03000000 ffe0065b c3", "0",
    "",
    "0 sp8 own ra-8, 1 sp16 own ra-8, -a; b sp16 own ra-8, c sp8 own ra-8, "
    "-d; | 12 of 12" },
  /* f: test edi,edi; je 1f; jmp g; 1: ret; g: jmp f  */
  { "functions that jump to each other", "85ff7402 eb01c3eb f7", "0 7", "",
    "0 sp8 own ra-8, -6; 6 sp8 own ra-8, -7; 7 sp8 own ra-8, -9; | 9 of 9" },
  /* f: push rbx; g: pop rbx; ret  */
  { "code runs into described code that is no function", "535bc3", "0 F1:2",
    "", "0:LEAVES@1 | 0 of 1" },
};

int
main (void)
{
  if (prove_machine (EM_X86_64) == NULL)
    unit_skip ("prove-code: without Zydis");
  else
    for (size_t i = 0; i < sizeof trials / sizeof *trials; i++)
      code_test (&trials[i], false);
  return unit_exit ();
}
