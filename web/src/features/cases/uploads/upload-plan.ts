import { LIMITS, type uploads } from '@duai/contract';

/**
 * How many files were chosen for a case when its upload began, kept on this device, since it also knows what was taken
 * off the list later; another device goes by what each file announced. An id and a number, nothing about a person.
 */
const keyOf = (caseId: string): string => `duai-upload-${caseId}`;
const KEPT_MS = LIMITS.uploadKeptDays * 86_400_000;

export function keepPlan(caseId: string, files: number, now = Date.now()): void {
  try {
    localStorage.setItem(keyOf(caseId), JSON.stringify({ files, at: now }));
  } catch {
    // Full or switched off: the patient sees how many have arrived.
  }
}

/** 0 where nothing is known; forgotten as soon as the server forgets the pieces. */
export function readPlan(caseId: string, now = Date.now()): number {
  try {
    const { files, at } = JSON.parse(localStorage.getItem(keyOf(caseId)) ?? '{}') as { files?: number; at?: number };
    if (files && at && now - at < KEPT_MS) return files;
    dropPlan(caseId);
  } catch {
    // Not ours, or storage is switched off: as if there were none.
  }
  return 0;
}

/** What the file that was begun last said of its selection; 0 where none said anything. */
export const announcedIn = (begun: readonly Pick<uploads.Upload, 'announcedFiles' | 'createdAt'>[] = []): number =>
  begun.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0]?.announcedFiles ?? 0;

export const dropPlan = (caseId: string): void => localStorage.removeItem(keyOf(caseId));
