#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Heads for a target that is read from a GGUF file: its weights, its states, the loss over a part of its vocabulary. Skipped without torch."""
import contextlib
import dataclasses
import json
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "resources" / "models"))

try:
    import gguf
    import sentencepiece  # noqa: F401  (the recipe needs it)
    import torch
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

from recipe import settings as s, shipped  # noqa: E402
from recipe.chat_states import ChatStates, agreement  # noqa: E402
from recipe.chat_writer import ChatWriter  # noqa: E402
from recipe.export import gguf_name, interleave  # noqa: E402
from recipe.head_export import begun, export_head  # noqa: E402
from recipe.head_gguf import NAMES, draft_name, head_name, read_into, tokens_of, write_draft, write_head  # noqa: E402
from recipe.head_trainer import HeadTrainer, frequent_tokens, make_head  # noqa: E402
from recipe.llama import Llama  # noqa: E402
from recipe.threads import Threads  # noqa: E402
from recipe.writer import Writer  # noqa: E402

SHAPE = s.Shape("tiny", "Tiny", "target", 48, 3, 6, 2, 64, 0.0, 0.0, vocabulary=90, context=64, theta=500.0, bos=1, eos=2,
                heads_for_it=s.Heads((1, 2, 3), 64, 40, cut=40))


def target() -> Llama:
    """One with random weights that says different things."""
    model = Llama(SHAPE, seed=5)
    torch.manual_seed(6)
    for p in model.parameters():
        p.data.normal_(1.0 if p.dim() == 1 else 0.0, 0.3)
    return model.eval().requires_grad_(False)


def written(model: Llama, rows: int = 24) -> list[dict]:
    """Greedy chats of the target."""
    g = torch.Generator().manual_seed(2)
    prompts = [[1, *torch.randint(3, SHAPE.vocabulary, (4,), generator=g).tolist()] for _ in range(rows)]
    texts = Writer(model, torch.float32).write(prompts, [0.0] * rows, 40, g)
    return [{"prompt_ids": p, "ids": ids[len(p) :], "kind": "story", "temperature": 0.0} for p, (ids, _) in zip(prompts, texts)]


class ToGguf(unittest.TestCase):
    def test_an_eagle3_head_is_written_as_it_is_but_for_blocks_of_eight_bits(self) -> None:
        wide = dataclasses.replace(SHAPE, hidden=96, heads_for_it=s.Heads((1, 2, 3), 64, 40))      # rows of whole blocks
        tokens = torch.arange(3, 83, 2)
        head = make_head("eagle3", Llama(wide, seed=5), tokens)
        for p in head.parameters():
            p.data.normal_(1.0 if p.dim() == 1 else 0.0, 0.3)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "head.gguf"
            write_head(path, head, {"tokens": 1000, "seconds": 60.4}, Llama(wide, seed=5))
            reader = gguf.GGUFReader(path)
            stored = {t.name: t for t in reader.tensors}
            self.assertEqual(stored.pop("d2t").data.tolist(), tokens.tolist())
            self.assertEqual(reader.fields["eagle3.target_layers"].contents(), [1, 2, 3])
            self.assertEqual(len(stored), len(dict(head.named_parameters())))
            for name, p in head.named_parameters():
                t = stored[NAMES[name.removesuffix(".weight")] + ".weight"]
                weight = torch.tensor(gguf.dequantize(t.data, t.tensor_type)).view(p.shape)
                if heads := 6 if "q_proj" in name else 2 if "k_proj" in name else 0:
                    weight = shipped.halves(weight, heads)
                torch.testing.assert_close(weight, p.data, rtol=0, atol=0 if p.dim() == 1 else 0.01)      # half a step of 127 of the largest of a block
            again = make_head("eagle3", Llama(wide, seed=5), tokens_of(path))
            self.assertEqual(read_into(path, again.z, again, head_name), {"tokens": 1000, "seconds": 60})
            self.assertEqual(again.own_tokens.tolist(), tokens.tolist())
            for p, q in zip(head.parameters(), again.parameters()):
                torch.testing.assert_close(p.data, q.data, rtol=0, atol=0 if p.dim() == 1 else 0.01)

    def test_a_draft_is_written_with_the_vocabulary_of_its_target_and_read_back(self) -> None:
        wide = dataclasses.replace(SHAPE, hidden=96)
        tokens = torch.arange(3, 83, 2)
        draft = make_head("draft", Llama(wide, seed=5), tokens)
        for p in draft.parameters():
            p.data.normal_(1.0 if p.dim() == 1 else 0.0, 0.3)
        with tempfile.TemporaryDirectory() as folder:
            path, of_target = pathlib.Path(folder) / "draft.gguf", pathlib.Path(folder) / "target.gguf"
            w = gguf.GGUFWriter(of_target, "llama")
            w.add_tokenizer_model("gpt2")
            w.add_token_list([f"piece {i}" for i in range(wide.vocabulary)])
            w.add_token_types([gguf.TokenType.NORMAL] * wide.vocabulary)
            w.add_eos_token_id(2)
            w.add_add_bos_token(False)
            w.write_header_to_file()
            w.write_kv_data_to_file()
            w.close()
            write_draft(path, draft, {"tokens": 7, "seconds": 1}, of_target)
            fields, had = gguf.GGUFReader(path).fields, gguf.GGUFReader(of_target).fields
            keys = [key for key in had if key.startswith("tokenizer.")]
            self.assertEqual(len(keys), 5)
            for key in keys:
                self.assertEqual((fields[key].types, fields[key].contents()), (had[key].types, had[key].contents()))
            self.assertEqual(fields["llama.block_count"].contents(), 2)
            gate = next(x for x in gguf.GGUFReader(path).tensors if x.name == "blk.1.ffn_gate.weight")
            torch.testing.assert_close(torch.tensor(gguf.dequantize(gate.data, gate.tensor_type)), draft.model.layers[1].mlp.gate_proj.weight.data, rtol=0, atol=0.01)
            again = make_head("draft", Llama(wide, seed=6), tokens_of(path))
            self.assertEqual(read_into(path, again.shape, again, draft_name), {"tokens": 7, "seconds": 1})
            for (name, p), q in zip(draft.named_parameters(), again.parameters()):
                torch.testing.assert_close(p.data, q.data, rtol=0, atol=0 if p.dim() == 1 else p.abs().max().item() / 127, msg=name)


class Stop:
    asked = False


class FromGguf(unittest.TestCase):
    def write(self, path: pathlib.Path, model: Llama, without: str = "") -> None:
        w = gguf.GGUFWriter(path, "llama")
        for name, p in model.named_parameters():
            heads = SHAPE.heads if "q_proj" in name else SHAPE.kv_heads if "k_proj" in name else 0
            if gguf_name(name) != without:
                w.add_tensor(gguf_name(name), (interleave(p, heads).contiguous() if heads else p).numpy())
        w.write_header_to_file()
        w.write_kv_data_to_file()
        w.write_tensors_to_file()
        w.close()

    def test_a_target_is_read_as_it_was_written(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path, model = pathlib.Path(folder) / "tiny.gguf", target()
            self.write(path, model)
            ids = torch.arange(1, 30)[None]
            self.assertTrue(torch.equal(shipped.from_gguf(path, SHAPE)(ids), model(ids)))

    def test_another_model_is_refused_with_the_tensor_that_differs(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "tiny.gguf"
            self.write(path, target(), without="blk.1.ffn_up.weight")
            with self.assertRaisesRegex(SystemExit, "is not Tiny: its tensor blk.1.ffn_up.weight is missing"):
                shipped.from_gguf(path, SHAPE)
            with self.assertRaisesRegex(SystemExit, "token_embd.weight is of another size"):
                shipped.from_gguf(path, dataclasses.replace(SHAPE, vocabulary=91))


class States(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.work, self.model = pathlib.Path(folder.name), target()
        self.text = ChatStates(ChatWriter(self.work, pathlib.Path("tiny.gguf"), 1), self.model)
        self.chats = written(self.model)

    def test_states_are_the_targets_and_know_what_its_head_said(self) -> None:
        chunk, at = self.text.make(self.chats), 0
        answered = [x for x in self.chats if len(x["ids"]) > 1]         # an answer of one token says nothing
        self.assertEqual(len(chunk["lengths"]), len(answered))
        for row, chat in enumerate(answered):
            ids = [*chat["prompt_ids"], *chat["ids"]]
            n = chunk["lengths"][row]
            self.assertEqual(chunk["ids"][at : at + n].tolist(), ids)
            streams = self.model.streams(torch.tensor([ids[:-1]]))
            states = chunk["states"][at - row : at - row + n - 1].float()
            torch.testing.assert_close(states, torch.stack([streams[i][0] for i in (1, 2, 3, -1)], 1), rtol=1e-2, atol=1e-2)
            logits = self.model(torch.tensor([ids[:-1]]))[0]
            torch.testing.assert_close(chunk["whole"][at - row : at - row + n - 1], logits.logsumexp(-1))
            self.assertEqual(chunk["best"][at - row : at - row + n - 1].tolist(), logits.argmax(-1).tolist())
            at += n
        self.assertEqual(len(chunk["states"]), len(chunk["ids"]) - len(answered))

    def test_greedy_text_agrees_with_its_states_and_other_text_does_not(self) -> None:
        self.assertIn("100.0 %", agreement(self.text.make(self.chats)))
        for chat in self.chats:
            chat["ids"] = [(i + 7) % SHAPE.vocabulary for i in chat["ids"]]
        self.assertNotIn("100.0 %", agreement(self.text.make(self.chats)))

    def trainer(self, key: str = "eagle") -> HeadTrainer:
        if not self.text.count():
            self.text.save(0, self.text.make(self.chats))
        return HeadTrainer(self.work, self.text, key, "cpu", 200, self.model, 3)

    def test_the_loss_over_all_tokens_is_that_without_a_cut(self) -> None:
        t = self.trainer()
        t.autocast = contextlib.nullcontext      # in bf16 two tokens may be the most probable ones
        batch = t.next_batch()
        states = torch.nn.functional.pad(batch["states"].float()[:, 1:, -1], (0, 0, 0, 1)).flatten(0, 1)
        real = (batch["weight"][:, 1:] > 0)
        real = torch.nn.functional.pad(real, (0, 1)).flatten()
        t.cut, t.cut_head = torch.arange(SHAPE.vocabulary), self.model.model.embed_tokens.weight
        with_all = t.wanted(states, batch)[real]
        t.cut = None
        torch.testing.assert_close(with_all, t.wanted(states, batch)[real], rtol=0.05, atol=0.02)      # states of a chunk are bf16
        torch.testing.assert_close(with_all.sum(-1), torch.ones(len(with_all)), rtol=0.05, atol=0.02)

    def test_a_cut_has_the_most_frequent_tokens_and_the_end(self) -> None:
        t = self.trainer()
        tokens = frequent_tokens(self.text, self.model, 40)
        counts = torch.bincount(self.text.load(0)["ids"].long(), minlength=SHAPE.vocabulary)
        self.assertEqual(len(tokens), 40)
        self.assertIn(SHAPE.eos, tokens.tolist())
        left_out = sorted(set(range(SHAPE.vocabulary)) - set(tokens.tolist()))
        self.assertGreaterEqual(counts[tokens[tokens != SHAPE.eos]].min(), counts[left_out].max())
        self.assertEqual(t.place(tokens).tolist(), list(range(40)))
        self.assertEqual(t.place(torch.tensor(left_out)).tolist(), [-1] * len(left_out))

    def test_an_exported_eagle_head_says_whose_tokens_its_logits_are(self) -> None:
        t = self.trainer()
        t.save()
        export_head("eagle", self.work, self.model, self.work)
        folder = self.work / "tiny-eagle"
        stored = shipped.read_safetensors(folder / "model.safetensors")
        self.assertEqual((stored["d2t"] + torch.arange(40)).tolist(), frequent_tokens(self.text, self.model, 40).tolist())
        self.assertEqual(json.loads((folder / "config.json").read_text())["draft_vocab_size"], 40)
        self.assertNotIn("lm_head.weight", stored)
        self.assertEqual(self.trainer().cut.tolist(), t.cut.tolist())      # of the checkpoint

    def test_without_a_checkpoint_training_goes_on_from_the_head_that_comes_with_the_program(self) -> None:
        t = self.trainer()
        t.tokens, t.seconds = 1000, 60.0
        t.save()
        with mock.patch.object(s, "MODELS", self.work):
            self.assertIsNone(begun("eagle", self.model))
            export_head("eagle", self.work, self.model, self.work)
            t.path().unlink()
            found = begun("eagle", self.model)
        self.assertEqual(found[1], {"tokens": 1000, "seconds": 60})
        chunk = self.text.load(0)
        self.text.save(0, chunk | {"ids": (chunk["ids"] + 11) % SHAPE.vocabulary})      # other tokens are frequent now
        on = HeadTrainer(self.work, self.text, "eagle", "cpu", 200, self.model, 3, found)
        self.assertEqual((on.tokens, on.seconds), (1000, 60.0))
        self.assertEqual(on.cut.tolist(), t.cut.tolist())
        for (name, p), q in zip(on.model.named_parameters(), t.model.parameters()):
            torch.testing.assert_close(p, q.bfloat16().float(), rtol=0, atol=0, msg=name)
        on.loss(on.next_batch()).backward()
        self.assertTrue(all(p.grad is not None and p.grad.isfinite().all() for p in on.model.parameters()))

    def test_without_a_cut_heads_learn_over_the_whole_vocabulary(self) -> None:
        self.model.shape = dataclasses.replace(SHAPE, heads_for_it=s.Heads((1, 2, 3), 64, 40))
        chunk = self.text.make(self.chats)
        self.text.save(0, {k: v for k, v in chunk.items() if k not in ("best", "whole")})      # as the shipped target's chunks are
        for key, width in (("eagle", SHAPE.vocabulary), ("medusa", SHAPE.vocabulary), ("eagle3", 40)):
            with self.subTest(key):
                t = self.trainer(key)
                batch = t.next_batch()
                t.loss(batch).backward()
                self.assertTrue(all(p.grad is not None and p.grad.isfinite().all() for p in t.model.parameters()))
                self.assertEqual(t.wanted(torch.zeros(3, SHAPE.hidden), {}).shape[-1], width)

    def test_training_lowers_the_loss_and_goes_on_from_its_checkpoint(self) -> None:
        for key in ("eagle", "eagle3", "draft"):
            with self.subTest(key):
                self.learns(key)

    def learns(self, key: str) -> None:
        t = self.trainer(key)
        batches = [t.next_batch() for _ in range(4)]

        def loss(trainer: HeadTrainer) -> float:
            """Of EAGLE heads that of the first step: better drafts make later steps count more."""
            out = 0.0
            for batch in batches:
                whole = trainer.loss(batch).item()
                out += whole if key == "draft" else trainer.reached[0][0]
            return out

        before = loss(t)
        t.run(1.0, 16_000, False, Stop(), Threads(fixed=True))
        after = loss(t)
        self.assertLess(after, 0.96 * before)
        again = self.trainer(key)
        self.assertTrue(again.load())
        self.assertEqual((again.step, again.tokens), (t.step, t.tokens))
        self.assertAlmostEqual(loss(again), after, places=3)


if __name__ == "__main__":
    torch.set_num_threads(1)
    unittest.main()
