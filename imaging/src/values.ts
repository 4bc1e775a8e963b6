/** The element of a list that is known to exist. Not for loops over voxels. @throws RangeError */
export function itemAt<T>(list: ArrayLike<T>, index: number): T {
  const item = list[index];
  if (item === undefined) throw new RangeError(`a list of ${list.length} items has none at ${index}`);
  return item;
}

/** The middle value; for an even number of values the larger of the two middle ones. @throws RangeError if there are no values */
export function upperMedian(values: ArrayLike<number>): number {
  return itemAt(Float64Array.from(values).sort(), Math.floor(values.length / 2));
}

/** Differences between consecutive values: one fewer than values. */
export function stepsOf(values: readonly number[]): number[] {
  return values.slice(1).map((value, at) => value - itemAt(values, at));
}
