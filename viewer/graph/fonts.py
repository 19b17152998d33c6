"""How wide texts are where no font is at hand: the advance widths of Helvetica.

From Adobe's public font metrics (Helvetica.afm), in thousandths of the size; Arial, Liberation
Sans and Nimbus Sans have the same. The wider signs of other scripts count as a full square.
"""

from __future__ import annotations

from viewer.graph.words import Measure

_NARROW = {
    278: " !,./:;I[\\]ftj",
    222: "'il|",
    355: '"',
    333: "()-`r",
    584: "+<=>~",
    556: "#$0123456789?L_abdeghnopqu",
    889: "%",
    667: "&ABEKPSVXY",
    389: "*",
    1015: "@",
    722: "CDHNRUw",
    611: "FTZ",
    778: "GOQ",
    500: "Jcksvxyz",
    833: "Mm",
    944: "W",
    469: "^",
    334: "{}",
    1000: "→…",
    350: "•",
}
WIDTHS = {sign: width for width, signs in _NARROW.items() for sign in signs}
USUAL = 600
WIDE = 1000


def helvetica(size: float, slack: float = 1.04) -> Measure:
    """The measure of texts of a size; ``slack`` leaves room for fonts that run a little wider."""

    def measure(text: str) -> float:
        total = 0
        for sign in text:
            usual = WIDE if ord(sign) >= 0x2E80 else USUAL
            total += WIDTHS.get(sign, usual)
        return total / 1000 * size * slack

    return measure
