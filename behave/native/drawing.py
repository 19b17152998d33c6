"""Random draws: ``runtime.draws`` as instructions, one hash in each lane."""

from __future__ import annotations

from collections.abc import Sequence

from behave.native.body import Body
from behave.native.formula import formula
from behave.native.lanes import Flag, Number
from behave.native.packs import apart
from behave.native.values import NotNative

_GOLDEN = 0x9E3779B97F4A7C15
_MASK = (1 << 64) - 1


def draw(body: Body, place: int, drawn: Flag, low: Number, high: Number) -> Number:
    """The next draw of a place, in [low, high); its count moves on where ``drawn`` holds.

    The counts stand behind ``%draws``, one agent's after another's for each place; ``%keys``
    has what the agents' draws start from.
    """
    if body.lanes.real != "double":
        raise NotNative("a random number in single precision")
    kind = body.whole
    at = place * apart(body.lanes)
    address = body.first(f"getelementptr inbounds i64, ptr %draws, i64 {at}")
    count = body.let(f"load {kind}, ptr {address}, align 8")
    happens = body.both(body.mask, drawn)
    step = f"{body.lanes.vector('i1')} {body.bits_of(happens)}"
    one = body.let(f"zext {step} to {kind}")
    body.do(f"store {kind} {body.let(f'add {kind} {count}, {one}')}, ptr {address}, align 8")
    key = body.let(f"load {kind}, ptr %keys, align 8")
    start = _mix(body, body.let(f"add {kind} {key}, {_word(body, place * _GOLDEN)}"))
    moved = body.let(f"mul {kind} {count}, {_word(body, _GOLDEN)}")
    bits = _mix(body, body.let(f"add {kind} {start}, {moved}"))
    top = body.let(f"lshr {kind} {bits}, {_word(body, 11)}")
    number = body.let(f"uitofp {kind} {top} to {body.number}")
    unit = body.div(number, 9007199254740992.0)
    value = body.add(low, body.mul(body.sub(high, low), unit))
    below = _next_below(body, high)[0]
    value = body.select(body.compare("olt", value, high), value, below)
    return body.select(body.compare("olt", low, high), value, low)


def _word(body: Body, value: int) -> str:
    """A constant of 64 bits, as LLVM writes it: with a sign."""
    value &= _MASK
    return body.lanes.spread("i64", str(value - (1 << 64) if value >> 63 else value))


def _mix(body: Body, word: str) -> str:
    """SplitMix64's output function."""
    kind = body.whole
    word = body.let(f"add {kind} {word}, {_word(body, _GOLDEN)}")
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        high = body.let(f"lshr {kind} {word}, {_word(body, shift)}")
        word = body.let(f"xor {kind} {word}, {high}")
        word = body.let(f"mul {kind} {word}, {_word(body, factor)}")
    high = body.let(f"lshr {kind} {word}, {_word(body, 31)}")
    return body.let(f"xor {kind} {word}, {high}")


@formula(1, "n")
def _next_below(body: Body, a: Number) -> Sequence[Number]:
    """The number next below."""
    bits = body.let(f"bitcast {body.number} {body.n(a)} to {body.whole}")
    one = _word(body, 1)
    less = body.let(f"sub {body.whole} {bits}, {one}")
    more = body.let(f"add {body.whole} {bits}, {one}")
    down = body.let(f"bitcast {body.whole} {less} to {body.number}")
    up = body.let(f"bitcast {body.whole} {more} to {body.number}")
    moved = body.select(body.compare("ogt", a, 0.0), down, up)
    return [body.select(body.compare("oeq", a, 0.0), -5e-324, moved)]
