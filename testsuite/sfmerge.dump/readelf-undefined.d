# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: readelf's text of an undefined RA
#source: ../sfmerge.decode/undefined.s --defsym V=3
#as: x86_64
#sfmerge: dump --style=readelf %O
#stdout:
Contents of the SFrame section .sframe:
  Header :

    Version: SFRAME_VERSION_3
    Flags: SFRAME_F_FDE_FUNC_START_PCREL
    CFA fixed RA offset: -8
    Num FDEs: 2
    Num FREs: 3

  Function Index :

    func idx [0]: pc = 0x0, size = 8 bytes
    STARTPC         CFA       FP        RA           
    0000000000000000  RA undefined

    func idx [1]: pc = 0x8, size = 8 bytes
    STARTPC         CFA       FP        RA           
    0000000000000008  sp+8      u         f            
    000000000000000c  RA undefined
