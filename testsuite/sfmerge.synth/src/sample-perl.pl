# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Work for the sampler: regular expressions, sorting, modules in C.

use strict;
use warnings;
use Data::Dumper;
use Digest::SHA qw(sha256_hex);
use Encode;
use List::Util qw(reduce);
use POSIX qw(floor);
use Storable qw(freeze thaw);

sub fib { my $n = shift; return $n < 2 ? $n : fib ($n - 1) + fib ($n - 2); }

for (1 .. $ARGV[0]) {
    my (%seen, %words);
    my @list = map { { n => $_, s => "k" . ($_ * 7919 % 10007) } } 1 .. 2000;
    $seen{$_->{s}}{$_->{n}}++ for @list;
    my @sorted
        = sort { $a->{s} cmp $b->{s} || $b->{n} <=> $a->{n} } @list;
    my $text = Dumper (\@sorted);
    my $count = 0;
    $count++ while $text =~ /'(k\d+)(?:5|7)'|"n" => (\d+)/g;
    $text =~ s/(\w+)\s*=>\s*'?(\w+)/$2:\U$1/g;
    $words{$_}++ for split /[\s,;]+/, $text;
    thaw (freeze (\%seen));
    sha256_hex ($text);
    encode ("UTF-16LE", decode ("UTF-8", $text));
    my $sum = reduce { $a + $b } map { floor ($_->{n} / 3) } @sorted;
    my $line = sprintf "%08.3f %s", $sum, join ",", sort keys %words;
    my $packed = pack "N*", unpack "C*", $line;
    fib (15);
}
