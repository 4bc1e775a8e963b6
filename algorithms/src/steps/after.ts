import type { AfterStep } from '@duai/contract';
import type { Tensor } from '../algorithm.ts';
import { clearRuns, connectedRuns, largestOf } from '../runs.ts';
import { StepRefusal } from './grid.ts';
import { ModelOutputError } from './model-output-error.ts';
import { withSides } from './sides.ts';

/** The answer of a network while steps are applied: 1 × channels × points, or one label for each point. */
export interface Answer {
  numbers: Float32Array;
  channels: number;
  /** Slices, rows and columns of the points; 1 each for a tensor of plain numbers. */
  points: readonly [number, number, number];
  /** Set after argmax or threshold. */
  labels: Uint16Array | null;
  /** Whether the volumes of the labels are reported besides their masks. */
  hasVolumes: boolean;
}

/** @throws ModelOutputError for another shape than in the manifest, and for invalid numbers */
export function answerOf(name: string, tensor: Tensor | undefined, dims: readonly number[]): Answer {
  if (!tensor) throw new ModelOutputError(`the network has no output ${name}`);
  const isSame = tensor.dims.length === dims.length && dims.every((size, at) => tensor.dims[at] === size);
  const count = dims.reduce((product, size) => product * size, 1);
  if (!isSame || tensor.data.length !== count)
    throw new ModelOutputError(`the output ${name} has the shape ${tensor.dims.join(' × ')}, not ${dims.join(' × ')}`);
  if (!tensor.data.every(Number.isFinite)) throw new ModelOutputError(`the output ${name} holds a number that is none`);
  const spatial = dims.slice(2);
  const points = [...new Array<number>(3 - spatial.length).fill(1), ...spatial] as [number, number, number];
  return { numbers: tensor.data, channels: dims[1] ?? 1, points, labels: null, hasVolumes: false };
}

/** Applies one step to the answer. */
export function applyAfter(answer: Answer, step: AfterStep): Answer {
  switch (step.step) {
    case 'softmax':
      return { ...answer, numbers: softmax(answer) };
    case 'sigmoid':
      return { ...answer, numbers: answer.numbers.map((value) => 1 / (1 + Math.exp(-value))) };
    case 'scale':
      return { ...answer, numbers: answer.numbers.map((value) => step.slope * value + step.intercept) };
    case 'argmax':
      return { ...answer, labels: argmax(answer) };
    case 'threshold':
      return {
        ...answer,
        labels: Uint16Array.from(answer.numbers.subarray(0, countOf(answer)), (value) => (value >= step.at ? 1 : 0)),
      };
    case 'labels':
      return { ...answer, labels: rounded(answer) };
    case 'largest-component':
      return {
        ...answer,
        labels: (step.together ? largestOfAll : largestComponents)(labelsOf(answer), answer.points),
      };
    case 'sides':
      return { ...answer, labels: withSides(labelsOf(answer), answer.points, step) };
    case 'plausible':
      return plausible(answer, step);
    case 'label-volumes':
      return { ...answer, hasVolumes: true };
  }
}

/** @throws ModelOutputError without an earlier argmax or threshold */
export function labelsOf({ labels }: Answer): Uint16Array {
  if (!labels) throw new ModelOutputError('a mask needs argmax or threshold before it');
  return labels;
}

const countOf = ({ points }: Answer) => points[0] * points[1] * points[2];

function softmax(answer: Answer): Float32Array {
  const { numbers, channels } = answer;
  const count = countOf(answer);
  const made = new Float32Array(numbers.length);
  for (let point = 0; point < count; point += 1) {
    let most = Number.NEGATIVE_INFINITY;
    for (let channel = 0; channel < channels; channel += 1) most = Math.max(most, numbers[channel * count + point]!);
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1) sum += Math.exp(numbers[channel * count + point]! - most);
    for (let channel = 0; channel < channels; channel += 1)
      made[channel * count + point] = Math.exp(numbers[channel * count + point]! - most) / sum;
  }
  return made;
}

function argmax(answer: Answer): Uint16Array {
  const { numbers, channels } = answer;
  const count = countOf(answer);
  return Uint16Array.from({ length: count }, (_, point) => {
    let best = 0;
    for (let channel = 1; channel < channels; channel += 1)
      if (numbers[channel * count + point]! > numbers[best * count + point]!) best = channel;
    return best;
  });
}

function rounded(answer: Answer): Uint16Array {
  // Not `from` with a function, because it first makes an array of all numbers.
  return new Uint16Array(answer.numbers.subarray(0, countOf(answer)).map(Math.round));
}

function plausible(answer: Answer, { least, most }: { least: number; most: number }): Answer {
  const found = labelsOf(answer).reduce((sum, label) => (label > 0 ? sum + 1 : sum), 0);
  if (found < least || found > most) throw new StepRefusal({ code: 'NOT_PLAUSIBLE', params: { found, least, most } });
  return answer;
}

/** Removes marks outside the largest connected part from the mask. */
function keepLargest(mask: Uint8Array, [slices, rows, columns]: Answer['points']): void {
  const runs = connectedRuns(mask, columns, rows, slices, true);
  const largest = largestOf(runs);
  clearRuns(mask, columns, runs, (run) => runs.root[run] !== largest.root);
}

function largestOfAll(labels: Uint16Array, points: Answer['points']): Uint16Array {
  // Not Uint8Array.from, because it first makes an array of all numbers.
  const mask = new Uint8Array(labels.length);
  for (let point = 0; point < labels.length; point += 1) if (labels[point] !== 0) mask[point] = 1;
  keepLargest(mask, points);
  return labels.map((label, at) => (mask[at] === 1 ? label : 0));
}

function largestComponents(labels: Uint16Array, points: Answer['points']): Uint16Array {
  const kept = new Uint16Array(labels.length);
  for (const label of new Set(labels)) {
    if (label === 0) continue;
    const mask = Uint8Array.from(labels, (value) => (value === label ? 1 : 0));
    keepLargest(mask, points);
    for (let point = 0; point < mask.length; point += 1) if (mask[point] === 1) kept[point] = label;
  }
  return kept;
}
