# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1
#name: readelf's text of version 1, which it cannot read
#source: ../inc/amd64.s --defsym V=1 --defsym F=0
#as: x86_64
#sfmerge: dump --style=readelf %O
#stdout:
Contents of the SFrame section .sframe:
  Header :

    Version: SFRAME_VERSION_1
    Flags: NONE
    CFA fixed RA offset: -8
    Num FDEs: 2
    Num FREs: 7

  Function Index :

    func idx [0]: pc = 0xffffffffffffffe4, size = 7 bytes
    STARTPC         CFA       FP        RA           
    ffffffffffffffe4  sp+8      u         f            
    ffffffffffffffe5  sp+16     c-16      f            
    ffffffffffffffe8  fp+16     c-16      f            
    ffffffffffffffea  sp+8      u         f            

    func idx [1]: pc = 0xffffffffffffffda, size = 9 bytes
    STARTPC         CFA       FP        RA           
    ffffffffffffffda  sp+8      u         f            
    ffffffffffffffde  sp+32     u         f            
    ffffffffffffffe2  sp+8      u         f            
