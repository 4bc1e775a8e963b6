import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOnnxInference } from '../../../adapters/inference/onnx.ts';
import { sha256Hex } from '../../../core/ids.ts';
import { brainLabels } from './brain-labels.ts';
import { type MeshLayer, readMeshNet, TfjsError } from './tfjs-model.ts';

/** A MeshNet as TensorFlow.js writes it: dilations, filters and the last layer's labels. */
function tfjs(dilations: readonly number[], filters: number, labels: number, random: () => number) {
  const layers: object[] = [{ class_name: 'InputLayer', config: { batch_input_shape: [null, 16, 16, 16, 1] } }];
  const weights: { name: string; shape: number[]; dtype: string }[] = [];
  const widths = [
    ...dilations.map((dilation) => ({ size: 3, dilation, out: filters })),
    { size: 1, dilation: 1, out: labels },
  ];
  let channelsIn = 1;
  for (const [at, { size, dilation, out }] of widths.entries()) {
    const three = (value: number) => [value, value, value];
    const shared = {
      strides: three(1),
      padding: 'same',
      data_format: 'channels_last',
      activation: 'linear',
      use_bias: true,
    };
    const config = {
      name: `c${at}`,
      filters: out,
      kernel_size: three(size),
      dilation_rate: three(dilation),
      ...shared,
    };
    layers.push({ class_name: 'Conv3D', config });
    if (size === 3) layers.push({ class_name: 'Activation', config: { activation: 'elu' } });
    weights.push({ name: `c${at}/kernel`, shape: [size, size, size, channelsIn, out], dtype: 'float32' });
    weights.push({ name: `c${at}/bias`, shape: [out], dtype: 'float32' });
    channelsIn = out;
  }
  const count = weights.reduce((sum, { shape }) => sum + shape.reduce((product, size) => product * size, 1), 0);
  const numbers = Float32Array.from({ length: count }, () => random() - 0.5);
  const model = {
    format: 'layers-model',
    modelTopology: { model_config: { config: { layers } } },
    weightsManifest: [{ paths: ['w.bin'], weights }],
  };
  return { json: Buffer.from(JSON.stringify(model)), weights: new Uint8Array(numbers.buffer) };
}

/** The same convolution in three dimensions, number by number, with zeros outside: the labels of side³ points. */
function byHand(layers: readonly MeshLayer[], volume: Float32Array, side: number): number[] {
  let channels: Float32Array[] = [volume];
  const at = (z: number, y: number, x: number) => (z * side + y) * side + x;
  const isIn = (...place: number[]) => place.every((each) => each >= 0 && each < side);
  for (const { kernel, bias, width, dilation, channelsIn, channelsOut, activation } of layers) {
    const reach = (width - 1) / 2;
    const made = Array.from({ length: channelsOut }, () => new Float32Array(side ** 3));
    for (let z = 0; z < side; z += 1)
      for (let y = 0; y < side; y += 1)
        for (let x = 0; x < side; x += 1)
          for (let out = 0; out < channelsOut; out += 1) {
            let sum = bias[out]!;
            for (let tap = 0; tap < width ** 3; tap += 1) {
              const place = [Math.floor(tap / width ** 2), Math.floor(tap / width) % width, tap % width];
              const [pz, py, px] = place.map((each, axis) => [z, y, x][axis]! + (each - reach) * dilation) as [
                number,
                number,
                number,
              ];
              if (!isIn(pz, py, px)) continue;
              for (let channel = 0; channel < channelsIn; channel += 1)
                sum += kernel[(tap * channelsIn + channel) * channelsOut + out]! * channels[channel]![at(pz, py, px)]!;
            }
            made[out]![at(z, y, x)] = activation === 'elu' && sum < 0 ? Math.expm1(sum) : sum;
          }
    channels = made;
  }
  return Array.from(volume, (_, point) => {
    const scores = channels.map((channel) => channel[point]!);
    return scores.indexOf(Math.max(...scores));
  });
}

const generator = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
  return seed / 2 ** 31;
};

let dir: string;
const inference = createOnnxInference();
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mesh-net-'));
});
afterAll(async () => {
  await inference.close();
  await rm(dir, { recursive: true });
});

async function run(onnx: Uint8Array, volume: Float32Array, side: number): Promise<number[]> {
  const sha256 = sha256Hex(onnx);
  const path = join(dir, sha256);
  await writeFile(path, onnx);
  const image = { data: volume, dims: [1, 1, side, side, side] };
  return [...(await inference.run({ path, sha256 }, { image })).labels!.data];
}

describe('a MeshNet for TensorFlow.js as ONNX', () => {
  const SIDE = 14;
  const random = generator(7);
  const parts = tfjs([1, 2, 4, 1], 4, 5, random);
  const volume = Float32Array.from({ length: SIDE ** 3 }, random);
  const layers = readMeshNet(parts.json, parts.weights);
  /** Gives label 1 everywhere. */
  const everywhere = layers.map((layer, at) =>
    at < layers.length - 1
      ? layer
      : { ...layer, kernel: layer.kernel.map(() => 0), bias: Float32Array.of(0, 1, 0, 0, 0) },
  );
  const box = { side: SIDE, headAbove: 0.1, margin: 0 };

  it('gives the labels of the convolution in three dimensions, worked out number by number', async () => {
    const found = await run(brainLabels(everywhere, layers, { ...box, longest: [SIDE, SIDE, SIDE] }), volume, SIDE);
    const wanted = byHand(layers, volume, SIDE);
    expect(new Set(wanted).size).toBeGreaterThan(2);
    // Activations are kept at half precision, so two nearly equal scores can change places.
    const same = found.filter((label, point) => label === wanted[point]).length / found.length;
    expect(same).toBeGreaterThan(0.99);
  });

  it('labels the box around the brain only, and nothing where the box is longer than memory is set aside for', async () => {
    const [low, high] = [4, 9];
    const isBrain = (point: number) =>
      [Math.floor(point / SIDE ** 2), Math.floor(point / SIDE) % SIDE, point % SIDE].every(
        (at) => at >= low && at <= high,
      );
    const head = Float32Array.from({ length: SIDE ** 3 }, (_, point) => (isBrain(point) ? 1 : 0));
    const inBox = await run(brainLabels(everywhere, everywhere, { ...box, margin: 1, longest: [8, 8, 8] }), head, SIDE);
    // The mask covers the whole box of the head; one further point on each side is labelled.
    expect(inBox.reduce((sum, label) => sum + label, 0)).toBe((high - low + 3) ** 3);
    const tooLong = await run(
      brainLabels(everywhere, everywhere, { ...box, margin: 1, longest: [8, 7, 8] }),
      head,
      SIDE,
    );
    expect(tooLong.every((label) => label === 0)).toBe(true);
  });

  it('refuses other layers, other shapes and weights that are cut off', () => {
    expect(() => readMeshNet(parts.json, parts.weights.subarray(4))).toThrow(TfjsError);
    const changed = (from: string, to: string) => Buffer.from(parts.json.toString().replace(from, to));
    expect(() => readMeshNet(changed('"elu"', '"gelu"'), parts.weights)).toThrow(TfjsError);
    expect(() => readMeshNet(changed('"strides":[1', '"strides":[2'), parts.weights)).toThrow('none of a MeshNet');
    expect(() => readMeshNet(changed('"filters":4', '"filters":3'), parts.weights)).toThrow('another shape');
    expect(() => readMeshNet(Buffer.from('{'), parts.weights)).toThrow('not JSON');
  });
});
