"""Trains an adapter on prepared examples, and scores it on families it has not seen.

    python -m canvass_training.train EXAMPLES MODEL_FOLDER OUT RUNS.json

`EXAMPLES` is what `prepare` wrote, `MODEL_FOLDER` holds the default model as `model.gguf`, `RUNS.json` is a list of
settings, one a run. Needs torch, transformers and an accelerator.
"""

import dataclasses
import gzip
import json
import os
import random
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import torch
from torch.nn import functional
from transformers import AutoModelForCausalLM, AutoTokenizer

from . import metrics
from .lora import LAYERS, Adapted, Average, adapt
from .pool import Item

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
FRAME = ("<|im_start|>user\n", "<|im_end|>\n<|im_start|>assistant\n")
END = "<|im_end|>"
# Longer examples are left out.
TOKENS_MAX = 700
# How many prompts are evaluated at once.
EVALUATION_BATCH = 128
# Into how many parts a batch is divided, for the sake of memory.
BATCH_PARTS = 2
# The parts of a run after which the families held out are scored, before its end.
EVALUATE_AT = (0.4, 0.6, 0.8)
# The loss of a step of texts is multiplied by this; that of a step of shares is not.
TEXTS_WEIGHT = 0.3
ANSWER_LABELS = [*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", *"123456789"]


@dataclass(frozen=True)
class Run:
    """The settings of one run, by the names that RUNS.json has."""

    name: str
    families: str  # "shipped" or "broad"
    seconds: float = 200.0
    rank: int = 16
    rate: float = 3e-4  # the learning rate at its highest
    dropout: float = 0.1
    decay: float = 0.01  # of weights
    scale: float = 2.0  # what the adapter's output is multiplied by
    difference: float = 0.5  # the weight of the loss on differences between groups and the whole; that on shares has 1
    groups: float = 0.5  # the weight of a question's groups together; its whole has 1
    texts_every: int = 6  # one step in so many is of texts; 0 for none
    own: float = 1.0  # the weight of items of our own when examples are drawn; people's have 1 or less
    obvious: float = 4.0  # the same of obvious choices
    batch: int = 64  # examples a step
    seed: int = 1
    keep: float = 0.99  # of the parameters' moving average, how much a step keeps
    layers: list[str] = field(default_factory=lambda: list(LAYERS))
    is_last: bool = False  # whether the development cases are scored at the end: in one run only


def say(*words: object) -> None:
    print(f"[{time.monotonic() - BEGAN:7.1f}]", *words, flush=True)


BEGAN = time.monotonic()


class TrainedModel:
    """The model, its tokens, and the adapters that are being trained."""

    def __init__(self, folder: Path) -> None:
        self.tokens = AutoTokenizer.from_pretrained(folder, gguf_file="model.gguf")
        kept = folder / "model.pt"
        if kept.exists():
            self.model = torch.load(kept, weights_only=False)
        else:
            self.model = AutoModelForCausalLM.from_pretrained(folder, gguf_file="model.gguf", dtype=torch.bfloat16)
            torch.save(self.model, kept)
        self.model.to(DEVICE)
        self.model.config.use_cache = False
        for parameter in self.model.parameters():
            parameter.requires_grad_(False)
        self.labels = {label: self.tokens.encode(label, add_special_tokens=False)[0] for label in ANSWER_LABELS}
        self.adapted: dict[str, Adapted] = {}

    def encoded(self, text: str) -> list[int]:
        return self.tokens.encode(text, add_special_tokens=False) if text else []

    def beginning(self, text: str) -> list[int]:
        """The prompt's first tokens. Template and text are tokenised apart from each other, as the program does it."""
        return self.encoded(FRAME[0]) + self.encoded(text)

    def tail(self, text: str) -> list[int]:
        return self.encoded(text) + self.encoded(FRAME[1])

    def hidden(self, rows: list[list[int]]) -> torch.Tensor:
        width = max(map(len, rows))
        ids = torch.zeros(len(rows), width, dtype=torch.long)
        for at, row in enumerate(rows):
            ids[at, : len(row)] = torch.tensor(row)
        return self.model.model(input_ids=ids.to(DEVICE)).last_hidden_state

    def last_states(self, stems: list[tuple[list[int], list[list[int]]]]) -> torch.Tensor:
        """The last hidden state of each tail. Tails of one beginning share a row, and attend to it but not to each other."""
        width = max(len(stem) + sum(map(len, tails)) for stem, tails in stems)
        ids = torch.zeros(len(stems), width, dtype=torch.long)
        positions = torch.zeros(len(stems), width, dtype=torch.long)
        parts = torch.full((len(stems), width), -1, dtype=torch.long)
        ends = []
        for row, (stem, tails) in enumerate(stems):
            at = len(stem)
            ids[row, :at] = torch.tensor(stem)
            positions[row, :at] = torch.arange(at)
            parts[row, :at] = 0
            for number, tail in enumerate(tails, 1):
                end = at + len(tail)
                ids[row, at:end] = torch.tensor(tail)
                positions[row, at:end] = torch.arange(len(stem), len(stem) + len(tail))
                parts[row, at:end] = number
                ends.append((row, end - 1))
                at = end
        parts = parts.to(DEVICE)
        earlier = torch.ones(width, width, dtype=torch.bool, device=DEVICE).tril()
        seen = earlier & ((parts[:, None, :] == 0) | (parts[:, None, :] == parts[:, :, None]))
        mask = torch.zeros(seen.shape, dtype=torch.bfloat16, device=DEVICE).masked_fill(~seen, torch.finfo(torch.bfloat16).min)
        states = self.model.model(
            input_ids=ids.to(DEVICE), position_ids=positions.to(DEVICE), attention_mask=mask[:, None]
        ).last_hidden_state
        rows, columns = zip(*ends, strict=True)
        return states[torch.tensor(rows), torch.tensor(columns)]

    def label_logs(self, stems: list[tuple[list[int], list[list[int]]]], labels: list[list[str]]) -> torch.Tensor:
        """Logarithms of the labels' probabilities as the next token, a row for each tail; rows with fewer labels end in -1e4."""
        last = self.last_states(stems)
        logs = torch.log_softmax((last @ self.model.lm_head.weight.T).float(), -1)
        width = max(map(len, labels))
        index = torch.zeros(len(labels), width, dtype=torch.long)
        mask = torch.zeros(len(labels), width)
        for at, row in enumerate(labels):
            index[at, : len(row)] = torch.tensor([self.labels[label] for label in row])
            mask[at, : len(row)] = 1
        picked = torch.gather(logs, 1, index.to(DEVICE))
        return picked.masked_fill(mask.to(DEVICE) == 0, -1e4)

    def text_loss(self, rows: list[tuple[list[int], list[int]]]) -> torch.Tensor:
        """The mean cross-entropy of the target's tokens, in nats, over rows of a prompt and its target."""
        hidden = self.hidden([prompt + target for prompt, target in rows])
        states, targets = [], []
        for at, (prompt, target) in enumerate(rows):
            states.append(hidden[at, len(prompt) - 1 : len(prompt) + len(target) - 1])
            targets.extend(target)
        logits = (torch.cat(states) @ self.model.lm_head.weight.T).float()
        return functional.cross_entropy(logits, torch.tensor(targets, device=DEVICE))


@dataclass
class Example:
    """A question in one order: how all its prompts begin, and for each how it ends and what is to be learned from it."""

    family: str
    has_whole: bool
    beginning: list[int]
    tails: list[list[int]]
    labels: list[list[str]]
    targets: list[list[float]]

    def size(self) -> int:
        """In tokens."""
        return len(self.beginning) + sum(map(len, self.tails))


def load(path: Path) -> dict:
    with gzip.open(path, "rt", encoding="utf-8") as text:
        return json.load(text)


def examples(trained: TrainedModel, bundles: list[dict]) -> list[Example]:
    found = []
    for bundle in bundles:
        members = bundle["members"]
        example = Example(
            family=bundle["family"],
            has_whole=bundle["has_whole"],
            beginning=trained.beginning(bundle["beginning"]),
            tails=[trained.tail(member["rest"]) for member in members],
            labels=[member["labels"] for member in members],
            targets=[member["target"] for member in members],
        )
        if example.size() <= TOKENS_MAX:
            found.append(example)
    return found


def shares_loss(trained: TrainedModel, batch: list[Example], run: Run) -> torch.Tensor:
    """The mean divergence from people's shares, plus the squared error of the differences between groups and the whole."""
    logs = trained.label_logs([(it.beginning, it.tails) for it in batch], [row for it in batch for row in it.labels])
    targets = torch.zeros(logs.shape)
    at, weights, pairs = 0, [], []
    for example in batch:
        whole = at
        for place, target in enumerate(example.targets):
            targets[at, : len(target)] = torch.tensor(target)
            is_group = example.has_whole and place > 0
            # The groups share `run.groups` among them, however many there are; a bundle without a whole has 1 in all.
            weights.append(
                run.groups / (len(example.targets) - 1) if is_group else 1.0 / (1 if example.has_whole else len(example.targets))
            )
            if is_group:
                pairs.append((whole, at))
            at += 1
    targets = targets.to(DEVICE)
    targets = targets / targets.sum(-1, keepdim=True)
    negative_entropy = torch.xlogy(targets, targets).sum(-1)
    divergence = negative_entropy - (targets * logs.clamp_min(-30)).sum(-1)
    weight = torch.tensor(weights, device=DEVICE)
    loss = (divergence * weight).sum() / weight.sum()
    if pairs and run.difference > 0:
        wholes, groups = (torch.tensor(side, device=DEVICE) for side in zip(*pairs, strict=True))
        forecast = torch.log_softmax(logs, -1)
        observed = torch.log(targets.clamp_min(0.01))
        mean = (targets[wholes] + targets[groups]) / 2
        forecast_difference = (forecast[groups] - forecast[wholes]).clamp(-2, 2)
        error = forecast_difference - (observed[groups] - observed[wholes]).clamp(-2, 2)
        loss = loss + run.difference * (mean * error.square()).sum(-1).mean()
    return loss


def learned_in_parts(trained: TrainedModel, batch: list[Example], run: Run) -> torch.Tensor:
    """Adds the gradients of a batch, part by part: all at once, a batch of long questions takes more than half of 140 GB."""
    size = -(-len(batch) // BATCH_PARTS)
    total = torch.zeros((), device=DEVICE)
    for start in range(0, len(batch), size):
        loss = shares_loss(trained, batch[start : start + size], run) * (len(batch[start : start + size]) / len(batch))
        loss.backward()
        total += loss.detach()
    return total


class ExampleSampler:
    """Draws examples by family, so that a large family does not drown the others, in batches of like length."""

    def __init__(self, examples: list[Example], run: Run) -> None:
        self.rng = random.Random(run.seed)
        self.examples, self.batch = examples, run.batch
        sizes: dict[str, int] = {}
        for example in examples:
            sizes[example.family] = sizes.get(example.family, 0) + 1
        self.weights = [self.weight(example.family, sizes, run) for example in examples]
        # Batches that were drawn and not used yet.
        self.ready: list[list[Example]] = []

    @staticmethod
    def weight(family: str, sizes: dict[str, int], run: Run) -> float:
        if family == "own-obvious":
            return run.obvious
        if family.startswith("own-"):
            return run.own
        return min(1.0, (800 / sizes[family]) ** 0.5)

    def next(self) -> list[Example]:
        if not self.ready:
            drawn = self.rng.choices(self.examples, self.weights, k=self.batch * 8)
            drawn.sort(key=Example.size)
            self.ready = [drawn[at : at + self.batch] for at in range(0, len(drawn), self.batch)]
            self.rng.shuffle(self.ready)
        return self.ready.pop()


@torch.no_grad()
def forecasts(trained: TrainedModel, cases: list[dict], orders_max: int) -> list[list[float]]:
    """Shares of each case's answers: the softmax of their mean log probabilities over its first `orders_max` orders."""
    jobs = [(at, row) for at, case in enumerate(cases) for row in case["readings"][:orders_max]]
    jobs.sort(key=lambda job: len(job[1]["beginning"]))
    sums = [torch.zeros(len(case["shares"])) for case in cases]
    for start in range(0, len(jobs), EVALUATION_BATCH):
        part = jobs[start : start + EVALUATION_BATCH]
        stems = [(trained.beginning(row["beginning"]), [trained.tail(row["rest"])]) for _, row in part]
        logs = trained.label_logs(stems, [row["labels"] for _, row in part])
        for (at, row), values in zip(part, logs.cpu(), strict=True):
            sums[at] += in_own_order(values, row["order"])
    counts = [len(case["readings"][:orders_max]) for case in cases]
    return [torch.softmax(total / max(count, 1), -1).tolist() for total, count in zip(sums, counts, strict=True)]


def in_own_order(values: torch.Tensor, order: list[int]) -> torch.Tensor:
    """Log probabilities that were asked for in `order`, in the order that the case has its answers in."""
    own = torch.zeros(len(order))
    own[torch.tensor(order)] = torch.log_softmax(values[: len(order)], -1)
    return own


@torch.no_grad()
def group_correlation(trained: TrainedModel, cases: list[dict]) -> float:
    """The correlation of forecast with observed differences between groups and the whole, in each case's first order."""
    pairs = []
    cases = sorted((case for case in cases if case["groups"]), key=lambda case: len(case["readings"][0]["beginning"]))
    for start in range(0, len(cases), EVALUATION_BATCH // 4):
        part = cases[start : start + EVALUATION_BATCH // 4]
        rows = [[case["readings"][0], *case["groups"]] for case in part]
        stems = [(trained.beginning(own[0]["beginning"]), [trained.tail(row["rest"]) for row in own]) for own in rows]
        logs = iter(trained.label_logs(stems, [row["labels"] for own in rows for row in own]).cpu())
        for case, own in zip(part, rows, strict=True):
            whole, *groups = (torch.softmax(in_own_order(next(logs), row["order"]), -1).tolist() for row in own)
            for forecast, group in zip(groups, own[1:], strict=True):
                observed = zip(group["shares"], case["shares"], strict=True)
                pairs += [(s - w, g - r) for s, w, (g, r) in zip(forecast, whole, observed, strict=True)]
    return metrics.correlation(pairs)


def as_item(case: dict) -> Item:
    return Item(
        id=case["id"],
        family=case["family"],
        survey=case["family"],
        language=case["language"],
        population="",
        question="",
        options=(),
        shares=tuple(case["shares"]),
        people=0,
        ordinal=case["ordinal"],
        is_consumer=case["is_consumer"],
    )


def evaluate(trained: TrainedModel, name: str, cases: list[dict], orders_max: int = 2) -> dict:
    trained.model.eval()
    shares = forecasts(trained, cases, orders_max)
    pairs = list(zip(cases, shares, strict=True))
    scores = metrics.scores([(as_item(case), forecast) for case, forecast in pairs])
    groups = group_correlation(trained, cases) if any(case["groups"] for case in cases) else 0.0
    say(name, f"groups {groups:.2f}", {key: str(value) for key, value in scores.items()})
    figures = {key: dataclasses.asdict(value) for key, value in scores.items()}
    return {"scores": figures, "groups": groups, "said": {case["id"]: forecast for case, forecast in pairs}}


class Best:
    """The parameters with the highest skill on the held-out families so far; a run ends with these, not with its last ones."""

    def __init__(self) -> None:
        self.figures: dict = {}
        self.parameters: list[torch.Tensor] = []

    def offer(self, figures: dict, parameters: list[torch.Tensor]) -> None:
        if not self.figures or figures["scores"]["all"]["skill"] > self.figures["scores"]["all"]["skill"]:
            self.figures = figures
            self.parameters = [parameter.detach().clone() for parameter in parameters]

    @torch.no_grad()
    def restore(self, parameters: list[torch.Tensor]) -> None:
        for parameter, best in zip(parameters, self.parameters, strict=True):
            parameter.copy_(best)


def train(trained: TrainedModel, prepared: dict, run: Run) -> dict:
    torch.manual_seed(run.seed)
    trained.adapted = adapt(trained.model, run.rank, run.scale, run.dropout, set(run.layers))
    parameters = [p for layer in trained.adapted.values() for p in (layer.a, layer.b)]
    average = Average(trained.adapted, run.keep)
    sampler = ExampleSampler(prepared[run.families], run)
    rng = random.Random(run.seed)
    optimiser = torch.optim.AdamW(parameters, lr=run.rate, weight_decay=run.decay, betas=(0.9, 0.98), fused=DEVICE == "cuda")
    say(
        "run",
        json.dumps(dataclasses.asdict(run)),
        f"{len(sampler.examples)} examples, {sum(p.numel() for p in parameters) / 1e6:.1f} M parameters",
    )
    began, step, mean_loss, evaluations_left = time.monotonic(), 0, None, list(EVALUATE_AT)
    best = Best()
    while (elapsed := (time.monotonic() - began) / run.seconds) < 1:
        for group in optimiser.param_groups:
            group["lr"] = run.rate * min(1.0, (step + 1) / 40) * (1 - elapsed)
        trained.model.train()
        is_text = run.texts_every and step % run.texts_every == run.texts_every - 1
        text_loss = trained.text_loss(rng.sample(prepared["texts"], 24)) if is_text else None
        optimiser.zero_grad()
        if text_loss is None:
            loss = learned_in_parts(trained, sampler.next(), run)
        else:
            loss = text_loss * TEXTS_WEIGHT
            loss.backward()
        norm = torch.nn.utils.clip_grad_norm_(parameters, 1.0)
        if torch.isfinite(norm):
            optimiser.step()
            average.update()
        if not is_text:
            mean_loss = loss.item() if mean_loss is None else 0.98 * mean_loss + 0.02 * loss.item()
        step += 1
        if step % 100 == 0:
            say("step", step, f"part {elapsed:.2f} loss {mean_loss:.4f}", f"text {text_loss.item():.3f}" if is_text else "")
        if evaluations_left and elapsed > evaluations_left[0]:
            name = f"{run.name}: mean of steps at {evaluations_left.pop(0)}, held-out families"
            average.swap()
            best.offer(evaluate(trained, name, prepared["held_out"]), parameters)
            evaluate(trained, f"{name}, obvious choices", prepared["obvious"])
            average.swap()
    best.offer(evaluate(trained, f"{run.name}: last step, held-out families", prepared["held_out"]), parameters)
    average.swap()
    best.offer(evaluate(trained, f"{run.name}: mean of steps, held-out families", prepared["held_out"]), parameters)
    best.restore(parameters)
    outcome = {"run": dataclasses.asdict(run), "steps": step, "loss": mean_loss, "held_out": best.figures}
    outcome["obvious"] = evaluate(trained, f"{run.name}: obvious choices held out", prepared["obvious"])
    if run.is_last:
        for count in (1, 4, 8):
            outcome[f"held_out_{count}"] = evaluate(trained, f"{run.name}: {count} orders", prepared["held_out"], count)["scores"]
        outcome["development"] = evaluate(trained, f"{run.name}: development cases", prepared["development"], 4)
    return outcome


def save(trained: TrainedModel, run: Run, out: Path) -> None:
    tensors = {}
    for name, layer in trained.adapted.items():
        tensors[f"{name}.a"] = layer.a.detach().half().cpu()
        tensors[f"{name}.b"] = layer.b.detach().half().cpu()
    torch.save({"run": dataclasses.asdict(run), "tensors": tensors}, out / f"{run.name}.pt")


def main(examples_file: str, model_folder: str, out: str, runs: str) -> None:
    trained = TrainedModel(Path(model_folder))
    say("loaded")
    packed = load(Path(examples_file))
    prepared = {
        "shipped": examples(trained, [b for b in packed["bundles"] if b["ships"]]),
        "broad": examples(trained, packed["bundles"]),
        "texts": [
            (trained.beginning(t["beginning"]) + trained.tail(t["rest"]), trained.encoded(t["target"] + END))
            for t in packed["texts"]
        ],
        "held_out": packed["held_out"],
        "obvious": packed.get("obvious", []),
        "development": packed.get("development", []),
    }
    say({name: len(rows) for name, rows in prepared.items()})
    outcomes = [{"run": None, "held_out": evaluate(trained, "untrained, held-out families", prepared["held_out"])}]
    for settings in json.loads(Path(runs).read_text(encoding="utf-8")):
        run = Run(**settings)
        outcomes.append(train(trained, prepared, run))
        save(trained, run, Path(out))
        Path(out, "outcomes.json").write_text(json.dumps(outcomes), encoding="utf-8")
    say("done")


if __name__ == "__main__":
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "true")
    main(*sys.argv[1:5])
