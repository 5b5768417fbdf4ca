# SPDX-License-Identifier: MIT
"""Makes hub_places.json: where huggingface_hub has its cache and its token, for many environments.

    ../shared/tools/oracle tests/model/make_hub_places_golden.py

Each environment is tried in a process's own huggingface_hub.constants, which read it when they are imported. Users' home folders are those of HOME
alone, and of root, so that the file is the same on every machine.
"""
import importlib
import json
import os
import pathlib
import random

from huggingface_hub import __version__, constants
from huggingface_hub.utils import _auth

VALUES = {
    "HOME": ["/home/me", "/home/me/", "", "/"],
    "XDG_CACHE_HOME": [None, None, "/xdg", "", "~/xdg", "$DISK/xdg", "relative"],
    "HF_HOME": [None, None, "/hf", "/hf/", "", "~", "~/hf", "~root/hf", "~no-such-user/hf", "$HOME/hf", "${DISK}/hf", "$DISK2/hf", "a~/hf",
                "$MISSING/hf", "${MISSING/hf", "$$DISK", "$DOLLAR/hf", "hf"],
    "HUGGINGFACE_HUB_CACHE": [None, None, "/old", "", "~/old", "$DISK/old", "${DISK}old"],
    "HF_HUB_CACHE": [None, None, None, "/hub", "/hub//", "", "~/c/hub", "$DISK/$USER-hub", "${}/hub", "$/hub", "$DISKé/hub", "./hub"],
    "HF_TOKEN_PATH": [None, None, "/token", "", "~/token", "$DISK/token"],
    "HF_HUB_OFFLINE": [None, None, "1", "0", "", "true", "Yes", "on", "2", " 1"],
    "TRANSFORMERS_OFFLINE": [None, None, None, "1", "0"],
    "HF_HUB_DISABLE_IMPLICIT_TOKEN": [None, None, "1", "no"],
    "HF_HUB_DISABLE_SYMLINKS": [None, None, "1", "0"],
    "HF_TOKEN": [None, None, "hf_new", "", " hf_new\n", "\t", "hf_\r\nnew"],
    "HUGGING_FACE_HUB_TOKEN": [None, None, "hf_older", ""],
}
ALWAYS = {"DISK": "/disk", "USER": "me", "DOLLAR": "$DISK"}


def answer(environment: dict) -> dict:
    os.environ.clear()
    os.environ.update(environment)
    importlib.reload(constants)
    return {"environment": environment, "cache": constants.HF_HUB_CACHE, "token_file": constants.HF_TOKEN_PATH,
            "token": _auth._get_token_from_environment() or "", "sends_token": not constants.HF_HUB_DISABLE_IMPLICIT_TOKEN,
            "offline": constants.HF_HUB_OFFLINE, "links": not constants.HF_HUB_DISABLE_SYMLINKS}


def environments() -> list[dict]:
    """Every value alone, and pseudo-random mixtures."""
    plain = {"HOME": "/home/me", **ALWAYS}
    made = [plain]
    made += [{**plain, name: value} for name, values in VALUES.items() for value in values if value is not None and value != plain.get(name)]
    dice = random.Random(42)
    for _ in range(120):
        chosen = {name: dice.choice(values) for name, values in VALUES.items()}
        made.append({**{name: value for name, value in chosen.items() if value is not None}, **ALWAYS})
    return made


if __name__ == "__main__":
    before = dict(os.environ)
    cases = [answer(environment) for environment in environments()]
    os.environ.update(before)
    place = pathlib.Path(__file__).with_suffix("").parent / "hub_places.json"
    lines = ",\n".join(json.dumps(case, ensure_ascii=False) for case in cases)
    place.write_text(f'{{"huggingface_hub": "{__version__}", "cases": [\n{lines}\n]}}\n')
    print(len(cases), "environments in", place)
