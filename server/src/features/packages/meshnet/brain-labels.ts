import { addMeshNet, Builder } from './mesh-net-graph.ts';
import { FLOAT, onnxFile, value } from './onnx-file.ts';
import type { MeshLayer } from './tfjs-model.ts';

export interface BrainLabelsSettings {
  /** Side of the input cube, in voxels. */
  side: number;
  /** Share of the brightest value above which a voxel belongs to the head; the first network gets the box of these voxels. */
  headAbove: number;
  /** Margin around the brain that the second network sees, in voxels. */
  margin: number;
  /** Longest box of the second network, to limit its memory; with a longer one no voxel is labelled. */
  longest: readonly [number, number, number];
}

/** A plane of the mask with less than this share of the fullest plane is not part of the brain; it holds stray voxels. */
const LEAST_SHARE = 0.02;

/**
 * Two MeshNets in one ONNX model: the first finds the brain, the second labels its parts in the box around it. Input
 * `image`: 1 × 1 × side × side × side, 0 … 1; output `labels` of the same shape, 0 outside.
 */
export function brainLabels(
  mask: readonly MeshLayer[],
  parts: readonly MeshLayer[],
  { side, headAbove, margin, longest }: BrainLabelsSettings,
): Uint8Array {
  const of = new Builder('n');
  const number = (...values: number[]) =>
    of.floats(Float32Array.from(values), values.length === 1 ? [] : [values.length]);
  const volume = of.add('Reshape', ['image', of.longs([side, 1, side, side])]);
  const flat = of.add('Reshape', ['image', of.longs([side, side, side])]);
  const whole = of.longs([side, side, side]);
  const axes = of.longs([0, 2, 3]);

  /** The first plane, and one past the last, along each axis that has enough of the mask, plus a margin. */
  const boxOf = (shown: string, around: number): { from: string; to: string } => {
    const ends = [0, 1, 2].map((axis) => {
      const others = [0, 1, 2].filter((other) => other !== axis);
      const profile = of.add('ReduceSum', [shown, of.longs(others)], { keepdims: { i: 0 } });
      const least = of.add('Mul', [of.add('ReduceMax', [profile], { keepdims: { i: 0 } }), number(LEAST_SHARE)]);
      const isIn = of.add('Cast', [of.add('Greater', [profile, least])], { to: { i: FLOAT } });
      return [0, 1].map((isEnd) =>
        of.add('ArgMax', [isIn], { axis: { i: 0 }, keepdims: { i: 1 }, select_last_index: { i: isEnd } }),
      );
    });
    const [first, last] = [0, 1].map((end) =>
      of.add(
        'Concat',
        ends.map((pair) => pair[end]!),
        { axis: { i: 0 } },
      ),
    );
    const from = of.add('Max', [of.add('Sub', [first!, of.longs([around])]), of.longs([0])]);
    const to = of.add('Min', [of.add('Add', [last!, of.longs([around + 1])]), whole]);
    return { from, to };
  };
  /** Runs a network on the box and places its labels in the whole cube. */
  const labelsIn = (layers: readonly MeshLayer[], { from, to }: { from: string; to: string }): string => {
    const labels = addMeshNet(of, layers, of.add('Slice', [volume, from, to, axes]));
    const pads = of.add('Concat', [from, of.add('Sub', [whole, to])], { axis: { i: 0 } });
    return of.add('Pad', [labels, pads]);
  };
  const asFloat = (truth: string) => of.add('Cast', [truth], { to: { i: FLOAT } });

  const most = of.add('ReduceMax', [flat], { keepdims: { i: 0 } });
  const head = asFloat(of.add('Greater', [flat, of.add('Mul', [most, number(headAbove)])]));
  const brain = asFloat(of.add('Greater', [labelsIn(mask, boxOf(head, 0)), number(0)]));
  const { from, to } = boxOf(brain, margin);
  const limited = of.add('Min', [to, of.add('Add', [from, of.longs(longest)])]);
  const isWhole = asFloat(
    of.add('Equal', [of.add('ReduceSum', [of.add('Sub', [to, limited])], { keepdims: { i: 0 } }), of.longs([0], [])]),
  );
  const labels = of.add('Mul', [labelsIn(parts, { from, to: limited }), isWhole]);
  of.nodes.push({
    opType: 'Reshape',
    input: [labels, of.longs([1, 1, side, side, side])],
    output: ['labels'],
    attribute: [],
  });
  const shape = [1, 1, side, side, side];
  return onnxFile({
    name: 'brain-labels',
    node: of.nodes,
    initializer: of.constants,
    input: [value('image', FLOAT, shape)],
    output: [value('labels', FLOAT, shape)],
  });
}
