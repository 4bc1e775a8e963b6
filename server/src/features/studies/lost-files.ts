import { Readable } from 'node:stream';
import type { Language } from '@duai/contract';
import { AppError } from '../../core/app-error.ts';
import type { ZipEntry, ZipOptions } from '../../core/files/zip-stream.ts';
import { SERVER_TEXTS } from '../../core/texts.ts';

export const LOST_FILES = 'MISSING-FILES.txt';

/**
 * What an archive goes on without: stored files that are damaged or gone (docs/decisions/0080). They are named in a text
 * at its end, so that nobody takes the rest for all. Any other failure breaks the archive off.
 */
export function createLostFiles(language: Language) {
  const lost: string[] = [];
  return {
    options: {
      goesOnWithout: (entry, error) => {
        const isLost = error instanceof AppError && error.code === 'FILE_DAMAGED';
        if (isLost) lost.push(entry.name);
        return isLost;
      },
    } satisfies ZipOptions,

    /** Asked for as the last entry, when all others have been tried. */
    *entry(folder: string, modifiedAt: Date): Generator<ZipEntry> {
      if (lost.length === 0) return;
      const { head, tail } = SERVER_TEXTS[language].studies.lostFiles;
      const text = [head, '', ...lost, '', tail, ''].join('\n');
      yield {
        name: folder === '' ? LOST_FILES : `${folder}/${LOST_FILES}`,
        modifiedAt,
        open: async () => Readable.from([text], { objectMode: false }),
      };
    },
  };
}
