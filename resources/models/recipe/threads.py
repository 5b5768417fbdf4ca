# SPDX-License-Identifier: MIT
"""How many threads to compute with on a machine that others use too: measured again and again, the fastest wins."""
import time

import torch

TRIAL, STAY = 3, 40     # steps of one trial, steps until the next trials


class Threads:
    """tick() once a step. With a fixed number (or on a GPU) it does nothing."""

    def __init__(self, fixed: bool) -> None:
        most = torch.get_num_threads()
        self.choices = [] if fixed or most == 1 else sorted({1, most // 2 or 1, most})
        self.trial, self.left, self.times = 0, TRIAL, {}
        self.mark = time.time()
        if self.choices:
            torch.set_num_threads(self.choices[0])

    def tick(self) -> None:
        """Counts a step; ends a trial or begins the next when it is time."""
        if not self.choices:
            return
        self.left -= 1
        if self.left > 0:
            return
        now = time.time()
        if self.trial < len(self.choices):
            self.times[self.choices[self.trial]] = now - self.mark
            self.trial += 1
        else:
            self.trial = 0
        if self.trial < len(self.choices):
            torch.set_num_threads(self.choices[self.trial])
            self.left = TRIAL
        else:
            torch.set_num_threads(min(self.times, key=self.times.get))
            self.left = STAY
        self.mark = now
