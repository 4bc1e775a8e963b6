import type { AlgorithmManifest, Translated } from '@duai/contract';

type Output = AlgorithmManifest['outputs'][number];

/** Measurements of a manifest, by name. `units`: UCUM unit of each. */
export const measurementOutputs = <Code extends string>(
  names: Readonly<Record<Code, Translated>>,
  units: Readonly<Record<Code, string>>,
): Output[] =>
  (Object.keys(names) as Code[]).map((code) => ({ code, kind: 'measurement', name: names[code], unit: units[code] }));
