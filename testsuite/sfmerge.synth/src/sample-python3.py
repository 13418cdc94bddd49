# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Work for the sampler: modules in C that call each other and Python."""

import array
import collections
import csv
import decimal
import hashlib
import io
import itertools
import json
import pickle
import random
import re
import sys
import zlib


def fib(n):
    """Calls."""
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def work(size, chance):
    """One round."""
    data = [{"n": n, "s": "x" * (n % 40), "t": {str(n): None},
             "v": [chance.random() for _ in range(5)]} for n in range(size)]
    text = json.dumps(data)
    json.loads(json.dumps(data, indent=1))
    words = re.findall(r'"(\w+)": (?:"(x*)"|([0-9.]+))', text)
    words.sort(key=lambda word: (len(word[1]), word[2]))
    collections.Counter(itertools.chain.from_iterable(words)).most_common(3)
    pickle.loads(pickle.dumps(data))
    hashlib.sha256(text.encode()).digest()
    zlib.compress(text.encode())
    file = io.StringIO()
    csv.writer(file).writerows(words[:5000])
    file.seek(0)
    list(csv.reader(file))
    sum(decimal.Decimal(n).sqrt() for n in range(1, size))
    _ = [str(3 ** n) for n in range(0, size, 7)]
    array.array("d", sorted(chance.random() for _ in range(size * 10)))
    fib(18)


for _ in range(int(sys.argv[1])):
    work(1000, random.Random(1))
