import { LIMITS, type uploads } from '@duai/contract';

/**
 * How many files were chosen when the upload of a case began, stored on this device, which also knows which files were
 * removed later; other devices use the number announced with each file. Only an id and a number, no personal data.
 */
const keyOf = (caseId: string): string => `duai-upload-${caseId}`;
const KEPT_MS = LIMITS.uploadKeptDays * 86_400_000;

export function keepPlan(caseId: string, files: number, now = Date.now()): void {
  try {
    localStorage.setItem(keyOf(caseId), JSON.stringify({ files, at: now }));
  } catch {
    // Storage is full or switched off: the patient still sees how many have arrived.
  }
}

/** 0 if unknown. Expires when the server deletes unfinished uploads. */
export function readPlan(caseId: string, now = Date.now()): number {
  try {
    const { files, at } = JSON.parse(localStorage.getItem(keyOf(caseId)) ?? '{}') as { files?: number; at?: number };
    if (files && at && now - at < KEPT_MS) return files;
    dropPlan(caseId);
  } catch {
    // Not our value, or storage is switched off: treated as absent.
  }
  return 0;
}

/** The number of files announced with the upload that was begun last; 0 if none was announced. */
export const announcedIn = (begun: readonly Pick<uploads.Upload, 'announcedFiles' | 'createdAt'>[] = []): number =>
  begun.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0]?.announcedFiles ?? 0;

export const dropPlan = (caseId: string): void => localStorage.removeItem(keyOf(caseId));
