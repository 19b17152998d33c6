"""Every scene of interaction.beh, played once a session."""

from __future__ import annotations

import pytest

from tests.behaviors.runs import SCENES, Run, played


@pytest.fixture(params=sorted(SCENES))
def run(request: pytest.FixtureRequest) -> Run:
    """Every scene in turn."""
    return played(request.param, SCENES[request.param])
