# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: readelf's text of FLEX rows
#source: ../sfmerge.decode/flex-amd64.s
#as: x86_64
#sfmerge: dump --style=readelf %O
#stdout:
Contents of the SFrame section .sframe:
  Header :

    Version: SFRAME_VERSION_3
    Flags: SFRAME_F_FDE_FUNC_START_PCREL
    CFA fixed RA offset: -8
    Num FDEs: 2
    Num FREs: 13

  Function Index :

    func idx [0]: pc = 0x0, size = 28 bytes, attr = "F"
    STARTPC         CFA       FP        RA           
    0000000000000000  sp+8      u         f            
    0000000000000005  r10+0     u         f            
    0000000000000011  r10+0     (fp+0)    U            
    0000000000000013  (fp-8)    (fp+0)    U            
    0000000000000016  r10+0     (fp+0)    U            
    0000000000000017  r10+0     u         f            
    000000000000001b  sp+8      u         f            

    func idx [1]: pc = 0x1c, size = 36 bytes, attr = "SF"
    STARTPC         CFA       FP        RA           
    000000000000001c  RA undefined
    0000000000000020  sp+8      u         U            
    0000000000000024  sp+136    (sp-8)    (sp+128)     
    0000000000000028  fp+16     c-16      c-8          
    000000000000002c  sp+305419896u         r16+0        
    0000000000000030  r131+8    u         f            
