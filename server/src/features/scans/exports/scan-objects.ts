import { Readable } from 'node:stream';
import { type scans as contract, countMarked, given, leftOutObjects } from '@duai/contract';
import type { Tx } from '../../../adapters/database/port.ts';
import type { Context } from '../../../core/actor.ts';
import { notFound } from '../../../core/app-error.ts';
import { uidOf } from '../../../core/derived-ids.ts';
import { type ZipEntry, zipStream } from '../../../core/files/zip-stream.ts';
import { HOUSE_UTC_OFFSET } from '../../../core/house-time.ts';
import { DOCUMENT_TEXTS, documentLanguage } from '../../../core/texts.ts';
import { type Run, segmentedSeries } from '../../analyses/index.ts';
import { type CorrectionRow, type FullTree, firstWhole, patientOf, whyNotMade } from '../../studies/index.ts';
import type { ScanTools } from '../scan-tools.ts';
import { findOwnScan, findReferableScan } from '../scans.store.ts';
import { presentationOf } from './presentation-of-run.ts';

const TIMEOUT_MS = 60_000;
const NOT_FOR_DIAGNOSIS = 'AI result - not for primary diagnosis';

type FullSeries = FullTree['series'][number];
const NAMES = { segmentation: 'Masks', 'secondary-capture': 'Overlay', 'presentation-state': 'Outlines' } as const;

/** DICOM objects of one run: its masks as a segmentation, as outlines over the images, and a picture with the masks burnt in. */
export function createScanObjects({ db, clock, audit, studies, analyses, compute, storage }: ScanTools) {
  /** `hashes`: images that all tell the same of study and patient; a damaged one leaves the next. */
  async function written(
    institutionId: string,
    hashes: readonly string[],
    write: (path: string, options: { timeoutMs: number; account: string }) => Promise<Uint8Array>,
  ): Promise<Buffer> {
    const local = await firstWhole(hashes, storage.checkout);
    try {
      return Buffer.from(await write(local.path, { timeoutMs: TIMEOUT_MS, account: institutionId }));
    } finally {
      await local.release();
    }
  }

  const namesOf = (kind: contract.ObjectOfRun, run: Run, correction: CorrectionRow | undefined) => ({
    // Another patient is another object.
    sopInstanceUid: uidOf([kind, run.id, ...(correction ? [correction.id] : [])].join(':')),
    seriesInstanceUid: uidOf([`${kind}-series`, run.id, ...(correction ? [correction.id] : [])].join(':')),
    ...(correction && { patient: patientOf(correction) }),
    at: (run.finishedAt ?? run.createdAt).toISOString(),
    utcOffset: HOUSE_UTC_OFFSET,
    seriesDescription: `${NAMES[kind]} of ${run.algorithmId}, not for primary diagnosis`,
  });

  async function segmentationOf(
    institutionId: string,
    run: Run,
    series: FullSeries,
    correction: CorrectionRow | undefined,
  ): Promise<Buffer | null> {
    const object = segmentedSeries(run, series);
    const [first] = series.instances;
    if (!object || !first) return null;
    const kind = 'segmentation';
    const named = { ...object, ...namesOf(kind, run, correction) };
    const { sha256 } = first;
    const segmentation = { kind, name: kind, object: named, sha256 } as const;
    const hashes = series.instances.map((image) => image.sha256);
    return written(institutionId, hashes, (path, options) =>
      compute.run('write-signature-object', { object: segmentation, source: path, images: {}, pdf: null }, options),
    );
  }

  return {
    /** Runs of a scan that have masks, from which these objects can be made; `only`: of these algorithms. */
    async runsWithMasks(tx: Tx, scanId: string, submission: number, only: readonly string[] | null): Promise<string[]> {
      return (await analyses.ofScan(tx, scanId, submission))
        .filter((run) => (only === null || only.includes(run.algorithmId)) && hasMasks(run))
        .map(({ id }) => id);
    },

    /** @throws AppError NOT_FOUND */
    listMaskedRuns: (institutionId: string, scanId: string) =>
      db.transaction(async (tx) => {
        await findOwnScan(tx, institutionId, scanId);
        const masked = (await analyses.ofScan(tx, scanId)).filter(hasMasks);
        return masked.map(({ id, algorithmId }) => ({ runId: id, algorithmId }));
      }),

    /**
     * The masks of all runs as DICOM segmentations in a ZIP archive; each is made when its turn comes. One that cannot be made leaves
     * the others, and a text at the end names it (docs/decisions/0370).
     * @throws AppError STUDY_WITHOUT_UID, NOT_FOUND, also where no run has masks
     */
    async archive(context: Context, institutionId: string, scanId: string): Promise<Readable> {
      const { masked, correction } = await db.transaction(async (tx) => {
        await findReferableScan(tx, institutionId, scanId);
        const masked: { run: Run; series: FullSeries }[] = [];
        for (const run of await analyses.ofScan(tx, scanId)) {
          const series = hasMasks(run) && (await studies.fullSeries(tx, { scanId }, run.seriesId));
          if (series && segmentedSeries(run, series)) masked.push({ run, series });
        }
        if (masked.length === 0) throw notFound('masks');
        await audit.record(tx, context, {
          action: 'trial.export-segmentation',
          subjectType: 'scan',
          subjectId: scanId,
        });
        return { masked, correction: await studies.corrections.current(tx, { scanId }) };
      });
      const texts = DOCUMENT_TEXTS[documentLanguage(context.language)].paper;
      const leftOut: string[] = [];
      const file = (name: string, modifiedAt: Date, open: () => Promise<Buffer>): ZipEntry => ({
        ...{ name, modifiedAt, isCompressed: true },
        open: async () => Readable.from([await open()], { objectMode: false }),
      });
      const entries = function* () {
        for (const { run, series } of masked)
          yield file(`${run.algorithmId}-${run.id.slice(0, 8)}.dcm`, run.finishedAt ?? run.createdAt, async () =>
            given(await segmentationOf(institutionId, run, series, correction), 'the segmentation'),
          );
        if (leftOut.length > 0)
          yield file(leftOutObjects.LEFT_OUT_FILE, clock.now(), async () =>
            Buffer.from([texts.leftOut, ...leftOut, ''].join('\n')),
          );
      };
      return zipStream(entries(), {
        goesOnWithout: ({ name }, error) => {
          const reason = whyNotMade(error);
          if (reason) leftOut.push(`${name}: ${texts.leftOutBecause[reason]}`);
          return reason !== undefined;
        },
      });
    },

    /**
     * Makes the same object each time for the same run. Returns null where the series is not a stack that a
     * segmentation can refer to. @throws AppError NOT_FOUND, STUDY_WITHOUT_UID
     */
    async ofRun(
      context: Context,
      institutionId: string,
      scanId: string,
      kind: contract.ObjectOfRun,
      runId: string,
    ): Promise<Buffer | null> {
      const { run, series, correction } = await db.transaction(async (tx) => {
        await findReferableScan(tx, institutionId, scanId);
        const found = (await analyses.ofScan(tx, scanId)).find(({ id }) => id === runId);
        const whole = found && (await studies.fullSeries(tx, { scanId }, found.seriesId));
        if (!found || !whole) throw notFound('analysis');
        await audit.record(tx, context, { action: `trial.export-${kind}`, subjectType: 'scan', subjectId: scanId });
        return { run: found, series: whole, correction: await studies.corrections.current(tx, { scanId }) };
      });
      if (kind === 'segmentation') return segmentationOf(institutionId, run, series, correction);
      const title = analyses.titleOf(run).en;
      if (kind === 'presentation-state') {
        const drawn = presentationOf(run, series, { title, notFor: NOT_FOR_DIAGNOSIS, masks: masksOf(run) });
        if (!drawn) return null;
        const { sha256, state, images } = drawn;
        const named = { ...state, ...namesOf(kind, run, correction) };
        return written(institutionId, [sha256], (path, options) =>
          compute.run('write-presentation-state', { path, state: named, images }, options),
        );
      }
      const shown = mostMarked(run, series);
      if (!shown) return null;
      const { instance, frame, masks } = shown;
      const algorithm = `${title} (${run.algorithmId} ${run.algorithmVersion})`;
      const object = {
        ...namesOf(kind, run, correction),
        derivation: `${NOT_FOR_DIAGNOSIS}: ${algorithm}`,
        softwareVersion: run.algorithmVersion,
        source: {
          sopClassUid: instance.header?.sopClassUid ?? '',
          sopInstanceUid: instance.sopInstanceUid ?? '',
          frame: instance.frames > 1 ? frame : null,
        },
      };
      const lines = [NOT_FOR_DIAGNOSIS, algorithm, masks.map(({ code }) => code).join(', ')];
      return written(institutionId, [instance.sha256], (path, options) =>
        compute.run(
          'write-secondary-capture',
          { path, frame, masks: masks.map(({ runs }) => runs), lines, object },
          options,
        ),
      );
    },
  };
}

const masksOf = (run: Run) =>
  run.result?.outcome === 'evaluated'
    ? run.result.overlays.filter(({ kind, slices }) => kind !== 'heat' && slices.length > 0)
    : [];

const hasMasks = (run: Run): boolean => masksOf(run).length > 0;

/** The frame with the largest marked area, with all masks on it. */
function mostMarked(run: Run, { instances }: FullSeries) {
  const overlays = masksOf(run);
  const places = overlays.flatMap(({ columns, rows, slices }) =>
    slices.map(({ sopInstanceUid, frame = 0, runs }) => ({
      sopInstanceUid,
      frame,
      columns,
      rows,
      of: countMarked(runs),
    })),
  );
  const byMarks = places.toSorted((a, b) => b.of - a.of);
  for (const place of byMarks) {
    const instance = instances.find(
      ({ sopInstanceUid, columns, rows }) =>
        sopInstanceUid === place.sopInstanceUid && columns === place.columns && rows === place.rows,
    );
    if (!instance) continue;
    const masks = overlays.flatMap(({ code, columns, rows, slices }) =>
      slices
        .filter(
          ({ sopInstanceUid, frame = 0 }) =>
            sopInstanceUid === place.sopInstanceUid &&
            frame === place.frame &&
            columns === place.columns &&
            rows === place.rows,
        )
        .map(({ runs }) => ({ code, runs })),
    );
    return { instance, frame: place.frame, masks };
  }
  return null;
}
