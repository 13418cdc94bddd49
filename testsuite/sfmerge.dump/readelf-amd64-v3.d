# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: readelf's text, version 3
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#as: x86_64
#sfmerge: dump --style=readelf %O
#stdout:
Contents of the SFrame section .sframe:
  Header :

    Version: SFRAME_VERSION_3
    Flags: SFRAME_F_FDE_FUNC_START_PCREL
    CFA fixed RA offset: -8
    Num FDEs: 2
    Num FREs: 7

  Function Index :

    func idx [0]: pc = 0x0, size = 7 bytes
    STARTPC         CFA       FP        RA           
    0000000000000000  sp+8      u         f            
    0000000000000001  sp+16     c-16      f            
    0000000000000004  fp+16     c-16      f            
    0000000000000006  sp+8      u         f            

    func idx [1]: pc = 0x7, size = 9 bytes
    STARTPC         CFA       FP        RA           
    0000000000000007  sp+8      u         f            
    000000000000000b  sp+32     u         f            
    000000000000000f  sp+8      u         f            
