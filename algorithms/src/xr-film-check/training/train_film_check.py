"""
Trains the film check and writes model.onnx: see README.md beside this file. No label of a person is used: the films are
turned, mirrored, inverted and cropped here, and the network learns to say what was done.
"""
import argparse
import copy
import hashlib
import math
import pathlib
import random
import sys
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "xr-pneumonia-paediatric" / "training"))

import numpy
import torch
from torch import nn

from film_network import SIDE, TURNS, Exported, FilmNetwork
from train import blurred, is_validation, normalised, read, uniform

SEED = 20261123
KEPT_SIDE = 120
"""Films are kept at this side for training, larger than the network's, so that a half of one still has its detail."""
BATCH = 64
MOST_ASPECT = 1.6
MIRRORED, INVERTED, HALVED = TURNS, TURNS + 1, TURNS + 2


def changes(n):
    """What is done to each of n films: turn 0 to 3, and whether it is mirrored, inverted, halved."""
    turn = torch.where(torch.rand(n) < 0.4, 0, torch.randint(0, TURNS, (n,)))
    return turn, torch.rand(n) < 0.4, torch.rand(n) < 0.25, torch.rand(n) < 0.3


def window_of(n, halved):
    """The part of each film that is seen, as centre and half extent in -1 to 1: all of it, or one half from any side."""
    centre, extent = torch.zeros(n, 2), torch.ones(n, 2)
    share = uniform(n, 0.4, 0.58)
    axis, side = torch.randint(0, 2, (n,)), torch.randint(0, 2, (n,)) * 2 - 1
    for each in halved.nonzero()[:, 0]:
        extent[each, axis[each]] = share[each]
        centre[each, axis[each]] = side[each] * (1 - share[each])
    return centre, extent


def looked_at(films, size, centre, extent, angle, mirrored):
    """Resamples films [n, 1, h, w] to size x size."""
    n = len(films)
    theta = torch.zeros(n, 2, 3)
    flip = torch.where(mirrored, -1.0, 1.0)
    theta[:, 0, 0], theta[:, 0, 1] = angle.cos() * extent[:, 0] * flip, -angle.sin() * extent[:, 0]
    theta[:, 1, 0], theta[:, 1, 1] = angle.sin() * extent[:, 1] * flip, angle.cos() * extent[:, 1]
    theta[:, :, 2] = centre
    grid = nn.functional.affine_grid(theta, (n, 1, size, size), align_corners=False)
    return nn.functional.grid_sample(films, grid, padding_mode="border", align_corners=False)


def turned(films, turn):
    """Each film clockwise by its number of quarters."""
    out = films.clone()
    for quarters in (1, 2, 3):
        chosen = turn == quarters
        out[chosen] = torch.rot90(films[chosen], -quarters, (2, 3))
    return out


def drawn(films, is_varied):
    """Films [n, 1, 120, 120] of grey values as the network sees them, with what was done to each."""
    n = len(films)
    turn, mirrored, inverted, halved = changes(n)
    centre, extent = window_of(n, halved)
    angle = torch.zeros(n)
    if is_varied:
        aspect = torch.exp(uniform(n, -1, 1) * math.log(MOST_ASPECT))
        zoom = torch.exp(uniform(n, -0.16, 0.14))
        extent = extent * torch.stack([zoom * aspect.sqrt(), zoom / aspect.sqrt()], 1)
        # A half stays a half: what lies beyond the film's middle is not brought back by a wider window.
        room = (1 - centre.abs()) * torch.where(halved, 1.0, 1.3)[:, None]
        extent = torch.minimum(extent, room)
        angle = uniform(n, -8, 8) * math.pi / 180
        centre = centre + uniform((n, 2), -0.06, 0.06) * (~halved)[:, None]
    seen = looked_at(films, SIDE, centre, extent, angle, mirrored) / 255
    if is_varied:
        gamma = torch.exp(uniform(n, -0.5, 0.5))[:, None, None, None]
        seen = seen.clamp(1e-4, 1) ** gamma
        seen = blurred(seen, uniform(n, 0.2, 1.8))
        seen = seen + torch.randn_like(seen) * uniform(n, 0, 0.03)[:, None, None, None]
    seen = torch.where(inverted[:, None, None, None], 1 - seen, seen)
    return normalised(turned(seen, turn)), turn, torch.stack([mirrored, inverted, halved], 1).float()


def loss_of(logits, turn, other):
    """Mirrored is not asked of a half: one lung tells it badly."""
    of_turn = nn.functional.cross_entropy(logits[:, :TURNS], turn, label_smoothing=0.04)
    each = nn.functional.binary_cross_entropy_with_logits(logits[:, TURNS:], other * 0.96 + 0.02, reduction="none")
    whole = 1 - other[:, 2]
    return of_turn + (each[:, 0] * whole).sum() / whole.sum() + each[:, 1].mean() + each[:, 2].mean()


@torch.no_grad()
def rates(network, films):
    """Shares of right answers on the films, each changed once: turn, mirrored (of whole films), inverted, halved."""
    network.eval()
    seen, turn, other = drawn(films, False)
    logits = torch.cat([network(batch) for batch in seen.split(128)])
    right = (logits[:, TURNS:] > 0).float() == other
    whole = other[:, 2] == 0
    return [
        float((logits[:, :TURNS].argmax(1) == turn).float().mean()),
        float(right[whole, 0].float().mean()),
        float(right[:, 1].float().mean()),
        float(right[:, 2].float().mean()),
    ]


@torch.no_grad()
def export(network, films, path):
    """The network, with its distance from these films as they are and as they are changed."""
    network.eval()
    seen = torch.cat([drawn(films, False)[0], normalised(looked_as_is(films))])
    statistics = torch.cat([network.statistics(network.trunk(batch)) for batch in seen.split(128)])
    names = ["turn", "changes", "distance"]
    torch.onnx.export(
        Exported(network, statistics).eval(),
        torch.zeros(1, 1, SIDE, SIDE),
        str(path),
        opset_version=13,
        input_names=["film"],
        output_names=names,
        dynamic_axes={name: {0: "films"} for name in ("film", *names)},
    )


def looked_as_is(films):
    n = len(films)
    whole = torch.zeros(n, 2), torch.ones(n, 2), torch.zeros(n), torch.zeros(n, dtype=torch.bool)
    return looked_at(films, SIDE, *whole)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--epochs", type=int, default=18)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args()
    random.seed(options.seed)
    numpy.random.seed(options.seed)
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    torch.set_flush_denormal(True)

    films, _, patients = read(options.data, "train.tsv", KEPT_SIDE)
    own = torch.tensor([is_validation(patient) for patient in patients])
    train = (~own).nonzero()[:, 0]
    print(f"{len(train)} films for training, {int(own.sum())} for validation", flush=True)

    network = FilmNetwork()
    print(sum(each.numel() for each in network.parameters()), "parameters", flush=True)
    averaged = copy.deepcopy(network)
    optimiser = torch.optim.AdamW(network.parameters(), lr=1e-3, weight_decay=2e-2)
    steps = math.ceil(len(train) / BATCH) * options.epochs
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 4e-3, total_steps=steps, pct_start=0.2)
    began, step = time.time(), 0
    for epoch in range(options.epochs):
        network.train()
        total = 0.0
        for chosen in train[torch.randperm(len(train))].split(BATCH):
            seen, turn, other = drawn(films[chosen], True)
            loss = loss_of(network(seen), turn, other)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            step += 1
            total += float(loss) * len(chosen)
            # The mean of the weights over about the last hundred steps (Polyak and Juditsky, 1992).
            keep = min(0.99, step / (step + 10))
            with torch.no_grad():
                for mean, now in zip(averaged.state_dict().values(), network.state_dict().values()):
                    if mean.dtype.is_floating_point:
                        mean.mul_(keep).add_(now, alpha=1 - keep)
                    else:
                        mean.copy_(now)
        told = ", ".join(f"{rate:.4f}" for rate in rates(averaged, films[own]))
        minutes = (time.time() - began) / 60
        print(f"epoch {epoch + 1}: loss {total / len(train):.4f}, turn mirrored inverted halved {told}, {minutes:.1f} min", flush=True)

    export(averaged, films[train], options.out / "model.onnx")
    digest = hashlib.sha256((options.out / "model.onnx").read_bytes()).hexdigest()
    print("model.onnx", digest, flush=True)


if __name__ == "__main__":
    main()
