"""A low-rank adapter on every linear layer of the model's blocks."""

import math

import torch
from torch import nn
from torch.nn import functional

# Layers of a block by llama.cpp's name for them.
LAYERS = {
    "q_proj": "attn_q",
    "k_proj": "attn_k",
    "v_proj": "attn_v",
    "o_proj": "attn_output",
    "gate_proj": "ffn_gate",
    "up_proj": "ffn_up",
    "down_proj": "ffn_down",
}


class Adapted(nn.Module):
    """A linear layer whose weights stay as they are, with a low-rank addition that is trained."""

    def __init__(self, base: nn.Linear, rank: int, scale: float, dropout: float) -> None:
        super().__init__()
        device = base.weight.device
        self.base, self.scale, self.dropout = base, scale, dropout
        self.a = nn.Parameter(torch.empty(rank, base.in_features, device=device))
        self.b = nn.Parameter(torch.zeros(base.out_features, rank, device=device))
        nn.init.normal_(self.a, std=1 / math.sqrt(base.in_features))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        inner = functional.linear(functional.dropout(x, self.dropout, self.training), self.a.to(x.dtype))
        return self.base(x) + functional.linear(inner, self.b.to(x.dtype)) * self.scale


def adapt(model: nn.Module, rank: int, scale: float, dropout: float, layers: set[str]) -> dict[str, Adapted]:
    """Puts adapters around the layers named, in place of any that were there; returns them by llama.cpp's names."""
    found: dict[str, Adapted] = {}
    for number, block in enumerate(model.model.layers):
        for part in (block.self_attn, block.mlp):
            for name, layer in list(part.named_children()):
                if name not in LAYERS:
                    continue
                base = layer.base if isinstance(layer, Adapted) else layer
                if name in layers:
                    adapted = Adapted(base, rank, scale, dropout)
                    setattr(part, name, adapted)
                    found[f"blk.{number}.{LAYERS[name]}"] = adapted
                else:
                    setattr(part, name, base)
    return found


class Average:
    """An exponential moving average of the trained parameters over the steps; its noise is smaller than that of the last step."""

    def __init__(self, adapted: dict[str, Adapted], decay: float) -> None:
        self.decay = decay
        self.parameters = [p for layer in adapted.values() for p in (layer.a, layer.b)]
        self.mean = [p.detach().clone() for p in self.parameters]

    @torch.no_grad()
    def update(self) -> None:
        torch._foreach_lerp_(self.mean, [p.detach() for p in self.parameters], 1 - self.decay)

    @torch.no_grad()
    def swap(self) -> None:
        """Exchanges the trained parameters and their mean; a second call puts both back."""
        for mean, parameter in zip(self.mean, self.parameters, strict=True):
            current = parameter.detach().clone()
            parameter.copy_(mean)
            mean.copy_(current)
