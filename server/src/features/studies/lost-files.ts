import { Readable } from 'node:stream';
import type { Language } from '@duai/contract';
import { AppError } from '../../core/app-error.ts';
import type { ZipEntry, ZipOptions } from '../../core/files/zip-stream.ts';
import { SERVER_TEXTS } from '../../core/texts.ts';

export const LOST_FILES = 'MISSING-FILES.txt';

/**
 * Stored files that are damaged or missing, which an archive leaves out (docs/decisions/0080). A text at its end lists
 * them, so that nobody takes the archive for complete. Any other error ends the archive.
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

    /** Add it as the last entry, when all others have been tried. */
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
