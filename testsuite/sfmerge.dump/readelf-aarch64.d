# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: readelf's text of AArch64
#source: ../inc/aarch64.s --defsym V=3 --defsym F=4
#as: aarch64 aarch64_be
#sfmerge: dump --style=readelf %O
#stdout:
Contents of the SFrame section .sframe:
  Header :

    Version: SFRAME_VERSION_3
    Flags: SFRAME_F_FDE_FUNC_START_PCREL
    Num FDEs: 2
    Num FREs: 8

  Function Index :

    func idx [0]: pc = 0x0, size = 12 bytes
    STARTPC         CFA       FP        RA           
    0000000000000000  sp+0      u         u            
    0000000000000004  sp+16     u         c-16         
    0000000000000008  sp+0      u         u            

    func idx [1]: pc = 0xc, size = 20 bytes, pauth = B key
    STARTPC         CFA       FP        RA           
    000000000000000c  sp+0      u         u            
    0000000000000010  sp+0      u         u[s]         
    0000000000000014  sp+272    c-272     c-264[s]     
    0000000000000018  fp+272    c-272     c-264[s]     
    000000000000001c  sp+0      u         u            
