import { reports as contract } from '@duai/contract';
import type { StaffActor } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import type { CaseRow } from '../../cases/index.ts';
import type { ReportRow } from '../reports.tables.ts';

interface Asked {
  /** By the setting of this reader or of the house. */
  isReadFirst: boolean;
  /** This reader has saved a preliminary read of the images as they are now. */
  hasPreliminary: boolean;
}

/** A signed report withholds nothing: its reading is over. */
export const isAiWithheld = ({ isReadFirst, hasPreliminary }: Asked, { status }: Pick<CaseRow, 'status'>): boolean =>
  isReadFirst && !hasPreliminary && status !== 'completed';

/** @throws AppError READ_FIRST */
export function assertAiShown(asked: Asked, caseRow: Pick<CaseRow, 'status'>): void {
  if (isAiWithheld(asked, caseRow)) throw new AppError('READ_FIRST');
}

/**
 * What a colleague or an algorithm wrote is no read of this reader, and a read says what was seen and what it means.
 * @throws AppError PRELIMINARY_NOT_WRITTEN
 */
export function assertIsRead(
  { editedBy, content: { findings, impression } }: Pick<ReportRow, 'editedBy' | 'content'>,
  reader: Pick<StaffActor, 'id'>,
): void {
  if (editedBy !== reader.id || !findings.trim() || !impression.trim()) throw new AppError('PRELIMINARY_NOT_WRITTEN');
}

const TEXTS = [...contract.REPORT_SECTIONS, 'agreement'] as const;

/** Which sections of a report say something else than its preliminary read did. */
export const changedSections = (before: contract.ReportContent, now: contract.ReportContent): string[] =>
  TEXTS.filter((section) => (before[section] ?? '') !== (now[section] ?? ''));
