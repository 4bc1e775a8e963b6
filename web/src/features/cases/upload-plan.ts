import { LIMITS } from '@duai/contract';

/**
 * How many files were chosen for a case when its upload began, kept on this device: after a closed browser the server
 * knows what has arrived, and nobody else what is missing. An id and a number, nothing about a person.
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

export const dropPlan = (caseId: string): void => localStorage.removeItem(keyOf(caseId));
