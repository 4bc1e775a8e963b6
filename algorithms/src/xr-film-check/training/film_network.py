"""The network of the film check: what was done to a film, and how far the film is from those of the training."""
import torch
from torch import nn

from network import Block, Distance

SIDE = 96
"""Films are squashed to SIDE x SIDE pixels, then brought to mean 0 and standard deviation 1."""
TURNS = 4
"""Upright, and turned clockwise by 90, 180 and 270 degrees."""


class FilmNetwork(nn.Module):
    """Film [n, 1, 96, 96] to seven logits: four turns, then mirrored, inverted, half of the field missing."""

    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(1, 16, 3, 2, 1, bias=False), nn.BatchNorm2d(16), nn.ReLU())
        self.stages = nn.ModuleList([Block(16, 24, 2), Block(24, 48, 2), Block(48, 64, 2), Block(64, 64, 1)])
        self.drop = nn.Dropout(0.2)
        # Where something lies tells a turn: the map is kept, not averaged.
        self.head = nn.Linear(64 * 9, TURNS + 3)

    def trunk(self, film):
        kept = [self.stem(film)]
        for stage in self.stages:
            kept.append(stage(kept[-1]))
        return kept

    def heads(self, last):
        return self.head(self.drop(nn.functional.avg_pool2d(last, 2).flatten(1)))

    def forward(self, film):
        return self.heads(self.trunk(film)[-1])

    def statistics(self, kept):
        """Means and spreads of each channel of each stage."""
        means = [each.mean((2, 3)) for each in kept]
        spreads = [((each - each.mean((2, 3), keepdim=True)) ** 2).mean((2, 3)).sqrt() for each in kept]
        return torch.cat(means + spreads, 1)


class Exported(nn.Module):
    """What is committed: logits of the turns [n, 4], of the three other changes [n, 3], and the distance [n, 1]."""

    def __init__(self, network, statistics):
        super().__init__()
        self.network = network
        self.distance = Distance(statistics, 0.999, True)

    def forward(self, film):
        kept = self.network.trunk(film)
        logits = self.network.heads(kept[-1])
        far = self.distance(self.network.statistics(kept))
        return logits[:, :TURNS], logits[:, TURNS:], far[:, None]
