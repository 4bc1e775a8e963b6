/** One line of the benchmark: our figure, and a baseline of the same run if there is one. */
export interface Figure {
  name: string;
  unit: string;
  ours: number;
  baseline?: number;
  memoryMb?: number;
  aim: string;
}
