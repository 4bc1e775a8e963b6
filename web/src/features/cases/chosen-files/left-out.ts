import { LIMITS, type uploads } from '@duai/contract';
import type { z } from 'zod';
import type { FileReport } from '../preflight/preflight-client.ts';
import type { Rejection } from './file-checks.ts';
import { pathOf } from './gather-files.ts';

type LeftOut = NonNullable<z.input<typeof uploads.submitUploads.body>['leftOut']>[number];

/**
 * Files of a case that this browser refused or could not read: whoever reads the case is told that they are missing. Known only
 * until the page is loaded anew.
 */
export function createLeftOut() {
  const byPath = new Map<string, LeftOut>();
  return {
    /** Files that were refused when they were chosen. Letters and programs are no images of an examination. */
    refused(rejected: readonly Rejection[]): void {
      for (const { path, name, code } of rejected)
        if (code !== 'TYPE_NOT_SUPPORTED' && code !== 'DUPLICATE') byPath.set(path, { name, code });
    },
    /** A chosen file that its sender took off again: it counts only if it could not be read. */
    takenOff(file: File, report: FileReport | null): void {
      if (report?.inspection.status !== 'refused') return;
      byPath.set(pathOf(file), { name: file.name, code: report.inspection.code });
    },
    chosen(files: readonly File[]): void {
      for (const file of files) byPath.delete(pathOf(file));
    },
    list: (): LeftOut[] => [...byPath.values()].slice(0, LIMITS.filesPerCase),
  };
}
