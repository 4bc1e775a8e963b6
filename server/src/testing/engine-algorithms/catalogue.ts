import { type Algorithm, CATALOGUE, type Catalogue, packagedAlgorithm } from '@duai/algorithms';
import type { AlgorithmResult } from '@duai/contract';
import { manifestOf } from '../packages.ts';

/** Built-in algorithms with the behaviours that the engine tests need. */
const named = (id: string, modality: string, run: Algorithm['run']): Algorithm => {
  const { weights: _weights, network: _network, ...said } = manifestOf(new Uint8Array());
  const manifest = { ...said, id, engine: 'builtin' as const, inputs: { modalities: [modality], bodyParts: [] } };
  return { ...packagedAlgorithm(manifest), run };
};

const told = (probability: number, name: string): AlgorithmResult => ({
  outcome: 'evaluated',
  findings: [
    { code: 'BRIGHT', severity: 'important', params: { probability, threshold: 50 }, sopInstanceUids: [name] },
  ],
  measurements: [{ code: 'BRIGHT', value: probability, unit: '%' }],
  overlays: [
    { code: 'BRIGHT_MAP', kind: 'heat', columns: 1, rows: 1, slices: [{ sopInstanceUid: name, runs: btoa('a') }] },
  ],
  limitations: [],
});

export const ENGINE_CATALOGUE: Catalogue = [
  ...CATALOGUE,
  named('test.builtin-answers', 'CT', async ({ instances: [first] }) => told(60, first?.name ?? '')),
  named('test.builtin-elsewhere', 'DX', async () => told(60, '')),
  named('test.builtin-invalid', 'CT', async ({ instances: [first] }) => told(Number.NaN, first?.name ?? '')),
  named('test.builtin-fails', 'CT', async () => {
    throw Object.assign(new Error('it fails'), { code: 'RUN_FAILED' });
  }),
];
