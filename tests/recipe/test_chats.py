#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prompts of chats, and chats kept in chunks, with a program in draftscope-cli's place. Needs no torch."""
import json
import os
import pathlib
import random
import stat
import sys
import tempfile
import time
import unittest
import unittest.mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "resources" / "models"))

from recipe import chat_measure, chat_writer, chats, settings, tables  # noqa: E402

# Answers every prompt with its length in letters, as ids, and counts its calls. Tokenises by letters; the separator is token 0.
PROGRAM = r'''#!@PYTHON@
import json, pathlib, sys
a = sys.argv
if a[1] == "batch":
    calls = pathlib.Path(a[0]).with_name("calls")
    calls.write_text((calls.read_text() if calls.exists() else "") + a[a.index("--temperature") + 1] + " " + a[a.index("--seed") + 1] + "\n")
    if calls.with_name("broken").exists():
        sys.exit("The disk is full: make room.")
    if calls.with_name("slow").exists():
        import time
        calls.with_name("running.jsonl").touch()
        time.sleep(100)
    texts = [json.loads(x)["prompt"] for x in sys.stdin]
    print(json.dumps({"sequences": [{"text": "said", "token_ids": [7, len(x)], "ended_by": "end of text"} for x in texts]}))
else:
    text = pathlib.Path(a[a.index("--file") + 1]).read_text() if "--file" in a else a[4]
    out = []
    for i, part in enumerate(text.split("<|endoftext|>")):
        out += ([0] if i else []) + [ord(c) for c in part]
    print(json.dumps({"token_ids": out}))
'''


class Stop:
    """Asked once a folder holds so many chunks, or never."""

    def __init__(self, folder: pathlib.Path, chunks: float = 1e9) -> None:
        self.folder, self.chunks = folder, chunks

    @property
    def asked(self) -> bool:
        return len(list(self.folder.glob("*.jsonl"))) >= self.chunks


class Prompts(unittest.TestCase):
    def test_the_same_seed_makes_the_same_and_others_differ(self) -> None:
        many = lambda seed: [chats.prompt(random.Random(f"{seed} {i}")) for i in range(300)]
        self.assertEqual(many(1), many(1))
        self.assertGreater(len({text for _, text in many(1) + many(2)}), 560)

    def test_every_kind_occurs_and_no_place_is_left_open(self) -> None:
        made = [chats.prompt(random.Random(i)) for i in range(600)]
        self.assertEqual({kind for kind, _ in made}, {*chats.KINDS, "plain"})
        for _, text in made:
            self.assertNotRegex(text, r"[{}]|None|  ")

    def test_chatml_ends_where_the_assistant_begins(self) -> None:
        self.assertEqual(chats.chatml("Be kind.", ["Hello"]), "<|im_start|>system\nBe kind.<|im_end|>\n<|im_start|>user\nHello<|im_end|>\n<|im_start|>assistant\n")
        self.assertEqual(chats.chatml(None, ["A", "B", "C"]), "<|im_start|>user\nA<|im_end|>\n<|im_start|>assistant\nB<|im_end|>\n<|im_start|>user\nC<|im_end|>\n<|im_start|>assistant\n")

    def test_a_follow_up_holds_what_was_said(self) -> None:
        kind, text = chats.prompt(random.Random(3), ("Why?", "Because."))
        self.assertEqual(kind, "follow-up")
        self.assertIn("<|im_start|>user\nWhy?<|im_end|>\n<|im_start|>assistant\nBecause.<|im_end|>\n<|im_start|>user\n", text)


    def test_a_question_about_a_text_holds_the_text(self) -> None:
        texts = ["Anna saw a Rabbit. The Rabbit ran.", "it was cold", "Tomorrow Peter and Mary go home."]
        for seed in range(200):
            asked = chats.about_a_text(random.Random(seed), texts)
            self.assertTrue(any(x in asked for x in texts))
            self.assertNotRegex(asked, r"[{}]|None")


class Writing(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.work = pathlib.Path(folder.name)
        program = self.work / "program" / "draftscope-cli"
        program.parent.mkdir()
        program.write_text(PROGRAM.replace("@PYTHON@", sys.executable))
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        before = os.environ.get("DRAFTSCOPE_CLI")
        self.addCleanup(lambda: os.environ.pop("DRAFTSCOPE_CLI") if before is None else os.environ.__setitem__("DRAFTSCOPE_CLI", before))
        os.environ["DRAFTSCOPE_CLI"] = str(program)
        self.program = program
        self.writer = chat_writer.ChatWriter(self.work / "chats", pathlib.Path("smol.gguf"), 1)

    def test_held_out_chats_come_first_and_are_not_among_the_others(self) -> None:
        self.writer.write(chat_writer.CHATS * 2 + 1, Stop(self.work / "chats"))
        self.assertEqual(self.writer.count(), 2)
        held = {x["prompt"] for i in (-1, -2) for x in self.writer.load(i)}
        # Two sums or questions may be alike by chance; hardly ever more.
        self.assertLess(len(held & {x["prompt"] for i in (0, 1) for x in self.writer.load(i)}), 3)
        calls = self.program.with_name("calls").read_text().split("\n")[:-1]
        self.assertEqual([x.split()[0] for x in calls], ["0.0", "1.0", *map(str, chat_writer.TEMPERATURES[:2])])
        self.assertEqual(len({x.split()[1] for x in calls}), 4)

    def test_an_archive_is_begun_with_and_gone_on_from(self) -> None:
        archive = self.work / "kept" / "smol.jsonl.xz"
        self.writer.archive = archive
        self.writer.write(chat_writer.CHATS * 2 + 1, Stop(self.work / "chats"))
        self.writer.keep()
        again = chat_writer.ChatWriter(self.work / "again", pathlib.Path("smol.gguf"), 1, archive=archive)
        self.program.with_name("calls").unlink()
        again.write(chat_writer.CHATS * 2 + 1, Stop(self.work / "again"))
        self.assertFalse(self.program.with_name("calls").exists())
        self.assertEqual([again.load(i) for i in (-2, -1, 0, 1)], [self.writer.load(i) for i in (-2, -1, 0, 1)])
        again.write(chat_writer.CHATS * 5, Stop(self.work / "again"))
        self.assertEqual(again.count(), 3)
        other = chat_writer.ChatWriter(self.work / "other", pathlib.Path("smol.gguf"), 2, archive=archive)
        other.unpack()
        self.assertEqual(other.count(), 0)

    def test_chats_keep_the_ids_of_their_prompts_and_answers(self) -> None:
        self.writer.make(0, 0.8)
        for chat in self.writer.load(0):
            self.assertEqual(chat["prompt_ids"], [ord(c) for c in chat["prompt"]])
            self.assertEqual(chat["ids"], [7, len(chat["prompt"])])
            self.assertEqual(chat["temperature"], 0.8)

    def test_writing_stops_when_asked_and_goes_on_later(self) -> None:
        self.writer.write(1e9, Stop(self.work / "chats", 4))
        count = self.writer.count()
        self.assertEqual(count, 2)
        kept = self.writer.path(0).read_bytes()
        self.writer.write(1e9, Stop(self.work / "chats", 5))
        self.assertEqual(self.writer.count(), count + 1)
        self.assertEqual(self.writer.path(0).read_bytes(), kept)

    def test_a_stop_ends_the_program_and_keeps_nothing_half(self) -> None:
        self.program.with_name("slow").touch()
        begin = time.time()
        self.writer.write(1e9, Stop(self.program.parent, 1))
        self.assertLess(time.time() - begin, 60)
        self.assertEqual(list(self.writer.work.iterdir()), [])

    def test_later_chunks_go_on_from_the_chats_before(self) -> None:
        for i in range(4):
            self.writer.make(i, 0.0)
        self.assertNotIn("follow-up", [x["kind"] for x in self.writer.load(0)])
        self.assertIn("follow-up", [x["kind"] for i in (1, 2, 3) for x in self.writer.load(i)])

    def test_what_the_program_says_of_a_failure_is_passed_on_and_no_chunk_is_left(self) -> None:
        self.program.with_name("broken").touch()
        with self.assertRaisesRegex(SystemExit, "The disk is full: make room."):
            self.writer.make(0, 0.0)
        self.assertEqual(self.writer.count(), 0)


class Target(unittest.TestCase):
    def test_the_target_is_looked_for_where_the_program_puts_it(self) -> None:
        with tempfile.TemporaryDirectory() as folder, unittest.mock.patch.dict(os.environ, XDG_DATA_HOME=folder, XDG_CACHE_HOME=folder):
            with self.assertRaisesRegex(SystemExit, "draftscope-cli models get smollm2"):
                settings.smollm2_file()
            path = pathlib.Path(folder) / "draftscope" / "models" / "smollm2" / "SmolLM2-135M-Instruct.Q4_1.gguf"
            path.parent.mkdir(parents=True)
            path.touch()
            self.assertEqual(settings.smollm2_file(), path)
            with self.assertRaisesRegex(SystemExit, "other.gguf is not there"):
                settings.smollm2_file(f"{folder}/other.gguf")


class Measuring(unittest.TestCase):
    SEQUENCES = [{"token_ids": [0] * n, "rounds": rounds, "acceptance_rate": rate} for n, rounds, rate in
                 ((12, 6, 0.5), (12, 12, None), (12, 4, 0.75), (12, 3, 1.0), (30, 10, 0.25))]

    def test_tokens_a_step_are_tokens_over_steps_by_kind_and_of_all(self) -> None:
        kinds = ["story"] * chat_measure.KINDS_AT_ONCE + ["code"]
        self.assertEqual(chat_measure.figures({"EAGLE": self.SEQUENCES}, kinds),
                         [["story", 4, "1.92"], ["all", 5, "2.23"], ["accepted drafts", "", "62 %"]])

    def test_every_head_is_measured_beside_lookup(self) -> None:
        ways = chat_measure.ways({"eagle": pathlib.Path("e"), "medusa": pathlib.Path("m"), "draft": pathlib.Path("d")})
        self.assertEqual(len(ways), 6)
        for name, arguments in ways.items():
            self.assertEqual("--head" in arguments, "EAGLE" in name or "Medusa" in name)
            self.assertEqual("--draft" in arguments, "draft" in name)

    def test_few_tokens_are_not_called_millions(self) -> None:
        self.assertEqual([tables.amount(x) for x in (3369, 99_999, 100_000, 1_620_000)], ["3,369 tokens", "99,999 tokens", "0.10 million tokens", "1.62 million tokens"])


if __name__ == "__main__":
    unittest.main()
