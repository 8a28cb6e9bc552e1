"""Teaches the embedded model how people answer: data, examples, training, evaluation and the adapter's file."""
