"""The adapter's file, read back."""

import tempfile
import unittest
from pathlib import Path

import gguf
import numpy

from canvass_training import adapter


class Adapter(unittest.TestCase):
    def test_what_is_written_is_what_llama_cpp_reads(self) -> None:
        tensors = {"blk.0.attn_q.a": numpy.ones((2, 8), numpy.float16), "blk.0.attn_q.b": numpy.zeros((4, 2), numpy.float16)}
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "adapter.gguf")
            adapter.write(path, tensors, 2, 2.0, adapter.about("taught", "ab" * 32, "cd" * 32))
            read = gguf.GGUFReader(path)
            texts = {key: read.get_field(key).contents() for key in ("general.type", "adapter.type", "canvass.base.sha256")}
            self.assertEqual({"general.type": "adapter", "adapter.type": "lora", "canvass.base.sha256": "ab" * 32}, texts)
            self.assertEqual(4.0, read.get_field("adapter.lora.alpha").contents())
            shapes = {tensor.name: list(tensor.shape) for tensor in read.tensors}
            self.assertEqual({"blk.0.attn_q.weight.lora_a": [8, 2], "blk.0.attn_q.weight.lora_b": [2, 4]}, shapes)


if __name__ == "__main__":
    unittest.main()
