import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { cases as caseContract, SeenSeries } from '@duai/contract';
import { type Context, readerOf, type StaffActor } from '../../../core/actor.ts';
import { notFound } from '../../../core/app-error.ts';
import type { Parts } from '../../../parts.ts';
import type { Audit } from '../../audit/index.ts';
import type { Cases } from '../../cases/index.ts';
import { withWholeHeader } from '../ingest/older-headers.ts';
import type { Queries } from '../studies.store.ts';
import type { InstanceRow } from '../studies.tables.ts';
import { findInstance, findTree } from '../study-trees.store.ts';
import { viewableSeries } from './present-study.ts';
import { openPreview, type PreviewWish, renderPreview } from './preview-image.ts';
import { findOpenedSeries, insertSeriesView } from './series-views.store.ts';
import { addSlicesSeen, findFrames, findSeenSeries } from './slices-seen.store.ts';
import type { WithheldObjects } from './withheld-objects.ts';

/** Single images for those who may see them: patients, radiologists, institutions, and reports for print. */
export function createImageViews(
  parts: Pick<Parts, 'db' | 'storage' | 'quick' | 'clock' | 'log'>,
  { cases, audit, withheld }: { cases: Cases; audit: Audit; withheld: WithheldObjects },
) {
  const { db, storage, clock } = parts;

  async function readableInstance(context: Context, instanceId: string) {
    const found = await findInstance(db.drizzle, instanceId);
    if (!found?.caseId) throw notFound('instance');
    await cases.forPatient(db.drizzle, context, found.caseId);
    const owner = { caseId: found.caseId };
    if ((await withheld.give(db.drizzle, context.actor, owner, [found.instance])).length === 0)
      throw notFound('instance');
    return { instance: found.instance, caseId: found.caseId };
  }

  const auditImage = (context: Context, action: string, instanceId: string) =>
    db.transaction((tx) => audit.record(tx, context, { action, subjectType: 'instance', subjectId: instanceId }));

  /** The stored default preview, or rendered with the wished window or frame. */
  async function preview(context: Context, instance: InstanceRow, wish: PreviewWish): Promise<Readable | Buffer> {
    if (instance.state !== 'ready' || !instance.previewSha256) throw notFound('preview');
    if ((wish.frame ?? 0) >= instance.frames) throw notFound('frame');
    await auditImage(context, 'studies.preview', instance.id);
    return renderPreview(parts, instance, wish, readerOf(context));
  }

  return {
    /** An image of a case that the reader may see, by default as its stored preview. */
    async casePreview(
      context: Context,
      caseId: string,
      imageId: string,
      wish: PreviewWish = {},
    ): Promise<Readable | Buffer> {
      await cases.forPatient(db.drizzle, context, caseId);
      const found = await findInstance(db.drizzle, imageId);
      if (!found || found.caseId !== caseId) throw notFound('preview');
      return preview(context, found.instance, wish);
    },

    /**
     * One frame as PNG, for print; the caller checks the access rights. Without a window it is the stored preview, as
     * when the report was signed. @throws AppError NOT_FOUND where the file is another one
     */
    async picture({
      imageId,
      sha256,
      frame,
      center,
      width,
    }: PreviewWish & { imageId: string; sha256: string }): Promise<Uint8Array> {
      const found = await findInstance(db.drizzle, imageId);
      if (found?.instance.sha256 !== sha256 || !found.instance.previewSha256) throw notFound('image');
      const instance = await withWholeHeader(parts, found.instance);
      const isPreview = center === undefined && instance.frames === 1 && instance.previewSha256;
      const image = isPreview
        ? await openPreview(parts, instance)
        : await renderPreview(parts, instance, { frame, center, width }, undefined);
      return image instanceof Uint8Array ? image : buffer(image);
    },

    /** An image of a scan; `mayRead` checks access to the scan. */
    async scanPreview(
      context: Context,
      instanceId: string,
      wish: PreviewWish,
      mayRead: (scanId: string) => Promise<boolean>,
    ): Promise<Readable | Buffer> {
      const found = await findInstance(db.drizzle, instanceId);
      if (!found?.scanId || !(await mayRead(found.scanId))) throw notFound('instance');
      return preview(context, found.instance, wish);
    },

    /** The series that the owner of a case can view. */
    seriesForViewing: (context: Context, caseId: string): Promise<caseContract.ViewableSeries[]> =>
      db.transaction(async (tx) => {
        await cases.forPatient(tx, context, caseId);
        const series = viewableSeries(await findTree(tx, { caseId }));
        await audit.record(tx, context, { action: 'studies.list', subjectType: 'case', subjectId: caseId });
        return series;
      }),

    /**
     * An image for reading. Records that this radiologist was shown the series, because every series is opened before a
     * signature.
     */
    async readingPreview(
      context: Context,
      staff: StaffActor,
      instanceId: string,
      { use, ...wish }: PreviewWish & { use: 'reading' | 'thumbnail' },
    ): Promise<Readable | Buffer> {
      const { instance, caseId } = await readableInstance(context, instanceId);
      const image = await preview(context, instance, wish);
      if (use === 'thumbnail') return image;
      const submission = await cases.submissionOf(db.drizzle, caseId);
      if (submission !== null) {
        const view = { seriesId: instance.seriesId, staffId: staff.id, submission, viewedAt: clock.now() };
        await insertSeriesView(db.drizzle, view);
      }
      return image;
    },

    openedSeries: async (on: Queries, caseId: string, staffId: string): Promise<string[]> => {
      const { submission } = await cases.forStaff(on, caseId);
      return findOpenedSeries(on, { caseId, submission, staffId });
    },

    seenSeries: async (on: Queries, caseId: string, staffId: string): Promise<SeenSeries[]> => {
      const { submission } = await cases.forStaff(on, caseId);
      return findSeenSeries(on, { caseId, submission, staffId });
    },

    /** Records the slices that were on this radiologist's screen. @throws AppError NOT_FOUND for a slice of another case */
    keepSlicesSeen: (
      context: Context,
      staff: StaffActor,
      caseId: string,
      slices: readonly { imageId: string; frame: number }[],
    ): Promise<{ seenSeries: SeenSeries[] }> =>
      db.transaction(async (tx) => {
        await cases.forPatient(tx, context, caseId);
        const caseRow = await cases.forStaff(tx, caseId);
        const { submission } = caseRow;
        const frames = await findFrames(tx, caseId);
        if (slices.some(({ imageId, frame }) => frame >= (frames.get(imageId) ?? 0))) throw notFound('slice');
        const of = { caseId, submission, staffId: staff.id };
        await addSlicesSeen(tx, of, slices);
        await cases.keepClaim(tx, staff, caseRow);
        return { seenSeries: await findSeenSeries(tx, of) };
      }),

    async download(
      context: Context,
      instanceId: string,
    ): Promise<{ stream: Readable; kind: string; sizeBytes: number }> {
      const { instance } = await readableInstance(context, instanceId);
      await auditImage(context, 'studies.download', instanceId);
      return { stream: await storage.open(instance.sha256), kind: instance.kind, sizeBytes: instance.sizeBytes };
    },
  };
}
