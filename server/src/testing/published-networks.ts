import { FLOAT, floats, type Node, node, onnxFile, value } from '../features/packages/meshnet/onnx-file.ts';

/** Builds a network of convolutions with weights from a fixed sequence, so that the same file comes out every time. */
function builder(seed: number) {
  let state = seed;
  /** Between −1 and 1: the linear congruential generator of Numerical Recipes. */
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
  const nodes: Node[] = [];
  const constants: object[] = [];
  let count = 0;
  const add = (opType: string, inputs: string[], attributes?: Parameters<typeof node>[3]): string => {
    count += 1;
    nodes.push(node(opType, inputs, `t${count}`, attributes));
    return `t${count}`;
  };
  const constant = (dims: readonly number[], of: () => number): string => {
    count += 1;
    const length = dims.reduce((product, size) => product * size, 1);
    constants.push(floats(`t${count}`, dims, Float32Array.from({ length }, of)));
    return `t${count}`;
  };
  return {
    nodes,
    constants,
    add,
    /** Spreads keep their size from layer to layer (He et al. 2015). */
    conv(from: string, [channelsIn, channelsOut]: [number, number], kernel: number, stride = 1): string {
      const reach = Math.sqrt(6 / (channelsIn * kernel * kernel));
      const weights = constant([channelsOut, channelsIn, kernel, kernel], () => next() * reach);
      const pad = Math.floor(kernel / 2);
      return add('Conv', [from, weights], {
        kernel_shape: { ints: [kernel, kernel] },
        strides: { ints: [stride, stride] },
        pads: { ints: [pad, pad, pad, pad] },
      });
    },
    normRelu(from: string, channels: number): string {
      const parts = [() => 1, () => 0, () => 0, () => 1].map((of) => constant([channels], of));
      return add('Relu', [add('BatchNormalization', [from, ...parts])]);
    },
    /** A dense layer behind the mean of each channel; `output` is its name. */
    classified(from: string, channelsIn: number, classes: number, output: string): void {
      const mean = add('Flatten', [add('GlobalAveragePool', [from])]);
      const weights = constant([channelsIn, classes], () => next() / Math.sqrt(channelsIn));
      nodes.push(node('MatMul', [mean, weights], output));
    },
  };
}

interface Shapes {
  input: { name: string; dims: readonly number[] };
  output: { name: string; dims: readonly number[] };
}

const fileOf = ({ nodes, constants }: ReturnType<typeof builder>, { input, output }: Shapes): Uint8Array =>
  onnxFile({
    name: 'published',
    node: nodes,
    initializer: constants,
    input: [value(input.name, FLOAT, input.dims)],
    output: [value(output.name, FLOAT, output.dims)],
  });

const GROWTH = 32;
const pool = (kernel: number, stride: number, pad: number) => ({
  kernel_shape: { ints: [kernel, kernel] },
  strides: { ints: [stride, stride] },
  pads: { ints: [pad, pad, pad, pad] },
});

/** DenseNet-121 (Huang et al. 2017, table 1) with one channel and random weights, without its last sigmoid. */
export function denseNet121(shapes: Shapes): Uint8Array {
  const network = builder(121);
  let channels = 64;
  let seen = network.normRelu(network.conv(shapes.input.name, [1, channels], 7, 2), channels);
  seen = network.add('MaxPool', [seen], pool(3, 2, 1));
  for (const [at, layers] of [6, 12, 24, 16].entries()) {
    for (let layer = 0; layer < layers; layer += 1) {
      const narrow = network.conv(network.normRelu(seen, channels), [channels, 4 * GROWTH], 1);
      const grown = network.conv(network.normRelu(narrow, 4 * GROWTH), [4 * GROWTH, GROWTH], 3);
      seen = network.add('Concat', [seen, grown], { axis: { i: 1 } });
      channels += GROWTH;
    }
    if (at === 3) break;
    seen = network.conv(network.normRelu(seen, channels), [channels, channels / 2], 1);
    channels /= 2;
    seen = network.add('AveragePool', [seen], pool(2, 2, 0));
  }
  network.classified(network.normRelu(seen, channels), channels, shapes.output.dims[1] ?? 1, shapes.output.name);
  return fileOf(network, shapes);
}

/** A small network between tensors of these shapes, with random weights. */
export function smallNetwork(shapes: Shapes): Uint8Array {
  const network = builder(4);
  const seen = network.normRelu(network.conv(shapes.input.name, [shapes.input.dims[1] ?? 1, 8], 7, 4), 8);
  network.classified(seen, 8, shapes.output.dims[1] ?? 1, shapes.output.name);
  return fileOf(network, shapes);
}
