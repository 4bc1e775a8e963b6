import { FLOAT, FLOAT16, floats, type Graph, INT64, longs, type Node, node, value } from './onnx-file.ts';
import type { MeshLayer } from './tfjs-model.ts';

/** Collects the nodes and constants of a graph and gives them unique names. */
export class Builder {
  readonly nodes: Node[] = [];
  readonly constants: object[] = [];
  readonly #prefix: string;
  #last = 0;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** @returns the name of the output */
  add(opType: string, input: string[], attributes: Parameters<typeof node>[3] = {}): string {
    const output = this.name();
    this.nodes.push(node(opType, input, output, attributes));
    return output;
  }

  longs(values: readonly number[], dims?: readonly number[]): string {
    const name = this.name();
    this.constants.push(longs(name, values, dims));
    return name;
  }

  floats(values: Float32Array, dims: readonly number[]): string {
    const name = this.name();
    this.constants.push(floats(name, dims, values));
    return name;
  }

  name(): string {
    this.#last += 1;
    return `${this.#prefix}${this.#last}`;
  }
}

/**
 * Adds a MeshNet that labels a volume whose size is known only at run time. Only the activations of two layers are in
 * memory, at half precision. Each layer processes the volume slice by slice: a 3 × 3 × 3 convolution becomes a 3 × 3
 * convolution of three slices, `dilation` apart, with their channels concatenated. For a three-dimensional convolution
 * onnxruntime would unfold the whole volume.
 * @param image name of slices × 1 × rows × columns, float
 * @returns name of slices × rows × columns, float: the channel with the highest value
 */
export function addMeshNet(to: Builder, layers: readonly MeshLayer[], image: string): string {
  const slices = to.add('Shape', [image], { start: { i: 0 }, end: { i: 1 } });
  const last = layers.at(-1)!;
  const spatial = layers.slice(0, -1);
  let activations = to.add('Cast', [image], { to: { i: FLOAT16 } });
  for (const [at, layer] of spatial.entries()) {
    const isLast = at === spatial.length - 1;
    const body = sliceBody(`${to.name()}_`, layer, activations, isLast ? last : null);
    const { from, inside } = addNeighbours(to, slices, layer.dilation);
    activations = to.add('Scan', [from, inside], { body: { g: body }, num_scan_inputs: { i: 2 } });
  }
  return activations;
}

/** For each slice the three slices that its convolution reads, and whether each lies inside the volume (1, else 0). */
function addNeighbours(to: Builder, slices: string, dilation: number): { from: string; inside: string } {
  const scalar = to.add('Squeeze', [slices]);
  const range = to.add('Range', [to.longs([0], []), scalar, to.longs([1], [])]);
  const column = to.add('Unsqueeze', [range, to.longs([1])]);
  const wished = to.add('Add', [column, to.longs([-dilation, 0, dilation], [1, 3])]);
  const end = to.add('Sub', [scalar, to.longs([1], [])]);
  const from = to.add('Clip', [wished, to.longs([0], []), end]);
  const isInside = to.add('Cast', [to.add('Equal', [from, wished])], { to: { i: FLOAT } });
  return { from, inside: to.add('Unsqueeze', [isInside, to.longs([2, 3, 4])]) };
}

/** The graph for one slice of a layer; with `then`, the last layer, it returns the labels. */
function sliceBody(prefix: string, layer: MeshLayer, activations: string, then: MeshLayer | null): Graph {
  const of = new Builder(prefix);
  const [from, inside] = [of.name(), of.name()];
  const three = of.add('Cast', [of.add('Gather', [activations, from], { axis: { i: 0 } })], { to: { i: FLOAT } });
  const masked = of.add('Mul', [three, inside]);
  const shape = of.add('Shape', [masked], { start: { i: 2 } });
  const side = of.add('Concat', [of.longs([1, 3 * layer.channelsIn]), shape], { axis: { i: 0 } });
  const d = layer.dilation;
  const convolved = of.add(
    'Conv',
    [
      of.add('Reshape', [masked, side]),
      of.floats(kernelOf(layer), [layer.channelsOut, 3 * layer.channelsIn, 3, 3]),
      biasOf(of, layer),
    ],
    { kernel_shape: { ints: [3, 3] }, dilations: { ints: [d, d] }, pads: { ints: [d, d, d, d] } },
  );
  const active = layer.activation ? of.add(layer.activation === 'elu' ? 'Elu' : 'Relu', [convolved]) : convolved;
  const made = then ? addLabel(of, then, active) : of.add('Cast', [active], { to: { i: FLOAT16 } });
  const out = of.add('Squeeze', [made, of.longs([0])]);
  return {
    name: prefix,
    node: of.nodes,
    initializer: of.constants,
    input: [value(from, INT64, [3]), value(inside, FLOAT, [3, 1, 1, 1])],
    output: [value(out, then ? FLOAT : FLOAT16, then ? ['rows', 'columns'] : [layer.channelsOut, 'rows', 'columns'])],
  };
}

function addLabel(of: Builder, layer: MeshLayer, active: string): string {
  const scores = of.add(
    'Conv',
    [active, of.floats(kernelOf(layer), [layer.channelsOut, layer.channelsIn, 1, 1]), biasOf(of, layer)],
    {
      kernel_shape: { ints: [1, 1] },
    },
  );
  return of.add('Cast', [of.add('ArgMax', [scores], { axis: { i: 1 }, keepdims: { i: 0 } })], { to: { i: FLOAT } });
}

const biasOf = (of: Builder, { bias, channelsOut }: MeshLayer) => of.floats(Float32Array.from(bias), [channelsOut]);

/** Reorders a TensorFlow kernel, depth × height × width × in × out, to out × (depth · in) × height × width. */
function kernelOf({ kernel, width, channelsIn, channelsOut }: MeshLayer): Float32Array {
  const made = new Float32Array(kernel.length);
  let from = 0;
  for (let z = 0; z < width; z += 1)
    for (let y = 0; y < width; y += 1)
      for (let x = 0; x < width; x += 1)
        for (let channelIn = 0; channelIn < channelsIn; channelIn += 1)
          for (let channelOut = 0; channelOut < channelsOut; channelOut += 1) {
            made[((channelOut * width * channelsIn + z * channelsIn + channelIn) * width + y) * width + x] =
              kernel[from]!;
            from += 1;
          }
  return made;
}
