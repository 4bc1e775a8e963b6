import type { AlgorithmManifest } from '@duai/contract';
import { breastDensity } from './mg-breast-density/manifest.ts';
import { brainVolumes } from './mr-brain-volumes/manifest.ts';
import { chestFindings } from './xr-chest-findings/manifest.ts';

/** A package without its weights, which are not in this repository. */
export interface Recipe {
  manifest: AlgorithmManifest;
  /** Folder beside this file that contains `card.md`, and `evaluation.json` if it was evaluated here. */
  folder: string;
  /** Where the weights are published, and how they are converted. */
  source: string;
  /**
   * Files from which the weights are made here, relative to the folder given to the command, with their SHA-256; null where
   * the hospital exports `EXPORTED` by the script `export.py` of the folder: its hash is known only then.
   */
  files: readonly { path: string; sha256: string }[] | null;
}

/** What the script of a recipe writes. */
export const EXPORTED = 'model.onnx';

export const RECIPES: readonly Recipe[] = [
  {
    manifest: brainVolumes,
    folder: 'mr-brain-volumes',
    source:
      'https://github.com/neuroneural/brainchop (public/models): two MeshNets for TensorFlow.js, converted to ONNX',
    files: [
      { path: 'model5_gw_ae/model.json', sha256: '7aabd59933bd3528f120107165f5dd577c5b749cf91fc2f949987d7bc620ce59' },
      {
        path: 'model5_gw_ae/group1-shard1of1.bin',
        sha256: 'ca0d1b8ff72f8719d9525acaf9a1f1cb66dbb173b4ee1d7540f99e022cf4bfd8',
      },
      { path: 'model18cls/model.json', sha256: '57346ac8b66ebe8d92296b1cf9988143be4949b6ef9695a790ef3d7fba3fb81b' },
      { path: 'model18cls/model.bin', sha256: '725096439f64ece1ca45ec3c5115c9fa6004f6538cac3032b85966d3772b605e' },
    ],
  },
  {
    manifest: chestFindings,
    folder: 'xr-chest-findings',
    source: 'https://github.com/mlmed/torchxrayvision: DenseNet-121, weights densenet121-res224-all',
    files: null,
  },
  {
    manifest: breastDensity,
    folder: 'mg-breast-density',
    source: 'https://github.com/Project-MONAI/model-zoo: breast_density_classification',
    files: null,
  },
];

/** The command that installs it. */
export const installCommand = ({ manifest }: Recipe): string => `npm run algorithms -- install ${manifest.id} FOLDER`;
