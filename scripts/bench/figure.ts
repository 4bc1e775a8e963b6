/** One line of the benchmark: ours beside a baseline of the same run, where there is one. */
export interface Figure {
  name: string;
  unit: string;
  ours: number;
  baseline?: number;
  memoryMb?: number;
  aim: string;
}
