"""The adapter as a file that llama.cpp loads beside the model.

    python -m canvass_training.adapter TRAINED.pt ADAPTER.gguf --base SHA256 --prompts prompts.sha256 [--name NAME]

Which model it belongs to, and which prompts it was trained with, stand in the file: the program refuses it beside
another model.
"""

import argparse
from collections.abc import Mapping
from pathlib import Path

import gguf
import numpy

ARCHITECTURE = "qwen2"


def write(path: Path, tensors: Mapping[str, numpy.ndarray], rank: int, scale: float, about: Mapping[str, str]) -> None:
    """Tensors are named `blk.N.LAYER.a` (rank × in) and `.b` (out × rank)."""
    writer = gguf.GGUFWriter(str(path), ARCHITECTURE)
    writer.add_type(gguf.GGUFType.ADAPTER)
    writer.add_string(gguf.Keys.Adapter.TYPE, "lora")
    # llama.cpp multiplies by alpha over rank.
    writer.add_float32(gguf.Keys.Adapter.LORA_ALPHA, scale * rank)
    for key, value in about.items():
        writer.add_string(key, value)
    for name in sorted(tensors):
        layer, side = name.rsplit(".", 1)
        writer.add_tensor(f"{layer}.weight.lora_{side}", numpy.ascontiguousarray(tensors[name]))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def about(name: str, base: str, prompts: str) -> dict[str, str]:
    """What the program reads before it loads the file."""
    return {
        "general.name": name,
        "canvass.base.sha256": base,
        "canvass.prompts.sha256": prompts,
    }


def main() -> None:
    import torch

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("trained", type=Path)
    parser.add_argument("adapter", type=Path)
    parser.add_argument("--base", required=True, help="SHA-256 of the model's file")
    parser.add_argument("--prompts", required=True, type=Path, help="the hash of the prompts, as `prepare` wrote it")
    parser.add_argument("--name", default="canvass")
    given = parser.parse_args()
    trained = torch.load(given.trained, weights_only=True)
    tensors = {name: tensor.numpy().astype(numpy.float16) for name, tensor in trained["tensors"].items()}
    prompts = given.prompts.read_text(encoding="utf-8").strip()
    run = trained["run"]
    write(given.adapter, tensors, run["rank"], run["scale"], about(given.name, given.base, prompts))


if __name__ == "__main__":
    main()
