"""Every body there is, in the order in which a rig's bones are tried against them."""

from __future__ import annotations

from viewer.scene.figure_table import HUMANOID
from viewer.scene.guardian_table import GUARDIANS

FIGURES = (HUMANOID, *GUARDIANS)
