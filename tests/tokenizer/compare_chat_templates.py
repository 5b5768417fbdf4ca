#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes conversations with this engine and with transformers' apply_chat_template, and compares their ids, for chat templates in files: the
71 in the peer's source by default (models/templates; they are not part of this repository). Each template gets a directory with a small
byte-level tokenizer that knows the commonest marks. Two conversations make the 140 renderings of the 70 templates that end in .jinja: a
user's turn, and a system message in front of one; with --more also several turns with an assistant, and all without the generation prompt,
which the command line does not offer: for these the texts are compared, by tests/jinja/render_lines.

    ../shared/tools/oracle tests/tokenizer/compare_chat_templates.py [--more] [FOLDER]
"""
import argparse
import json
import os
import pathlib
import subprocess
import tempfile

os.environ["TRANSFORMERS_VERBOSITY"] = "error"

MARKS = ["<|im_start|>", "<|im_end|>", "<|start_header_id|>", "<|end_header_id|>", "<|eot_id|>", "<|user|>", "<|end|>", "<|assistant|>",
         "<|system|>", "<start_of_turn>", "<end_of_turn>", "[INST]", "[/INST]", "<think>", "</think>"]
USER = {"role": "user", "content": "Hi there, how <are> you?\n"}
SYSTEM = {"role": "system", "content": "Be brief & kind. "}
ASSISTANT = {"role": "assistant", "content": "Fine."}


def byte_letters():
    codes = list(range(33, 127)) + list(range(161, 173)) + list(range(174, 256))
    letters, number = {code: chr(code) for code in codes}, 0
    for byte in range(256):
        if byte not in letters:
            letters[byte] = chr(256 + number)
            number += 1
    return letters


def write_tokenizer(folder):
    texts = ["<pad>", "<s>", "</s>", "<unk>"] + MARKS
    added = [{"id": 256 + i, "content": text, "special": True, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False}
             for i, text in enumerate(texts)]
    document = {"version": "1.0", "truncation": None, "padding": None, "added_tokens": added, "normalizer": None,
                "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True},
                "post_processor": None, "decoder": {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True},
                "model": {"type": "BPE", "vocab": {letter: byte for byte, letter in byte_letters().items()}, "merges": []}}
    (folder / "tokenizer.json").write_text(json.dumps(document))
    (folder / "tokenizer_config.json").write_text(json.dumps({"tokenizer_class": "PreTrainedTokenizerFast", "bos_token": "<s>", "eos_token": "</s>",
                                                              "pad_token": "<pad>", "unk_token": "<unk>"}))
    (folder / "config.json").write_text(json.dumps({"architectures": ["LlamaForCausalLM"], "model_type": "llama", "vocab_size": 300}))


def ids_here(program, folder, messages):
    file = folder / "messages.json"
    file.write_text(json.dumps(messages))
    run = subprocess.run([program, "tokenize", "--tokenizer", folder, "--messages", file], capture_output=True, text=True)
    return [int(piece) for piece in run.stdout.split()] if run.returncode == 0 else run.stderr.strip()


class Texts:
    """The texts of tests/jinja/render_lines."""

    def __init__(self, program):
        self.run = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def text(self, template, variables):
        self.run.stdin.write(json.dumps({"template": template, "variables": variables}) + "\n")
        self.run.stdin.flush()
        answer = json.loads(self.run.stdout.readline())
        return answer.get("text"), answer.get("error")


class Counts:
    def __init__(self):
        self.equal = self.wrong = self.refused = self.both = 0

    def add(self, where, want, why_refused, got, why_not):
        """`want`, `got`: nothing where it was refused."""
        if want is not None and got == want:
            self.equal += 1
        elif want is None and got is None:
            self.both += 1
        elif got is None:
            self.refused += 1
            print(f"refused   {where}: {why_not}")
        else:
            self.wrong += 1
            print(f"WRONG     {where}\n  transformers {want if want is not None else why_refused}\n  here         {got}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=pathlib.Path)
    parser.add_argument("--more", action="store_true")
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build/release"))
    arguments = parser.parse_args()
    if not arguments.folder:
        source = subprocess.run(["../shared/tools/llama-cpp", "--source"], capture_output=True, text=True, check=True).stdout.strip()
        arguments.folder = pathlib.Path(source) / "models/templates"
    import transformers
    transformers.utils.logging.set_verbosity_error()
    files = sorted(arguments.folder.glob("*.jinja"))
    counts, more = Counts(), Counts()
    texts = Texts(arguments.build / "tests/render_lines") if arguments.more else None
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        write_tokenizer(folder)
        for file in files:
            template = file.read_text()
            (folder / "chat_template.jinja").write_text(template)
            tokenizer = transformers.AutoTokenizer.from_pretrained(folder)

            def reference(messages, **options):
                try:
                    return tokenizer.apply_chat_template(messages, **options), None
                except Exception as error:
                    return None, f"{type(error).__name__}: {error}"

            for name, messages in (("user", [USER]), ("system", [SYSTEM, USER])):
                want, why = reference(messages, add_generation_prompt=True, tokenize=True, return_dict=False)
                got = ids_here(arguments.build / "bin/draftscope-cli", folder, messages)
                counts.add(f"{file.name} {name}", want, why, got if isinstance(got, list) else None, got)
            for name, messages in (("user", [USER]), ("system", [SYSTEM, USER]), ("turns", [USER, ASSISTANT, USER]),
                                   ("system and turns", [SYSTEM, USER, ASSISTANT, USER])) if texts else ():
                for generation in (True, False):
                    want, why = reference(messages, add_generation_prompt=generation, tokenize=False)
                    variables = {**tokenizer.special_tokens_map, "messages": messages, "tools": None, "documents": None,
                                 "add_generation_prompt": generation}
                    more.add(f"{file.name} {name} {generation}", want, why, *texts.text(template, variables))
    total = 2 * len(files)
    if texts:
        print(f"texts: {more.wrong} wrong, {more.refused} refused of {8 * len(files)} ({more.both} by the template itself in both)")
    print(f"{counts.wrong} wrong, {counts.refused} refused of {total} ({counts.equal} equal, {counts.both} refused by the template itself in both)")


if __name__ == "__main__":
    main()
