import { describe, expect, it } from 'vitest';
import { rocOf } from './roc.ts';
import { aucDeLong } from './statistics.ts';

const of = (positives: number[], negatives: number[]) => [
  ...positives.map((score) => ({ isPositive: true, score })),
  ...negatives.map((score) => ({ isPositive: false, score })),
];

describe('the ROC curve', () => {
  it('goes from the strictest threshold to the loosest', () => {
    expect(rocOf(of([0.9, 0.4], [0.6, 0.1]))).toEqual([
      [0, 0],
      [0, 0.5],
      [0.5, 0.5],
      [0.5, 1],
      [1, 1],
    ]);
  });

  it('tells studies of the same score together, and its area is the AUC with ties half', () => {
    const [positives, negatives] = [
      [3, 2, 2, 1],
      [2, 1, 0],
    ];
    const curve = rocOf(of(positives, negatives))!;
    const area = curve.slice(1).reduce((sum, [x, y], at) => sum + ((x - curve[at]![0]) * (y + curve[at]![1])) / 2, 0);
    expect(area).toBeCloseTo(aucDeLong(positives, negatives)!.value, 12);
  });

  it('needs both classes', () => {
    expect(rocOf(of([1, 2], []))).toBeNull();
  });
});
