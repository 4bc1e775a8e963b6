import { itemAt } from '@duai/imaging';
import type { Tx } from '../../../adapters/database/port.ts';
import { newId } from '../../../core/ids.ts';
import { findCorrection } from '../corrections/corrections.store.ts';
import { insertIdentities } from '../series-identities.store.ts';
import { ensureSeries, ensureStudy, findSeries, type Owner } from '../studies.store.ts';
import * as store from './intake.store.ts';
import { type CheckedFile, headerOf, isPresentation, type Refusal } from './receive-files.ts';

/**
 * Inserts the rows of received files: new studies and series, then all instances together. Content that was refused, or
 * that could not be processed, is tried again. @returns a refusal for each file whose content the study already has
 */
export async function insertFiles(tx: Tx, owner: Owner, files: CheckedFile[]): Promise<Refusal[]> {
  let mayBeCorrected = false;
  const seriesByKey = new Map<string, Awaited<ReturnType<typeof ensureSeries>>>();
  const rows: Parameters<typeof store.insertInstances>[1] = [];
  for (const file of files) {
    const { name, staged, inspection, dataSetSha256 } = file;
    const header = headerOf(file);
    const seriesKey = header?.seriesInstanceUid ?? `file:${staged.sha256}`;
    const key = `${header?.studyInstanceUid ?? ''} ${seriesKey}`;
    let series = seriesByKey.get(key);
    if (!series) {
      const found = await findSeries(tx, owner, header?.studyInstanceUid ?? null, seriesKey);
      mayBeCorrected ||= found?.hasCorrection !== false;
      series = found?.series ?? (await ensureSeries(tx, (await ensureStudy(tx, owner, header)).id, seriesKey, header));
      seriesByKey.set(key, series);
    }
    rows.push({
      id: newId(),
      studyId: series.studyId,
      seriesId: series.id,
      originalName: name,
      kind: inspection.kind === 'presentation' ? 'dicom' : inspection.kind,
      isPresentation: isPresentation(file),
      sha256: staged.sha256,
      // A UID of more than 64 characters (PS3.5 section 9.1) is invalid and identifies nothing, and may be too long for
      // an index.
      dataSetSha256: (header?.sopInstanceUid?.length ?? 0) > 64 ? null : dataSetSha256,
      sizeBytes: staged.sizeBytes,
      sopInstanceUid: header?.sopInstanceUid ?? null,
      instanceNumber: header?.instanceNumber ?? null,
      ...sizeOf(inspection),
      frames: header?.frames ?? 1,
      header,
      // It was read whole when it was checked: nothing is left to prepare.
      state: isPresentation(file) ? ('ready' as const) : ('received' as const),
    });
  }
  const inserted = await store.insertInstances(tx, rows);
  const isNew = (at: number) => inserted.has(itemAt(rows, at).id);
  const written = files.flatMap(({ inspection }, at) =>
    'identity' in inspection && isNew(at) ? [{ seriesId: itemAt(rows, at).seriesId, ...inspection.identity }] : [],
  );
  const correction = mayBeCorrected ? await findCorrection(tx, owner) : undefined;
  if (correction) {
    const { name, patientId, birthDate, sex } = correction;
    const told = { name, patientId, birthDate, sex, isRemoved: false };
    await insertIdentities(tx, written, 'written');
    await insertIdentities(
      tx,
      written.map((one) => ({ ...one, ...told })),
    );
  } else await insertIdentities(tx, written);
  const known = rows.filter(({ id }) => !inserted.has(id));
  // What was signed about a patient's case names its files by hash, so there only the identical file replaces a damaged
  // copy.
  const replaced = 'scanId' in owner ? await store.replaceDamaged(tx, known) : [];
  const healed = new Set([...replaced, ...(await store.healInstances(tx, known))]);
  return known
    .filter(({ studyId, sha256, dataSetSha256 }) =>
      [sha256, dataSetSha256].every((hash) => !healed.has(`${studyId} ${hash}`)),
    )
    .map(({ originalName }) => ({ name: originalName, code: 'DUPLICATE' }));
}

/** A presentation state has no size. */
function sizeOf(inspection: CheckedFile['inspection']): { columns: number | null; rows: number | null } {
  if (inspection.kind === 'presentation') return { columns: null, rows: null };
  const { columns, rows } = 'header' in inspection ? inspection.header : inspection;
  return { columns, rows };
}
