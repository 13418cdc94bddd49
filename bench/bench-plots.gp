# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# bench-plots.gp - the pictures of the manual; bench-page.py runs it among the
# series, a file each.

set encoding utf8
set terminal svg size 720,420 dynamic background rgb 'white' \
  font 'sans-serif,13' linewidth 1.5
set border 3
set tics nomirror out
set grid xtics ytics linecolor rgb '#dddddd' linetype 1 linewidth 0.5
set key left top Left reverse samplen 2

# Colours that are told apart without colour vision too.
set style line 1 linecolor rgb '#0072b2' linewidth 1.5 \
  pointtype 7 pointsize 0.6
set style line 2 linecolor rgb '#d55e00' linewidth 1.5 \
  pointtype 5 pointsize 0.6
set style line 3 linecolor rgb '#009e73' linewidth 1.5 \
  pointtype 9 pointsize 0.7
set style line 4 linecolor rgb '#555555' linewidth 1.5 \
  pointtype 13 pointsize 0.8
set style line 9 linecolor rgb '#999999' linewidth 1 dashtype 2

set output 'performance-engine.svg'
set title 'The engine, pieces of 100 functions'
set xlabel 'functions'
set ylabel 'nanoseconds a function'
set logscale x
set format x '10^{%T}'
set yrange [0:*]
plot 'growth-compact-shuffled' using 1:($2/$1*1e9) with linespoints \
       linestyle 3 title 'merge, rows shared, any order', \
     'growth-merge-shuffled' using 1:($2/$1*1e9) with linespoints \
       linestyle 2 title 'merge, any order', \
     'growth-merge' using 1:($2/$1*1e9) with linespoints linestyle 1 \
       title 'merge, in order', \
     'growth-check' using 1:($2/$1*1e9) with linespoints linestyle 4 \
       title 'check'

set output 'performance-rows.svg'
set title 'One function with many rows'
set xlabel 'rows of the function'
set ylabel 'seconds'
set logscale xy
set format x '10^{%T}'
set format y '10^{%T}'
set yrange [*:*]
plot 'growth-dump-of-20-functions' using 1:($2/20) with linespoints \
       linestyle 2 title 'sfmerge dump', \
     'growth-compact-of-one-function' with linespoints linestyle 3 \
       title 'merge, rows shared', \
     'growth-merge-of-one-function' with linespoints linestyle 1 \
       title 'merge', \
     'growth-check-of-one-function' with linespoints linestyle 4 \
       title 'check', \
     [600:60000] x*2e-9 with lines linestyle 9 title 'linear'

set output 'performance-files.svg'
set title 'Whole commands, by the number of files'
set xlabel 'objects of 20 functions, or members of 5'
plot 'growth-link-by-pieces-of-objects' with linespoints linestyle 1 \
       title 'link by pieces, objects', \
     'growth-link-by-symbols-of-objects' with linespoints linestyle 3 \
       title 'link by symbols, objects', \
     'growth-link-by-symbols-of-an-archive' with linespoints linestyle 2 \
       title 'link by symbols, one archive', \
     'growth-check-of-an-archive' with linespoints linestyle 4 \
       title 'check, one archive', \
     [1000:100000] x*5e-6 with lines linestyle 9 title 'linear'

set output 'performance-commands.svg'
set title 'A link, and a merge after it, from start to written file'
unset logscale
unset xlabel
unset ylabel
set xlabel 'seconds'
set format x '%g'
set xrange [0:*]
set yrange [*:*] reverse
set grid xtics noytics
set border 1
set ytics scale 0
set style fill solid 0.85 noborder
unset key
# Columns: the number, colour, label.
plot 'bars-links' using 1:0:(0):1:($0-0.35):($0+0.35):2:yticlabel(3) \
  with boxxyerror linecolor rgb variable

set output 'performance-readers.svg'
set title 'Readers, from start to end'
set xlabel 'nanoseconds a function'
plot 'bars-readers' using 1:0:(0):1:($0-0.35):($0+0.35):2:yticlabel(3) \
  with boxxyerror linecolor rgb variable
