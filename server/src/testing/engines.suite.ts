import { scans } from '@duai/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../../../scripts/http-client.ts';
import { systemContext } from '../core/actor.ts';
import type { createInstitutionFactory } from './institution-factory.ts';
import type { TestServer } from './test-server.ts';

export const BEHAVIOURS = ['answers', 'elsewhere', 'invalid', 'fails'] as const;
export type Behaviour = (typeof BEHAVIOURS)[number];

/** What the suite requires of an engine: algorithms that measure BRIGHT in percent on a CT, with an overlay on its images. */
export interface EngineUnderTest {
  /** Installs version 1.0.0, by an import if it is a package; `elsewhere` is made for radiographs alone. */
  install(behaviour: Behaviour): Promise<{ id: string; isPackage: boolean }>;
  /** From now on `invalid` and `fails` behave as named. */
  misbehave?(): void;
  /** The wording for an invalid result, and for a run that did not end. */
  told: { invalid: RegExp; fails: RegExp };
}

export interface Ground {
  server: TestServer;
  factory: ReturnType<typeof createInstitutionFactory>;
  admin: HttpClient;
}

/** What every engine does, tested on one study and four of its algorithms. */
export function engineSuite(name: string, ground: () => Ground, open: () => EngineUnderTest): void {
  describe(`[CAT-002] the engine ${name}`, () => {
    let engine: EngineUnderTest;
    let scan: scans.ScanDetail;
    const ids = new Map<Behaviour, string>();
    const runOf = (behaviour: Behaviour) =>
      scan.analyses.find(({ algorithmId }) => algorithmId === ids.get(behaviour))!;

    beforeAll(async () => {
      const { server, factory, admin } = ground();
      engine = open();
      const activate = (algorithmId: string, version: string | null) =>
        server.features.packages.activate(systemContext, { institutionId: null, algorithmId, version });
      const imported: string[] = [];
      for (const behaviour of BEHAVIOURS) {
        const { id, isPackage } = await engine.install(behaviour);
        ids.set(behaviour, id);
        if (isPackage) {
          await activate(id, '1.0.0');
          imported.push(id);
        }
      }
      engine.misbehave?.();
      const { scan: uploaded } = await factory.upload(admin);
      await factory.settled(admin);
      scan = await admin.call(scans.getScan, { params: { scanId: uploaded.id } });
      for (const id of imported) await activate(id, null);
    }, 120_000);

    it('tells a finding in words, a measurement with its unit, and what it drew on the images of the study', () => {
      const run = runOf('answers');
      expect(run).toMatchObject({ status: 'evaluated', algorithmVersion: '1.0.0', title: { en: 'Brightness' } });
      expect(run.sentences.findings[0]).toMatch(/^Bright.*\.$/);
      expect(run.measurements).toMatchObject([{ code: 'BRIGHT', unit: '%', name: { en: 'Bright' } }]);
      if (run.result?.outcome !== 'evaluated') throw new Error('it is evaluated');
      const instances = scan.studies.flatMap(({ series }) => series.flatMap((each) => each.instances));
      const images = new Set(instances.map(({ sopInstanceUid }) => sopInstanceUid));
      const drawn = run.result.overlays.flatMap(({ slices }) => slices.map(({ sopInstanceUid }) => sopInstanceUid));
      expect(drawn.length).toBeGreaterThan(0);
      expect(drawn.filter((image) => !images.has(image))).toEqual([]);
    });

    it('does not run on what it is not made for, and says why', () => {
      expect(runOf('elsewhere')).toMatchObject({
        status: 'not-applicable',
        reason: 'Made for DX only (this series: CT).',
      });
    });

    it('keeps nothing of a result that is none, and says so', () => {
      expect(runOf('invalid')).toMatchObject({ status: 'failed', result: null, measurements: [] });
      expect(runOf('invalid').reason).toMatch(engine.told.invalid);
    });

    it('that comes to no end says why, and the others go on', () => {
      expect(runOf('fails')).toMatchObject({ status: 'failed', result: null });
      expect(runOf('fails').reason).toMatch(engine.told.fails);
      for (const id of ['qc.series', 'ct.lung-density'])
        expect(scan.analyses.find(({ algorithmId }) => algorithmId === id)).toMatchObject({ status: 'evaluated' });
    });
  });
}
