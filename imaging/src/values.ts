/** The item of a list that the code knows to be there. Not for loops over voxels. @throws RangeError */
export function itemAt<T>(list: ArrayLike<T>, index: number): T {
  const item = list[index];
  if (item === undefined) throw new RangeError(`a list of ${list.length} items has none at ${index}`);
  return item;
}

/** The value in the middle; of an even number of values the larger one of the two there. @throws RangeError of no values */
export function upperMedian(values: ArrayLike<number>): number {
  return itemAt(Float64Array.from(values).sort(), Math.floor(values.length / 2));
}

/** From each value to the next: one fewer than values. */
export function stepsOf(values: readonly number[]): number[] {
  return values.slice(1).map((value, at) => value - itemAt(values, at));
}
