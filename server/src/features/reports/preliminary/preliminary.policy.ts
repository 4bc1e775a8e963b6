import { isDeepStrictEqual } from 'node:util';
import { reports as contract, isWritten } from '@duai/contract';
import type { StaffActor } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import type { CaseRow } from '../../cases/index.ts';
import type { ReportRow } from '../reports.tables.ts';

interface Asked {
  /** True by the setting of this reader or of the house. */
  isReadFirst: boolean;
  /** True where this reader has saved a preliminary read of the current images. */
  hasPreliminary: boolean;
}

/** Once a report is signed, AI is shown to everybody. */
export const isAiWithheld = ({ isReadFirst, hasPreliminary }: Asked, { status }: Pick<CaseRow, 'status'>): boolean =>
  isReadFirst && !hasPreliminary && status !== 'completed';

/** @throws AppError READ_FIRST */
export function assertAiShown(asked: Asked, caseRow: Pick<CaseRow, 'status'>): void {
  if (isAiWithheld(asked, caseRow)) throw new AppError('READ_FIRST');
}

/**
 * A preliminary read has findings and an impression, and was last edited by this reader, not by a colleague or an
 * algorithm.
 * @throws AppError PRELIMINARY_NOT_WRITTEN
 */
export function assertIsRead(
  { editedBy, content: { findings, impression } }: Pick<ReportRow, 'editedBy' | 'content'>,
  reader: Pick<StaffActor, 'id'>,
): void {
  if (editedBy !== reader.id || !isWritten(findings) || !isWritten(impression))
    throw new AppError('PRELIMINARY_NOT_WRITTEN');
}

const PARTS = [...contract.REPORT_SECTIONS, 'agreement', 'rads', 'keyImages'] as const;

/** The parts of a report that differ from the preliminary read: texts, the chosen category, and the key images. */
export function changedSections(before: contract.ReportContent, now: contract.ReportContent): string[] {
  const [then, since] = [comparable(before), comparable(now)];
  return PARTS.filter((part) => !isDeepStrictEqual(then[part], since[part]));
}

/** Reads from before a part existed lack it. The factor of an uptake comes with the signature, not from the reader. */
const comparable = ({ agreement, rads, keyImages, ...texts }: Partial<contract.ReportContent>) => ({
  ...texts,
  agreement: agreement ?? null,
  rads: rads ?? null,
  keyImages: (keyImages ?? []).map(({ suvFactor: _, ...image }) => image),
});
