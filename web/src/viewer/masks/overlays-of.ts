import type { AnalysisRun, Overlay } from '@duai/contract';

/** Masks that these runs drew. */
export const overlaysOf = (runs: readonly AnalysisRun[]): Overlay[] =>
  runs.flatMap((run) => (run.result?.outcome === 'evaluated' ? run.result.overlays : []));
