"""Plain Python functions over numbers, tuples and arrays as machine code.

What may be written is a small part of Python: numbers, bools and tuples of them, arrays that are
given, views of arrays, ``if``, ``for`` over a range or a tuple, ``while``, the functions of
``math`` and calls of other such functions. The types of what a function is given decide the types
of everything in it; an annotation of numbers is kept as a promise. The code computes what Python
would, in the same order and with the same bits: no fastmath, no contraction, the C library's
functions. Only what Python reports is not reported: divisors are guarded by the one who divides,
indices by the one who asks (a negative one counts from the end), and whole numbers have 64 bits.

A function whose arrays hold a float of each of eight agents (``kinds.LANES``) is written in lanes:
the same text, each operation done for eight agents at once, each agent's bits those it would get
alone. What every agent does for itself are floats and what follows from them; whole numbers, loops
and where arrays are read are the same for all.

Layout
    ``kinds``: types. ``source``: the tree of a function and its names. ``body``: instructions of
    one function. ``arithmetic``, ``arrays``, ``expressions``, ``statements``: what they mean.
    ``lanes``, ``laned_body``: the same for functions in lanes; ``weight``: what is jumped over;
    ``fetching``: words about memory.
    ``translation``: functions and their versions, one module. ``entry``: the way in from Python.
    ``engine``: machine code from a module; ``outside``: what the two call each other. ``digest``:
    what code is made from; ``folder``: where it is kept. ``function``: the decorator.
"""
