# SPDX-License-Identifier: MIT
"""embedded.json: the list of what comes with the program."""
import json

from . import settings as s


class Listing:
    """The list, to be changed in a with statement, at whose end it is written."""

    def __init__(self) -> None:
        self.path = s.MODELS / "embedded.json"

    def __enter__(self) -> "Listing":
        self.parts = {"models": [], "heads": [], "default": {}, "pairs": []} | (json.loads(self.path.read_text()) if self.path.exists() else {})
        return self

    def __exit__(self, kind, *_) -> None:
        if kind is None:
            self.path.write_text(json.dumps(self.parts, indent=2) + "\n")

    def put(self, part: str, entry: dict) -> None:
        """An entry in the place of the one of its name, or as the last one. A pair keeps what somebody has written there besides."""
        entries = self.parts[part]
        at = next((i for i, x in enumerate(entries) if x["name"] == entry["name"]), len(entries))
        entries[at : at + 1] = [(entries[at] if part == "pairs" and at < len(entries) else {}) | entry]
