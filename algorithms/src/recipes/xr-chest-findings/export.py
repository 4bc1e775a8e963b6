"""
Writes the published DenseNet-121 of torchxrayvision (weights densenet121-res224-all) as model.onnx:

    python3 -m pip install torchxrayvision onnx
    python3 export.py FOLDER

Run it where Python may be: nothing of it is needed on the server. The library downloads the weights itself. The network
is exported as it is, without the sigmoid and without op_norm: the manifest names the sigmoid and the operating points.
"""
import pathlib
import sys

import torch
import torchxrayvision

SIDE = 224
LABELS = [
    "Atelectasis", "Consolidation", "Infiltration", "Pneumothorax", "Edema", "Emphysema", "Fibrosis", "Effusion",
    "Pneumonia", "Pleural_Thickening", "Cardiomegaly", "Nodule", "Mass", "Hernia", "Lung Lesion", "Fracture",
    "Lung Opacity", "Enlarged Cardiomediastinum",
]
"""The order that the manifest tells."""

network = torchxrayvision.models.DenseNet(weights="densenet121-res224-all")
if list(network.pathologies) != LABELS:
    sys.exit(f"these weights have other outputs than the manifest says: {network.pathologies}")


class Logits(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.features = network.features
        self.classifier = network.classifier

    def forward(self, film):
        seen = torch.nn.functional.relu(self.features(film))
        return self.classifier(seen.mean((2, 3)))


folder = pathlib.Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
exported = Logits().eval()
film = torch.linspace(-1024, 1024, SIDE * SIDE).reshape(1, 1, SIDE, SIDE)
with torch.no_grad():
    network.op_threshs = None
    network.apply_sigmoid = False
    if not torch.allclose(exported(film), network.eval()(film), atol=1e-4):
        sys.exit("the exported network says something else than the published one")
torch.onnx.export(
    exported, film, folder / "model.onnx", input_names=["film"], output_names=["logits"], opset_version=14
)
