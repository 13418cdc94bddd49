# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: readelf's style goes on after a broken row
#source: ../sfmerge.reject/cut-row.s --defsym V=3
#as: x86_64
#sfmerge: dump --style=readelf %O
#status: 1
#stdout:
Contents of the SFrame section .sframe:
  Header :

    Version: SFRAME_VERSION_3
    Flags: SFRAME_F_FDE_FUNC_START_PCREL
    CFA fixed RA offset: -8
    Num FDEs: 2
    Num FREs: 2

  Function Index :

    func idx [0]: pc = 0x0, size = 8 bytes
    STARTPC         CFA       FP        RA           
    0000000000000000  sp+8      u         f            

    func idx [1]: pc = 0x8, size = 8 bytes
    STARTPC         CFA       FP        RA           
    error at 0x49: a row of 4 bytes begins here, but the FREs end at 0x4c
