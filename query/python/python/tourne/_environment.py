"""The environment, which is imported on its first use, since it needs PettingZoo."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pettingzoo import AECEnv


def env(rules: str = "standard", render_mode: str | None = None) -> AECEnv[str, Any, Any]:
    """Tourne-case in PettingZoo's AEC API; needs ``pip install tourne[pettingzoo]``.

    See `tourne.pettingzoo.TourneCase` for observations, actions and rewards.
    """
    from .pettingzoo import env

    return env(rules, render_mode)
