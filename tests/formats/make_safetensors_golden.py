# SPDX-License-Identifier: MIT
"""Makes tests/formats/safetensors.json: small files, and what the reference implementation (safetensors, in Rust) says of each.

    ../shared/tools/oracle tests/formats/make_safetensors_golden.py

test_safetensors opens all of them: what the reference refuses is refused, what it reads is read with the same tensors. Files that it reads
and Draftscope refuses are marked as stricter: they say something twice, or in a form that no program writes.
"""
import base64
import itertools
import json
import pathlib
import random
import struct

import safetensors

ENTRY = '"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}'
TYPES = ("BOOL F4 F6_E2M3 F6_E3M2 U8 I8 F8_E5M2 F8_E4M3 F8_E8M0 F8_E4M3FNUZ F8_E5M2FNUZ I16 U16 F16 BF16 I32 U32 F32 C64 F64 I64 U64 "
         "C128 I4 U4 U128 f32 F32X").split()
STRICTER = {"a name twice", "a text of the metadata twice", "an entry as a list", "a type as an object", "a size beyond int64 in nothing",
            "nested a hundred times"}


def file(header: str | bytes, data: bytes = b"\0" * 4, length: int | None = None) -> bytes:
    header = header if isinstance(header, bytes) else header.encode()
    return struct.pack("<Q", len(header) if length is None else length) + header + data


def entry(dtype: str = "F32", shape: str = "[1]", offsets: str = "[0,4]", more: str = "") -> str:
    return f'{{"dtype":"{dtype}","shape":{shape},"data_offsets":{offsets}{more}}}'


def one(**how) -> str:
    return '{"a":' + entry(**how) + "}"


def crafted() -> dict[str, bytes]:
    whole = "{" + ENTRY + "}"
    cases = {
        "plain": file(whole), "spaces in front": file(" \n" + whole), "a byte order mark": file("\ufeff" + whole),
        "spaces behind": file(whole + "    "), "all white space behind": file(whole + "\n\t\r "), "zeros behind": file(whole.encode() + b"\0\0"),
        "a zero in front": file(b"\0" + whole.encode()), "a letter behind": file(whole + "x"), "two objects": file(whole + "{}"),
        "a list": file("[]", b""), "a number": file("7", b""), "nothing": file("", b""), "no object": file("null", b""),
        "no tensors": file("{}", b""), "no tensors and data": file("{}", b"1"),
        "a comma behind": file("{" + ENTRY + ",}"), "a comment": file("{/**/" + ENTRY + "}"), "one quotation mark": file(whole.replace('"a"', "'a'")),
        "cut short": file(whole)[:-6], "shorter than a length": b"\0" * 5, "no file": b"", "a length and no header": file("", b"{}"),
        "a header longer than the file": file(whole, b"", 4000), "an endless header": file(whole, b"", 2**64 - 1),
        "a header of more than 100 MB": file(whole, b"", 100_000_001),
        "a header that ends early": file(whole, b"\0" * 4, len(whole) - 1),
        "a name twice": file("{" + ENTRY + "," + ENTRY + "}"),
        "a field twice": file(one(more=',"dtype":"F32"')), "metadata twice": file('{"__metadata__":{},"__metadata__":{},' + ENTRY + "}"),
        "a text of the metadata twice": file('{"__metadata__":{"k":"1","k":"2"},' + ENTRY + "}"),
        "metadata": file('{"__metadata__":{"format":"pt"},' + ENTRY + "}"), "empty metadata": file('{"__metadata__":{},' + ENTRY + "}"),
        "null metadata": file('{"__metadata__":null,' + ENTRY + "}"), "metadata as a list": file('{"__metadata__":[],' + ENTRY + "}"),
        "metadata as a text": file('{"__metadata__":"pt",' + ENTRY + "}"), "a number among metadata": file('{"__metadata__":{"k":1},' + ENTRY + "}"),
        "null among metadata": file('{"__metadata__":{"k":null},' + ENTRY + "}"),
        "an object among metadata": file('{"__metadata__":{"k":{}},' + ENTRY + "}"),
        "metadata that are a tensor": file('{"__metadata__":' + entry() + "}"),
        "another field": file(one(more=',"x":{"y":[1,null]}')), "nested a hundred times": file(one(more=',"x":' + "[" * 100 + "]" * 100)),
        "nested two hundred times": file(one(more=',"x":' + "[" * 200 + "]" * 200)),
        "no type": file('{"a":{"shape":[1],"data_offsets":[0,4]}}'), "no shape": file('{"a":{"dtype":"F32","data_offsets":[0,4]}}'),
        "no offsets": file('{"a":{"dtype":"F32","shape":[1]}}'), "null": file('{"a":null}'), "an entry as a list": file('{"a":["F32",[1],[0,4]]}'),
        "a type as an object": file('{"a":{"dtype":{"F32":null},"shape":[1],"data_offsets":[0,4]}}'),
        "a type as a number": file('{"a":{"dtype":11,"shape":[1],"data_offsets":[0,4]}}'),
        "a shape of null": file(one(shape="null")), "a shape as a number": file(one(shape="1")), "a size as a text": file(one(shape='["1"]')),
        "a size with a point": file(one(shape="[1.0]")), "a size with an exponent": file(one(shape="[1e0]")), "a size below 0": file(one(shape="[-1]")),
        "a size of minus 0": file(one(shape="[-0]", offsets="[0,0]"), b""), "a size with a zero in front": file(one(shape="[01]")),
        "a scalar": file(one(shape="[]")), "twenty dimensions": file(one(shape=str([1] * 20))),
        "one offset": file(one(offsets="[4]")), "three offsets": file(one(offsets="[0,4,4]")), "offsets in an object": file(one(offsets='{"0":0,"1":4}')),
        "an offset with a point": file(one(offsets="[0,4.0]")), "an offset below 0": file(one(offsets="[-4,0]")),
        "an offset beyond 64 bits": file(one(offsets="[0,18446744073709551620]")), "an offset of minus 0": file(one(offsets="[-0,4]")),
        "backwards": file(one(offsets="[4,0]")), "past the end": file(one(shape="[2]", offsets="[0,8]")), "data behind": file(whole, b"\0" * 5),
        "data missing": file(whole, b"\0" * 3), "a gap in front": file(one(offsets="[4,8]"), b"\0" * 8),
        "too few bytes": file(one(shape="[2]")), "too many bytes": file(one(offsets="[0,8]"), b"\0" * 8),
        "nothing in it": file(one(shape="[0]", offsets="[0,0]"), b""), "nothing in it, and bytes": file(one(shape="[0]")),
        "a product that overflows": file(one(shape="[4294967296,4294967296]", offsets="[0,0]"), b""),
        "a product that overflows into nothing": file(one(shape="[4611686018427387904,4,0]", offsets="[0,0]"), b""),
        "bits that overflow": file(one(shape="[1152921504606846976]", offsets="[0,0]"), b""),
        "nothing that cannot overflow": file(one(shape="[0,4611686018427387904,4]", offsets="[0,0]"), b""),
        "a size beyond int64 in nothing": file(one(shape="[0,18446744073709551615]", offsets="[0,0]"), b""),
        "no UTF-8": file(b'{"\xff":' + entry().encode() + b"}"), "half a surrogate": file('{"\\ud800":' + entry() + "}"),
        "an escape": file('{"\\u0061\\n":' + entry() + "}"), "a line break in a name": file('{"a\n":' + entry() + "}"),
        "an empty name": file('{"":' + entry() + "}"), "an endless name": file('{"' + "a" * 300 + '":' + entry() + "}"),
    }
    for dtype, size in itertools.product(TYPES, (1, 2, 3, 4, 8, 16)):
        cases[f"two {dtype} in {size} bytes"] = file(one(dtype=dtype, shape="[2]", offsets=f"[0,{size}]"), b"\0" * size)
    cases["three F4 in 1 byte"] = file(one(dtype="F4", shape="[3]", offsets="[0,1]"), b"\0")
    cases["four F6 in 3 bytes"] = file(one(dtype="F6_E2M3", shape="[4]", offsets="[0,3]"), b"\0" * 3)
    return cases


def shuffled(count: int) -> dict[str, bytes]:
    """Files of a few tensors, half of which have one thing wrong with where they lie."""
    random.seed(5)
    cases = {}
    for i in range(count):
        at, places = 0, []
        for _ in range(random.randint(1, 5)):
            size = random.choice((0, 1, 2, 3))
            places.append([size, at, at + 4 * size])
            at += 4 * size
        end = at
        if i % 2:
            place = random.choice(places)
            change = random.choice((-4, -1, 1, 4))
            match random.randrange(4):
                case 0: place[1] += change
                case 1: place[2] += change
                case 2: end = max(0, end + change)
                case 3: place[1], place[2] = place[1] + change, place[2] + change
        random.shuffle(places)
        entries = ",".join(f'"t{j}":' + entry(shape=f"[{p[0]}]", offsets=f"[{p[1]},{p[2]}]") for j, p in enumerate(places))
        cases[f"places {i}"] = file("{" + entries + "}", b"\0" * end)
    return cases


def verdict(contents: bytes) -> list[str] | None:
    try:
        return sorted(name for name, _ in safetensors.deserialize(contents))
    except safetensors.SafetensorError:
        return None


def main() -> None:
    cases = []
    for name, contents in (crafted() | shuffled(120)).items():
        case = {"name": name, "file": base64.b64encode(contents).decode(), "tensors": verdict(contents)}
        if name in STRICTER:
            assert case["tensors"] is not None
            case["stricter"] = True
        cases.append(case)
    read = sum(case["tensors"] is not None for case in cases)
    print(f"safetensors {safetensors.__version__}: {len(cases)} files, {read} read")
    lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    (pathlib.Path(__file__).resolve().parent / "safetensors.json").write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()
