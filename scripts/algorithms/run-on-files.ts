import { type Algorithm, CATALOGUE, findAlgorithm, packagedAlgorithm, tell } from '@duai/algorithms';
import { type AlgorithmResult, algorithmResultSchema } from '@duai/contract';
import type { Compute, InputOf } from '../../server/src/adapters/compute/port.ts';
import type { Tasks } from '../../server/src/parts.ts';
import { Mistake } from './command-line.ts';
import type { Files } from './files-of-series.ts';

type PackageInput = InputOf<Tasks, 'try-package'>;

/** An algorithm that can run without a server: built in, or a package. */
export interface Runnable {
  algorithm: Algorithm;
  package?: PackageInput;
}

export interface Outcome {
  series: string | null;
  images: number;
  /** Sentences in English. */
  said: string[];
  result: AlgorithmResult | null;
  milliseconds: number;
}

export const MEMORY_MB = 1536;
const TIMEOUT_MS = 600_000;

/** @throws Error if no built-in algorithm has the id */
export function builtin(id: string): Runnable {
  const algorithm = findAlgorithm(CATALOGUE, id);
  if (!algorithm) throw new Mistake(`there is no algorithm ${id}`);
  return { algorithm };
}

export const packaged = (input: PackageInput): Runnable => ({
  algorithm: packagedAlgorithm(input.manifest, input.weights),
  package: input,
});

/** Runs one algorithm on one series in a child process; returns its result, or why it did not run. */
export async function runOnFiles(
  compute: Compute<Tasks>,
  { algorithm, package: imported }: Runnable,
  { series, paths }: Files,
): Promise<Outcome> {
  const about = { series: series.seriesInstanceUid, images: series.instances.length };
  const decision = algorithm.gate(series);
  if (!decision.fits)
    return { ...about, said: [`not run: ${algorithm.sentence(decision, 'en')}`], result: null, milliseconds: 0 };
  const begun = performance.now();
  const task = { algorithmId: algorithm.manifest.id, package: imported, series, paths, memoryMb: MEMORY_MB };
  const { result } = await compute.run('analyse', task, { timeoutMs: TIMEOUT_MS, account: undefined });
  const checked = algorithmResultSchema.parse(result);
  const said = tell(algorithm, checked).map(({ kind, wording, value, unit }) =>
    kind === 'measurement' ? `${wording.en}: ${value} ${unit}` : wording.en,
  );
  return { ...about, said, result: checked, milliseconds: Math.round(performance.now() - begun) };
}
