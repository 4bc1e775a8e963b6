import { Readable } from 'node:stream';
import type { Language } from '@duai/contract';
import { AppError } from '../../core/app-error.ts';
import type { ZipEntry, ZipOptions } from '../../core/files/zip-stream.ts';

export const LOST_FILES = 'MISSING-FILES.txt';

const TEXTS: Record<Language, { head: string; tail: string }> = {
  tr: {
    head: 'Bu dosyalar arşivde YOK. Bizde saklanan kopyaları bozulmuş ya da bulunamıyor; bozuk bir dosyayı vermiyoruz.',
    tail: 'Diğer bütün dosyalar tam. Hata bizim; haberimiz var. Bu dosyaların asılları sizdeyse yeniden yükleyin: kopya böyle onarılır. Değilse bize yazın ve arşivi birkaç gün sonra yeniden isteyin.',
  },
  en: {
    head: 'These files are NOT in this archive. The copies that we stored are damaged or cannot be found; we give out no damaged file.',
    tail: 'All other files are whole. The fault is ours, and we have been told of it. If you have the originals, upload them again: that mends the copies. If not, write to us, and ask for the archive again in a few days.',
  },
  ar: {
    head: 'هذه الملفات ليست في هذا الأرشيف. النسخ المحفوظة لدينا تالفة أو يتعذر العثور عليها، ونحن لا نسلّم ملفًا تالفًا.',
    tail: 'جميع الملفات الأخرى كاملة. الخطأ من جانبنا وقد أُبلغنا به. إن كانت لديكم الأصول فارفعوها من جديد، فبذلك تُصلَح النسخ. وإلا فراسلونا واطلبوا الأرشيف مرة أخرى بعد بضعة أيام.',
  },
};

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
      const { head, tail } = TEXTS[language];
      const text = [head, '', ...lost, '', tail, ''].join('\n');
      yield {
        name: folder === '' ? LOST_FILES : `${folder}/${LOST_FILES}`,
        modifiedAt,
        open: async () => Readable.from([text], { objectMode: false }),
      };
    },
  };
}
