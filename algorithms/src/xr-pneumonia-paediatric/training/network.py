"""The network, and the two distances that say how far a film is from the films it was trained on."""
import torch
from torch import nn

SIDE = 112
"""Films are squashed to SIDE x SIDE pixels, then brought to mean 0 and standard deviation 1."""


class Block(nn.Module):
    """Two 3x3 convolutions beside a short cut (He et al., CVPR 2016)."""

    def __init__(self, inputs, outputs, stride):
        super().__init__()
        self.first = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
        self.first_norm = nn.BatchNorm2d(outputs)
        self.second = nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False)
        self.second_norm = nn.BatchNorm2d(outputs)
        self.short = (
            nn.Identity()
            if inputs == outputs and stride == 1
            else nn.Sequential(nn.AvgPool2d(stride), nn.Conv2d(inputs, outputs, 1, bias=False), nn.BatchNorm2d(outputs))
        )

    def forward(self, x):
        y = torch.relu(self.first_norm(self.first(x)))
        return torch.relu(self.second_norm(self.second(y)) + self.short(x))


class Network(nn.Module):
    """Film [n, 1, 112, 112] to logit [n] and class activation map [n, 7, 7], whose mean is the logit without its bias."""

    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(1, 16, 3, 2, 1, bias=False), nn.BatchNorm2d(16), nn.ReLU())
        self.stages = nn.ModuleList(
            [
                Block(16, 16, 1),
                nn.Sequential(Block(16, 32, 2), Block(32, 32, 1)),
                nn.Sequential(Block(32, 64, 2), Block(64, 64, 1)),
                Block(64, 96, 2),
            ]
        )
        self.drop = nn.Dropout(0.2)
        self.head = nn.Linear(96, 1)

    def trunk(self, film):
        kept = [self.stem(film)]
        for stage in self.stages:
            kept.append(stage(kept[-1]))
        return kept

    def forward(self, film):
        """The logit for training."""
        return self.head(self.drop(self.trunk(film)[-1].mean((2, 3))))[:, 0]

    def statistics(self, kept):
        """Means and spreads of each channel of each stage."""
        means = [each.mean((2, 3)) for each in kept]
        spreads = [((each - each.mean((2, 3), keepdim=True)) ** 2).mean((2, 3)).sqrt() for each in kept]
        return torch.cat(means + spreads, 1)


def thumbnail(film):
    """28 x 28 means of 4 x 4 pixels."""
    return nn.functional.avg_pool2d(film, 4).flatten(1)


class Distance(nn.Module):
    """
    Mahalanobis distance to the training films along the axes that hold `held` of their variance, in standard deviations;
    `with_rest` adds the deviation beside these axes, as a probabilistic PCA does (Tipping and Bishop, 1999).
    """

    def __init__(self, samples, held, with_rest):
        super().__init__()
        centre, scale = samples.mean(0), samples.std(0) + 1e-3
        _, values, axes = torch.linalg.svd((samples - centre) / scale, full_matrices=False)
        variances = values**2 / (len(samples) - 1)
        within = int((variances.cumsum(0) / variances.sum() < held).sum()) + 1
        self.size = samples.shape[1] if with_rest else within
        self.register_buffer("centre", centre)
        self.register_buffer("scale", scale)
        self.register_buffer("axes", axes[:within].T.contiguous())
        self.register_buffer("variances", variances[:within])
        self.rest = float(variances[within:].sum() / (samples.shape[1] - within)) if with_rest else None

    def forward(self, vector):
        scaled = (vector - self.centre) / self.scale
        along = (scaled @ self.axes) ** 2
        deviation = (along / self.variances).sum(1)
        if self.rest is not None:
            deviation = deviation + ((scaled**2).sum(1) - along.sum(1)) / self.rest
        return (deviation / self.size).sqrt()


class Exported(nn.Module):
    """What is committed: logit [n, 1], map [n, 7, 7] in logits, and two distances [n, 2]."""

    def __init__(self, network, of_thumbnail, of_stages):
        super().__init__()
        self.network, self.of_thumbnail, self.of_stages = network, of_thumbnail, of_stages

    def forward(self, film):
        kept = self.network.trunk(film)
        head = self.network.head
        where = (kept[-1] * head.weight[0][None, :, None, None]).sum(1)
        logit = where.mean((1, 2))[:, None] + head.bias
        far = torch.stack([self.of_thumbnail(thumbnail(film)), self.of_stages(self.network.statistics(kept))], 1)
        return logit, where + head.bias, far
