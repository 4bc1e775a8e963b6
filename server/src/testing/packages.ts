import type { AlgorithmManifest } from '@duai/contract';
import { zipSync } from 'fflate';
import sharp from 'sharp';
import {
  floats,
  floatValue,
  graph,
  INT64,
  longs,
  longValue,
  model,
  node,
  truth,
  truthValue,
} from '../adapters/inference/testdata/onnx-writer.ts';
import { sha256Hex } from '../core/ids.ts';

/** The width and height of the images that these networks take. */
export const SIDE = 16;
const SHAPE = [1, 1, SIDE, SIDE];

/**
 * A network: `brightness` 1 × 1 is the mean of the image, and `map` is the image. `nodes` are inserted between image
 * and mean.
 */
const network = (nodes: number[][], constants: number[][] = []) =>
  model(
    graph({
      name: 'brightness',
      nodes: [
        ...nodes,
        node('GlobalAveragePool', ['seen'], ['pooled']),
        node('Flatten', ['pooled'], ['brightness']),
        node('Identity', ['seen'], ['map']),
      ],
      constants,
      inputs: [floatValue('image', SHAPE)],
      outputs: [floatValue('brightness', [1, 1]), floatValue('map', SHAPE)],
    }),
  );

/** The body of a loop that always continues and multiplies by one. */
const again = graph({
  name: 'again',
  nodes: [node('Identity', ['go'], ['goOn']), node('Mul', ['kept', 'one'], ['keptOn'])],
  inputs: [longValue('round'), truthValue('go'), floatValue('kept', SHAPE)],
  outputs: [truthValue('goOn'), floatValue('keptOn', SHAPE)],
});
const loop = (rounds: string) => node('Loop', [rounds, 'go0', 'image'], ['seen'], [{ name: 'body', graph: again }]);
const FOREVER = 2n ** 62n;

/** 700 million numbers: 2.8 GB. */
const HOARD = 700_000_000n;

export const NETWORKS = {
  plain: network([node('Identity', ['image'], ['seen'])]),
  /** The logarithm of negative numbers. */
  nan: network([node('Sub', ['image', 'five'], ['low']), node('Log', ['low'], ['seen'])], [floats('five', [1], [5])]),
  endless: network([loop('forever')], [longs('forever', [], [FOREVER]), truth('go0'), floats('one', [1], [1])]),
  /** NaN only where a pixel is brighter than 0.995, which does not occur in the trial input. */
  nanOnWhite: network(
    [
      node('Sub', ['nearlyWhite', 'image'], ['left']),
      node('Log', ['left'], ['logarithm']),
      node('Mul', ['logarithm', 'zero'], ['nothing']),
      node('Add', ['image', 'nothing'], ['seen']),
    ],
    [floats('nearlyWhite', [1], [0.995]), floats('zero', [1], [0])],
  ),
  /** Endless only where a pixel is brighter than 0.99, which does not occur in the trial input. */
  endlessOnWhite: network(
    [
      node('ReduceMax', ['image'], ['brightest'], [{ name: 'keepdims', int: 0 }]),
      node('Sub', ['brightest', 'nearlyWhite'], ['over']),
      node('Relu', ['over'], ['white']),
      node('Mul', ['white', 'many'], ['rounds']),
      node('Cast', ['rounds'], ['times'], [{ name: 'to', int: INT64 }]),
      loop('times'),
    ],
    [floats('nearlyWhite', [], [0.99]), floats('many', [], [1e18]), truth('go0'), floats('one', [1], [1])],
  ),
  hoarding: network(
    [
      node('ConstantOfShape', ['much'], ['zeros']),
      node('Add', ['zeros', 'small'], ['filled']),
      node('ReduceMax', ['filled'], ['most'], [{ name: 'keepdims', int: 0 }]),
      node('ReduceMin', ['image'], ['least'], [{ name: 'keepdims', int: 0 }]),
      node('Mul', ['most', 'least'], ['nothing']),
      node('Add', ['image', 'nothing'], ['seen']),
    ],
    [longs('much', [1], [HOARD]), floats('small', [1], [0])],
  ),
};

const inAll = (text: string) => ({ tr: `${text} tr`, en: text, ar: `${text} ar` });

/** A manifest for these networks: a probability from the brightness of the first image, and a map. */
export const manifestOf = (weights: Uint8Array, change: Partial<AlgorithmManifest> = {}): AlgorithmManifest => ({
  id: 'test.brightness',
  version: '1.0.0',
  maker: 'Test',
  title: inAll('Brightness'),
  intendedUse: inAll('A test'),
  exclusions: [],
  engine: 'onnx',
  inputs: { modalities: ['CT'], bodyParts: [] },
  outputs: [
    { code: 'BRIGHT', kind: 'class-probability', name: inAll('Bright') },
    { code: 'BRIGHT_MAP', kind: 'heat-map', name: inAll('Map') },
  ],
  thresholds: [{ code: 'BRIGHT', value: 0.5, chosen: 'by hand' }],
  licence: 'none needed',
  citation: null,
  regulatory: [],
  parameters: { side: SIDE },
  weights: { file: 'model.onnx', sha256: sha256Hex(weights) },
  network: {
    source: 'image',
    input: { name: 'image', dims: SHAPE },
    before: [
      { step: 'resize', columns: SIDE, rows: SIDE },
      { step: 'normalise', by: { method: 'range', low: 0, high: 1 } },
    ],
    outputs: [
      {
        name: 'brightness',
        dims: [1, 1],
        after: [],
        tells: [{ kind: 'class-probability', code: 'BRIGHT', index: 0, threshold: 0.5 }],
      },
      { name: 'map', dims: SHAPE, after: [], tells: [{ kind: 'heat-map', code: 'BRIGHT_MAP', index: 0 }] },
    ],
  },
  ...change,
});

/** The codes that a vendor's objects use for what this manifest declares. */
export const VENDOR_CODES = {
  bright: { value: 'BRIGHT', scheme: '99TEST', meaning: 'Brightness' },
  word: { value: 'BRIGHT_WORD', scheme: '99TEST', meaning: 'How bright it is' },
  lungs: { value: '39607008', scheme: 'SCT', meaning: 'Lung structure' },
};

/** The same algorithm, on its vendor's box. */
export const vendorManifest = (timeLimitSeconds: number): Partial<AlgorithmManifest> => ({
  engine: 'dicom',
  remote: { server: 'vendor', timeLimitSeconds },
  thresholds: [],
  outputs: [
    {
      ...{ code: 'BRIGHT', kind: 'measurement', unit: '%', name: inAll('Bright') },
      coded: { system: '99TEST', code: VENDOR_CODES.bright.value },
    },
    {
      ...{ code: 'BRIGHT_WORD', kind: 'finding', name: inAll('Bright in words') },
      coded: { system: '99TEST', code: VENDOR_CODES.word.value },
    },
    {
      ...{ code: 'BRIGHT_LUNGS', kind: 'mask', name: inAll('Bright lungs') },
      coded: { system: 'http://snomed.info/sct', code: VENDOR_CODES.lungs.value },
    },
  ],
});

/** An algorithm of which a vendor's box sends pictures only. */
export const pictureManifest = (timeLimitSeconds: number, count: number): Partial<AlgorithmManifest> => ({
  ...vendorManifest(timeLimitSeconds),
  outputs: [{ code: 'PAGES', kind: 'picture', name: inAll('Pages'), count }],
});

const bytesOf = (value: string | object) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));

/** Maps every grey value to 1–2, which does not occur in the trial input. */
export const whitenedNetwork = (): AlgorithmManifest['network'] => {
  const network = manifestOf(new Uint8Array()).network!;
  const whiter = { step: 'normalise', by: { method: 'fixed', mean: -255, spread: 255 } } as const;
  return { ...network, before: [network.before[0]!, whiter] };
};

/** The files of a package; `change` gives other content, or null for a file that is left out. */
export function packageOf(
  weights: Uint8Array,
  { manifest = {}, files = {} }: { manifest?: Partial<AlgorithmManifest>; files?: Record<string, string | null> } = {},
): Map<string, Uint8Array> {
  const whole = manifestOf(weights, manifest);
  // An algorithm that runs elsewhere has no weights here.
  const { weights: _weights, ...remote } = whole;
  const { network: _network, ...vendor } = remote;
  const said = { builtin: whole, onnx: whole, kserve: remote, dicom: vendor }[whole.engine];
  const plain: Record<string, Uint8Array> = {
    'manifest.json': bytesOf(said),
    'card.md': bytesOf(`# ${said.id} ${said.version}: brightness\n\n**Intended use.** A test.\n`),
    'model.onnx': weights,
  };
  for (const [name, text] of Object.entries(files)) {
    if (text === null) delete plain[name];
    else plain[name] = bytesOf(text);
  }
  return new Map(Object.entries(plain));
}

export const zipped = (files: ReadonlyMap<string, Uint8Array>): Uint8Array => zipSync(Object.fromEntries(files));

/** A film of a single grey value. */
export const greyPng = (grey: number): Promise<Uint8Array> =>
  sharp({ create: { width: 32, height: 32, channels: 3, background: { r: grey, g: grey, b: grey } } })
    .png()
    .toBuffer();
