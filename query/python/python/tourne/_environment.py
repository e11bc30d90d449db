"""The environments, which are imported on their first use, since they need PettingZoo or Gymnasium."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pettingzoo import AECEnv

    from .pettingzoo import TourneCase


def env(rules: str = "standard", render_mode: str | None = None, one_hot: bool = True) -> AECEnv[str, Any, Any]:
    """Tourne-case in PettingZoo's AEC API; needs the extra ``pettingzoo``.

    See `tourne.pettingzoo.TourneCase` for observations, actions and rewards.
    """
    from .pettingzoo import env

    return env(rules, render_mode, one_hot)


def raw_env(rules: str = "standard", render_mode: str | None = None, one_hot: bool = True) -> TourneCase:
    """Tourne-case in PettingZoo's AEC API without a wrapper, which is faster."""
    from .pettingzoo import raw_env

    return raw_env(rules, render_mode, one_hot)


def register() -> None:
    """Registers ``tourne/TourneCase-v0`` with Gymnasium, if it is installed."""
    try:
        import gymnasium
    except ImportError:
        return
    gymnasium.register(
        "tourne/TourneCase-v0",
        entry_point="tourne.gymnasium:TourneCaseEnv",
        vector_entry_point="tourne.gymnasium:TourneCaseVectorEnv",
    )
