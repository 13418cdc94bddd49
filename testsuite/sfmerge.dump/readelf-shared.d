# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: readelf's style repeats shared rows
#source: ../sfmerge.decode/shared.s --defsym V=3
#as: x86_64 aarch64_be
#sfmerge: dump --style=readelf %O
#stdout:
Contents of the SFrame section .sframe:
  Header :

    Version: SFRAME_VERSION_3
    Flags: SFRAME_F_FDE_FUNC_START_PCREL
#if x86_64
    CFA fixed RA offset: -8
#endif
    Num FDEs: 3
    Num FREs: 2

  Function Index :

    func idx [0]: pc = 0x0, size = 8 bytes
    STARTPC         CFA       FP        RA           
#if x86_64
    0000000000000000  sp+8      u         f            
    0000000000000004  sp+16     u         f            
#else
    0000000000000000  sp+8      u         u            
    0000000000000004  sp+16     u         u            
#endif

    func idx [1]: pc = 0x8, size = 8 bytes
    STARTPC         CFA       FP        RA           
#if x86_64
    0000000000000008  sp+8      u         f            
    000000000000000c  sp+16     u         f            
#else
    0000000000000008  sp+8      u         u            
    000000000000000c  sp+16     u         u            
#endif

    func idx [2]: pc = 0x10, size = 8 bytes
    STARTPC         CFA       FP        RA           
#if x86_64
    0000000000000010  sp+8      u         f            
    0000000000000014  sp+16     u         f            
#else
    0000000000000010  sp+8      u         u            
    0000000000000014  sp+16     u         u            
#endif
