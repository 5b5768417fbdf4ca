# SPDX-License-Identifier: MIT
"""How many threads to compute with on a machine that others use too: measured again and again, the fastest wins."""
import time

import torch

TRIAL = 2          # steps of one trial
STAY = 20.0        # seconds until the next trials, or sooner when a step takes over twice as long as in the trial


class Threads:
    """tick() once a step. With a fixed number (or on a GPU) it does nothing."""

    def __init__(self, fixed: bool) -> None:
        most = torch.get_num_threads()
        self.choices = [] if fixed or most == 1 else sorted({1, most // 2 or 1, most})
        self.times: dict[int, float] = {}
        self.pending = list(self.choices)
        self.steps, self.mark, self.last = 0, time.time(), time.time()
        if self.choices:
            torch.set_num_threads(self.pending[0])

    def tick(self) -> None:
        """Counts a step; ends a trial or begins the next when it is time."""
        if not self.choices:
            return
        now = time.time()
        step, self.last = now - self.last, now
        self.steps += 1
        if self.pending:
            if self.steps < TRIAL:
                return
            self.times[self.pending.pop(0)] = (now - self.mark) / TRIAL
            best = min(self.times, key=self.times.get)
            torch.set_num_threads(self.pending[0] if self.pending else best)
        elif now - self.mark > STAY or (torch.get_num_threads() > 1 and step > 2 * min(self.times.values())):
            self.pending = list(self.choices)
            torch.set_num_threads(self.pending[0])
        else:
            return
        self.steps, self.mark = 0, now
