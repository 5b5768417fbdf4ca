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
from recipe import chat_text, graph_writer, head_export  # noqa: E402
from recipe.chat_states import ChatStates, agreement  # noqa: E402
from recipe.chat_writer import ChatWriter  # noqa: E402
from recipe.chunks import IDS, Chunks, LiveStates, to_learn_from  # noqa: E402
from recipe.export import gguf_name, interleave  # noqa: E402
from recipe.head_export import begun, export_head  # noqa: E402
from recipe.head_gguf import draft_name, head_name, read_into, tokens_of, write_draft, write_head  # noqa: E402
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
    def test_an_eagle_head_is_written_as_it_is_but_for_blocks_of_eight_bits(self) -> None:
        wide = dataclasses.replace(SHAPE, hidden=96, heads_for_it=s.Heads((1, 2, 3), 64, 40))      # rows of whole blocks
        for key in ("eagle", "eagle3"):
            with self.subTest(key):
                self.written_and_read_back(key, wide, torch.arange(3, 83, 2))
        self.written_and_read_back("eagle", wide, None)

    def written_and_read_back(self, key: str, wide: s.Shape, tokens: torch.Tensor | None) -> None:
        head = make_head(key, Llama(wide, seed=5), tokens)
        for p in head.parameters():
            p.data.normal_(1.0 if p.dim() == 1 else 0.0, 0.3)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "head.gguf"
            write_head(path, head, {"tokens": 1000, "seconds": 60.4}, Llama(wide, seed=5))
            reader = gguf.GGUFReader(path)
            stored = {t.name: t for t in reader.tensors}
            self.assertEqual(stored.pop("d2t").data.tolist() if tokens is not None else stored.get("d2t"), None if tokens is None else tokens.tolist())
            self.assertEqual(reader.fields["general.architecture"].contents(), key)
            if key == "eagle3":
                self.assertEqual(reader.fields["eagle3.target_layers"].contents(), [1, 2, 3])
            ends = ["attn_q", "attn_k", "attn_v", "attn_output", "ffn_norm", "ffn_gate", "ffn_up", "ffn_down"] + (["attn_norm", "attn_norm_2"] if key == "eagle3" else [])
            outside = ["fc.weight", *(["output_norm.weight", "output.weight"] if key == "eagle3" else ["fc.bias"])]
            self.assertEqual(set(stored), {f"blk.0.{end}.weight" for end in ends} | set(outside))
            for name, p in head.named_parameters():
                t = stored[head_name(name)]
                weight = torch.tensor(gguf.dequantize(t.data, t.tensor_type)).view(p.shape)
                if heads := 6 if "q_proj" in name else 2 if "k_proj" in name else 0:
                    weight = shipped.halves(weight, heads)
                torch.testing.assert_close(weight, p.data, rtol=0, atol=0 if p.dim() == 1 else 0.01)      # half a step of 127 of the largest of a block
            again = make_head(key, Llama(wide, seed=5), tokens_of(path))
            self.assertEqual(read_into(path, again.z, again, head_name), {"tokens": 1000, "seconds": 60})
            self.assertEqual(None if tokens is None else again.own_tokens.tolist(), None if tokens is None else tokens.tolist())
            for p, q in zip(head.parameters(), again.parameters()):
                torch.testing.assert_close(p.data, q.data, rtol=0, atol=0 if p.dim() == 1 else 0.01)

    def test_heads_that_are_kept_are_listed_by_the_hash_of_their_target_and_training_goes_on_from_them(self) -> None:
        wide = dataclasses.replace(SHAPE, hidden=96, heads_for_it=s.Heads((1, 2, 3), 64, 40, cut=40))
        model, tokens = Llama(wide, seed=5), torch.arange(3, 83, 2)
        heads = {key: make_head(key, model, tokens) for key in ("eagle", "eagle3")}
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(s, "MODELS", pathlib.Path(folder)), \
                mock.patch.object(head_export, "load_head", lambda work, key, target: (heads[key], {"tokens": 7, "seconds": 3.0}) if key in heads else None), \
                contextlib.redirect_stdout(None):
            head_export.keep_heads(pathlib.Path(folder), model, pathlib.Path(folder) / "none", "0123456789abcdef")
            listed = json.loads((pathlib.Path(folder) / "embedded.json").read_text())
            self.assertEqual(listed["heads"], [{"name": f"tiny-{key}", "directory": f"tiny-{key}.gguf", "method": key, "target_hash": "0123456789abcdef"} for key in heads])
            self.assertEqual(listed["models"], [])      # the draft has no checkpoint
            for key, head in heads.items():
                found, seen = begun(key, model)
                self.assertEqual(seen, {"tokens": 7, "seconds": 3})
                self.assertEqual(found.tokens().tolist(), tokens.tolist())
                for p, q in zip(head.parameters(), found.parameters(), strict=True):
                    torch.testing.assert_close(q, p, rtol=0, atol=p.abs().max().item() / 127)

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


class TogetherAsAlone(unittest.TestCase):
    """Prompts of several lengths, the longest with no empty columns."""

    def setUp(self) -> None:
        self.model, g = target(), torch.Generator().manual_seed(1)
        self.prompts = [[1, *torch.randint(3, SHAPE.vocabulary, (n,), generator=g).tolist()] for n in (3, 9, 5, 9, 1, 7)]
        self.plain = Writer(self.model, torch.float32)

    def alone(self, room: int) -> list[list[int]]:
        """The greedy text of each prompt with so many tokens behind it at most."""
        return [self.plain.write([p], [0.0], len(p) + room, torch.Generator(), None)[0][0] for p in self.prompts]

    def test_a_prompt_among_longer_ones_is_continued_as_alone(self) -> None:
        for room in (1, 10, 31):
            together = self.plain.write(self.prompts, [0.0] * len(self.prompts), 10 + room, torch.Generator(), None)
            self.assertEqual([ids for ids, _ in together], self.alone(room))

    def test_states_of_a_prompt_among_longer_ones_are_those_that_it_has_alone(self) -> None:
        for ids, states in self.plain.write(self.prompts, [0.0] * len(self.prompts), 30, torch.Generator(), (1, 3)):
            torch.testing.assert_close(states, self.plain.read(ids, (1, 3)), rtol=1e-4, atol=1e-4)

    def test_texts_read_together_have_the_states_that_each_has_alone(self) -> None:
        texts = [torch.tensor(ids) for ids in self.alone(20)]
        many = self.plain.read_many(texts, (1, 2), tokens=60)          # of two or three texts at a time
        torch.testing.assert_close(many, torch.cat([self.plain.read(x.tolist(), (1, 2)) for x in texts]), rtol=1e-4, atol=1e-4)

    def test_captured_steps_write_what_others_write(self) -> None:
        with mock.patch.object(graph_writer, "SEGMENT", 8):      # texts end within a segment and leave behind it
            w = graph_writer.GraphWriter(self.model, torch.float32)
            for room in (1, 2, 8, 30, 31, 53):
                texts = [ids for ids, _ in w.write(self.prompts, [0.0] * len(self.prompts), 10 + room, torch.Generator())]
                self.assertEqual(texts, self.alone(room))
        ended = [ids[-1] == SHAPE.eos for ids in texts]
        self.assertTrue(any(ended) and not all(ended))

    def test_captured_steps_draw_at_each_texts_own_temperature(self) -> None:
        w, warm = graph_writer.GraphWriter(self.model, torch.float32), [0.0, 1.0] * 3
        write = lambda seed: [ids for ids, _ in w.write(self.prompts, warm, 40, torch.Generator().manual_seed(seed))]
        self.assertEqual(write(1), write(1))
        for a, b, greedy, heat in zip(write(1), write(2), self.alone(30), warm):
            self.assertEqual(a == greedy and b == greedy, heat == 0.0)


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

    def test_states_that_are_not_kept_are_those_that_would_be(self) -> None:
        kept = self.text.make(self.chats)
        self.assertNotIsInstance(to_learn_from(self.work, self.model), LiveStates)
        Chunks(self.work, IDS).save(0, {k: v for k, v in kept.items() if k not in ("states", "best", "whole")})
        live = to_learn_from(self.work, self.model)
        self.assertEqual((live.count(), self.text.count()), (1, 0))      # one kind is not counted as the other
        live.reader = Writer(self.model, torch.float32)
        self.assertNotIn("states", live.outline(0))
        read = live.load(0)
        torch.testing.assert_close(read["states"], kept["states"].float(), rtol=1e-2, atol=1e-2)
        torch.testing.assert_close(read["whole"], kept["whole"], rtol=1e-3, atol=1e-3)
        self.assertEqual(read["best"].tolist(), kept["best"].tolist())
        self.assertEqual(read["lengths"], kept["lengths"])

    def test_a_batch_is_its_texts_with_nothing_behind_them(self) -> None:
        t = self.trainer()
        index, seen, chunk = 0, [], self.text.load(0)
        ends = torch.tensor(chunk["lengths"]).cumsum(0).tolist()
        texts = {tuple(chunk["ids"][end - n : end].tolist()): (row, n) for row, (n, end) in enumerate(zip(chunk["lengths"], ends))}
        t._fill()
        for _ in range(len(t._queue)):
            batch = t.next_batch()
            for ids, states, weight, best, whole in zip(*(batch[k] for k in ("ids", "states", "weight", "best", "whole"))):
                n = int((weight > 0).sum()) + 1
                row, length = texts[tuple(ids[:n].tolist())]
                at = ends[row] - length - row
                seen.append(row)
                self.assertEqual(n, length)
                self.assertTrue(torch.equal(states[: n - 1].bfloat16(), chunk["states"][at : at + n - 1]))
                self.assertTrue(torch.equal(best[: n - 1], chunk["best"][at : at + n - 1]))
                self.assertTrue(torch.equal(whole[: n - 1], chunk["whole"][at : at + n - 1]))
                before = chunk["starts"][row] - 1
                self.assertEqual(set(weight[:before].tolist()), {torch.tensor(0.2).item()})
                self.assertEqual(set(weight[before : n - 1].tolist()), {1.0})
                for rest in (ids[n:], states[n - 1 :], weight[n - 1 :], best[n - 1 :], whole[n - 1 :]):
                    self.assertFalse(rest.any())
        self.assertEqual(sorted(seen), list(range(len(chunk["lengths"]))))

    def test_prompts_of_held_out_chats_are_left_out(self) -> None:
        class Writes:
            """In a ChatWriter's place: tokens are letters."""
            seed, held = 1, []
            hold_out = staticmethod(lambda stop: None)
            load = staticmethod(lambda index: [{"prompt": x} for x in Writes.held])
            tokens = staticmethod(lambda texts: [[ord(c) for c in x] for x in texts])

        prompts = chat_text.Prompts(self.work)
        prompts.make(Writes, 40_000, Stop())
        said = lambda: ["".join(map(chr, ids)) for _, ids in prompts.load()["prompts"]]
        first = said()
        self.assertEqual(len(first), len(set(first)))
        self.assertTrue(all(x.endswith("<|im_start|>assistant\n") for (kind, _), x in zip(prompts.load()["prompts"], first) if kind != "plain"))
        parts = {name: ["".join(map(chr, x)) for x in prompts.load()[name]] for name in ("open", "answer", "go on")}
        self.assertEqual(parts["open"][1], "<|im_start|>user\n")
        self.assertTrue(parts["open"][0].endswith("<|im_end|>\n<|im_start|>user\n"))
        self.assertEqual(parts["answer"], ["\n<|im_start|>assistant\n"])
        self.assertTrue(all(x.startswith("\n<|im_start|>user\n") and x.endswith("<|im_end|>\n<|im_start|>assistant\n") for x in parts["go on"]))
        Writes.held = first[:20]
        prompts.make(Writes, 40_000, Stop())          # enough are there
        self.assertEqual(said(), first)
        prompts.path.unlink()
        prompts.make(Writes, 40_000, Stop())
        self.assertFalse(set(said()) & set(Writes.held))
        self.assertEqual(len(said()), len(first))

    def test_chats_of_many_kinds_are_written_together(self) -> None:
        prompts = {"prompts": [["story", [1, 5, 6, 7 + i]] for i in range(9)] + [["plain", [1, 4]]], "open": [[1, 8, 9], [1, 9]], "answer": [[10, 11]], "go on": [[12, 13, 14]]}
        (self.work / "prompts.json").write_text(json.dumps(prompts))
        small = {"ROWS": 16, "CHUNK_CHATS": 6, "ANSWER": 12, "INSTRUCTION": 30}
        with mock.patch.multiple(chat_text, **small):
            text = chat_text.ChatText(self.work, chat_text.Prompts(self.work), graph_writer.GraphWriter(self.model, torch.float32), 1)
            text.write(300, Stop())
            chunks = [text.load(i) for i in range(text.count())]
            again = chat_text.ChatText(self.work, chat_text.Prompts(self.work), graph_writer.GraphWriter(self.model, torch.float32), 1)
            again.write(1 + sum(sum(c["lengths"]) - sum(c["starts"]) for c in chunks), Stop())          # the next wave, another one
            self.assertEqual(again.load(again.count() - 1)["wave"], chunks[-1]["wave"] + 1)
            texts = {tuple(x.tolist()) for c in chunks for x in c["ids"].split(c["lengths"])}
            more = {tuple(x.tolist()) for i in range(len(chunks), again.count()) for x in again.load(i)["ids"].split(again.load(i)["lengths"])}
            self.assertGreater(len(more - texts), len(more) // 2)
        kinds = {kind for c in chunks for kind in c["kinds"]}
        self.assertLessEqual({"own", "story", "follow-up"}, kinds)
        self.assertGreaterEqual(sum(sum(c["lengths"]) - sum(c["starts"]) for c in chunks), 300)
        for c in chunks:
            at = 0
            for n, start, kind, heat in zip(c["lengths"], c["starts"], c["kinds"], c["temperatures"]):
                ids = c["ids"][at : at + n].tolist()
                self.assertTrue(start < n - 1 and n <= start + 12, kind)
                self.assertNotIn(SHAPE.eos, ids[start : n - 1])
                if kind == "own":
                    self.assertEqual(ids[start - 3 : start], [SHAPE.eos, 10, 11])
                if kind == "follow-up":
                    self.assertEqual(ids[start - 3 : start], [12, 13, 14])
                if heat == 0.0:
                    alone = Writer(self.model, torch.float32).write([ids[:start]], [0.0], start + 12, torch.Generator(), None)[0][0]
                    self.assertEqual(ids, alone)
                at += n

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
        self.assertEqual(found[1], {"tokens": 1000, "seconds": 60, "device": ""})
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
