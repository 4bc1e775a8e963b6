import { systemContext } from '../../../core/actor.ts';
import type { Breaker } from '../../../core/breaker.ts';
import { later } from '../../../core/clock.ts';
import type { Parts } from '../../../parts.ts';
import type { Audit } from '../../audit/index.ts';
import type { Packages } from '../../packages/index.ts';
import { vendorDue } from '../analyses.jobs.ts';
import { sentSeriesOf, vendorKeyOf } from '../vendors/sent-images.ts';
import * as store from '../vendors/vendors.store.ts';
import { askGuarded } from './ask-guarded.ts';
import type { Engine } from './port.ts';

/** The institution of a scan; null where there is none. */
export type InstitutionOf = (scanId: string) => Promise<string | null>;

/**
 * Sends the series to a vendor's server by STOW-RS; the run then waits for objects that come back. The request is
 * stored before the first byte is sent, so that an early answer is matched too.
 */
export function createVendorEngine(
  { db, queue, clock, elsewhere, encryptionKey }: Pick<Parts, 'db' | 'queue' | 'clock' | 'elsewhere' | 'encryptionKey'>,
  { audit, packages, institutionOf }: { audit: Audit; packages: Packages; institutionOf: InstitutionOf },
  breaker: Breaker,
): Engine {
  return {
    async run({ owner, package: imported, series, paths, signal }) {
      const manifest = imported?.manifest;
      const institutionId = 'scanId' in owner ? await institutionOf(owner.scanId) : null;
      if (!manifest?.remote || !institutionId || !('scanId' in owner)) throw new Error('only scans go to vendors');
      const { analysisId, scanId, submission } = owner;
      const box = packages.vendorBoxOf(manifest);
      breaker.assertMayAsk(manifest.remote.server);
      const { timeLimitSeconds } = manifest.remote;
      const request = await db.transaction(async (tx) => {
        const isDeidentified = await store.isDeidentifiedFor(tx, institutionId);
        const key = isDeidentified ? vendorKeyOf(encryptionKey, institutionId) : null;
        const { studyInstanceUid, seriesInstanceUid } = sentSeriesOf(series, key);
        const dueAt = later(clock.now(), timeLimitSeconds * 1000);
        await queue.enqueue(tx, vendorDue, { analysisId, scanId, submission }, { startAfterSeconds: timeLimitSeconds });
        return store.openRequest(tx, {
          ...{ analysisId, institutionId, algorithmId: manifest.id, isDeidentified, dueAt },
          ...{ studyInstanceUid, seriesInstanceUid },
        });
      });
      if (request.sentAt) return 'awaited';
      const key = request.isDeidentified ? vendorKeyOf(encryptionKey, institutionId) : null;
      const timeoutMs = timeLimitSeconds * 1000;
      await askGuarded(breaker, manifest.remote.server, () =>
        elsewhere.run('send-study', { box, paths, key }, { timeoutMs, account: undefined, signal }),
      );
      await db.transaction(async (tx) => {
        await store.noteSent(tx, analysisId, clock.now());
        await audit.record(tx, systemContext, {
          action: 'analyses.send-to-vendor',
          subjectType: 'analysis',
          subjectId: analysisId,
          details: { scanId, images: paths.length, isDeidentified: String(request.isDeidentified) },
        });
      });
      return 'awaited';
    },
  };
}
