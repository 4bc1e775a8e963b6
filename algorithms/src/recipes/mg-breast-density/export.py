"""
Writes the network of the MONAI bundle breast_density_classification as model.onnx:

    python3 -m pip install monai torchvision onnx
    python3 -m monai.bundle download breast_density_classification --bundle_dir BUNDLES
    python3 export.py BUNDLES/breast_density_classification FOLDER

Run it where Python may be: nothing of it is needed on the server. The network is that of configs/inference.json, exported
without the sigmoid, which the manifest names. The bundle reads images with MONAI's LoadImaged, which gives them with their
columns first; the exported network therefore turns rows and columns over before it looks.
"""
import pathlib
import sys

import torch
from monai.bundle import ConfigParser

SIDE = 299

bundle, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
config = ConfigParser()
config.read_config(str(bundle / "configs" / "inference.json"))
network = config.get_parsed_content("network_def", instantiate=True)
saved = torch.load(bundle / "models" / "model.pt", map_location="cpu")
network.load_state_dict(saved.get("model", saved) if isinstance(saved, dict) else saved.state_dict())


class Logits(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.network = network

    def forward(self, image):
        return self.network(image.transpose(2, 3))


folder.mkdir(parents=True, exist_ok=True)
exported = Logits().eval()
image = torch.linspace(0, 1, 3 * SIDE * SIDE).reshape(1, 3, SIDE, SIDE)
with torch.no_grad():
    told = exported(image)
    if tuple(told.shape) != (1, 4):
        sys.exit(f"the network tells {tuple(told.shape)}, not four classes")
torch.onnx.export(
    exported, image, folder / "model.onnx", input_names=["image"], output_names=["logits"], opset_version=14
)
