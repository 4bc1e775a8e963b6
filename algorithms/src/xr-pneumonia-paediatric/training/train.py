"""
Trains the network and writes model.onnx: see README.md beside this file.

    OMP_WAIT_POLICY=passive /usr/bin/python3 train.py --data ../../../../shared/data/chest-xray-paediatric --out ..
"""
import argparse
import copy
import csv
import hashlib
import math
import pathlib
import random
import time

import numpy
import torch
from PIL import Image
from sklearn.metrics import roc_auc_score
from torch import nn

from network import SIDE, Distance, Exported, Network, thumbnail

SEED = 20261122
KEPT_SIDE = 144
"""Films are kept at this side for training, a little larger than the network's, so that turning them costs no detail."""
VALIDATION_SHARE = 0.12
BATCH = 64
MOST_ASPECT = 1.57
"""Normals of the training part are 1.21 times as wide as high and pneumonias 1.5 times: the network must not see it."""


def is_validation(patient):
    """By a hash of the patient, so that all films of a patient fall on one side, here and in evaluate.ts."""
    first = hashlib.sha256(patient.encode()).digest()[0]
    return first / 256 < VALIDATION_SHARE


def squash(path, side):
    """The film as side x side grey values: a triangle filter whose width follows the reduction."""
    grey = Image.open(path).convert("L").convert("F")
    return numpy.asarray(grey.resize((side, side), Image.BILINEAR))


def read(data, index, side):
    rows = list(csv.DictReader(open(data / index), delimiter="\t"))
    films = numpy.stack([squash(data / row["file"], side) for row in rows])
    labels = torch.tensor([float(row["label"] != "normal") for row in rows])
    return torch.from_numpy(films)[:, None], labels, [row["patient"] for row in rows]


def normalised(films):
    mean = films.mean((1, 2, 3), keepdim=True)
    spread = ((films - mean) ** 2).mean((1, 2, 3), keepdim=True).sqrt()
    return (films - mean) / (spread + 1e-3)


def uniform(n, low, high):
    return torch.rand(n) * (high - low) + low


def blurred(films, sigmas):
    """Each film with a Gaussian of its own width, in pixels."""
    n = len(films)
    reach = torch.arange(-7, 8).float()
    kernel = torch.exp(-0.5 * (reach[None] / sigmas[:, None]) ** 2)
    kernel = (kernel / kernel.sum(1, keepdim=True))[:, None]
    layers = nn.functional.pad(films[:, 0][None], (7, 7, 7, 7), mode="reflect")
    layers = nn.functional.conv2d(layers, kernel[:, :, None, :], groups=n)
    return nn.functional.conv2d(layers, kernel[:, :, :, None], groups=n)[0][:, None]


def augmented(films):
    """Films [n, 1, 144, 144] of grey values as the network sees them: another aspect, place, exposure and sharpness."""
    n = len(films)
    aspect = torch.exp(uniform(n, -1, 1) * math.log(MOST_ASPECT))
    zoom = torch.exp(uniform(n, -0.18, 0.12))
    angle = uniform(n, -8, 8) * math.pi / 180
    across, down = zoom * aspect.sqrt(), zoom / aspect.sqrt()
    theta = torch.zeros(n, 2, 3)
    theta[:, 0, 0], theta[:, 0, 1] = angle.cos() * across, -angle.sin() * across
    theta[:, 1, 0], theta[:, 1, 1] = angle.sin() * down, angle.cos() * down
    theta[:, :, 2] = uniform((n, 2), -0.08, 0.08)
    grid = nn.functional.affine_grid(theta, (n, 1, SIDE, SIDE), align_corners=False)
    seen = nn.functional.grid_sample(films, grid, padding_mode="border", align_corners=False) / 255
    gamma = torch.exp(uniform(n, -0.4, 0.4))[:, None, None, None]
    seen = seen.clamp(1e-4, 1) ** gamma
    seen = blurred(seen, uniform(n, 0.2, 2.6))
    seen = seen + torch.randn_like(seen) * uniform(n, 0, 0.03)[:, None, None, None]
    return normalised(seen)


@torch.no_grad()
def logits_of(network, films):
    network.eval()
    return torch.cat([network(batch) for batch in films.split(128)])


@torch.no_grad()
def export(network, films, path):
    """The network, with its distances from these films."""
    statistics = torch.cat([network.statistics(network.trunk(batch)) for batch in films.split(128)])
    exported = Exported(network, Distance(thumbnail(films), 0.9, False), Distance(statistics, 0.999, True)).eval()
    torch.onnx.export(
        exported,
        torch.zeros(1, 1, SIDE, SIDE),
        str(path),
        opset_version=13,
        input_names=["film"],
        output_names=["logit", "map", "distances"],
        dynamic_axes={name: {0: "films"} for name in ("film", "logit", "map", "distances")},
    )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--epochs", type=int, default=14)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args()
    random.seed(options.seed)
    numpy.random.seed(options.seed)
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    torch.set_flush_denormal(True)

    films, labels, patients = read(options.data, "train.tsv", KEPT_SIDE)
    plain = normalised(read(options.data, "train.tsv", SIDE)[0])
    own = torch.tensor([is_validation(patient) for patient in patients])
    official, official_labels, _ = read(options.data, "official-test-part.tsv", SIDE)
    official = normalised(official)
    train = (~own).nonzero()[:, 0]
    normals = int((labels[train] == 0).sum())
    weight = torch.tensor(normals / (len(train) - normals))
    print(f"{len(train)} films for training ({normals} normal), {int(own.sum())} for validation", flush=True)

    network = Network()
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
            wanted = labels[chosen] * 0.96 + 0.02
            loss = nn.functional.binary_cross_entropy_with_logits(
                network(augmented(films[chosen])), wanted, pos_weight=weight
            )
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
        on_own = roc_auc_score(labels[own], logits_of(averaged, plain[own]))
        on_official = roc_auc_score(official_labels, logits_of(averaged, official))
        minutes = (time.time() - began) / 60
        print(
            f"epoch {epoch + 1}: loss {total / len(train):.4f}, AUC own validation {on_own:.4f}, "
            f"official part {on_official:.4f}, {minutes:.1f} min",
            flush=True,
        )

    export(averaged.eval(), plain[train], options.out / "model.onnx")
    digest = hashlib.sha256((options.out / "model.onnx").read_bytes()).hexdigest()
    print("model.onnx", digest, flush=True)


if __name__ == "__main__":
    main()
