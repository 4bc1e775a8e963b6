import {
  type Algorithm,
  type Catalogue,
  findAlgorithm,
  NoWordingError,
  type Told,
  tell,
  type Wording,
} from '@duai/algorithms';
import { inEachLanguage, type Language, type Translated } from '@duai/contract';
import type { Tx } from '../../adapters/database/port.ts';
import * as store from './analyses.store.ts';
import type { AnalysisRow, Reason } from './analyses.tables.ts';
import { isRoutingReason, routingSentence } from './routing-wording.ts';

/** Runs from before results were frozen, in one transaction: their masks are read, so they are few. */
const RUNS_AT_ONCE = 20;

/** Freezes those of these runs that ended before results were frozen. @returns whether there were any */
export async function freezeOlderOf(tx: Tx, catalogue: Catalogue, runs: AnalysisRow[], at: Date): Promise<boolean> {
  const unfrozen = runs.filter(({ frozenAt, status }) => !frozenAt && status !== 'planned' && status !== 'running');
  await freezeThese(tx, catalogue, unfrozen, at);
  return unfrozen.length > 0;
}

/** Freezes the next few of all such runs. @returns whether there were any */
export async function freezeNextOlder(tx: Tx, catalogue: Catalogue, at: Date): Promise<boolean> {
  const unfrozen = await store.findUnfrozen(tx, RUNS_AT_ONCE);
  await freezeThese(tx, catalogue, unfrozen, at);
  return unfrozen.length > 0;
}

async function freezeThese(
  tx: Tx,
  catalogue: Catalogue,
  runs: Pick<AnalysisRow, 'id' | 'studyId'>[],
  at: Date,
): Promise<void> {
  if (runs.length === 0) return;
  await store.lockScansOf(
    tx,
    runs.map(({ studyId }) => studyId),
  );
  const ids = runs.map(({ id }) => id);
  for (const run of await store.lockUnfrozen(tx, ids)) await freezeLater(tx, catalogue, run, at);
}

/** In the words of today, and marked so. */
async function freezeLater(tx: Tx, catalogue: Catalogue, run: AnalysisRow, at: Date): Promise<void> {
  const { algorithmId, reason, result, status } = run;
  const algorithm = findAlgorithm(catalogue, algorithmId);
  const today = wordingOfToday(algorithm, algorithmId);
  await store.freeze(tx, run.id, result ? tell(today, result).map(withoutBareCodes) : [], {
    title: run.title ?? titleOf(algorithm, algorithmId),
    reasonWording: reason && (status === 'failed' ? failureWording(reason) : gateWording(today, reason)),
    wording: 'frozen-later',
    frozenAt: at,
  });
}

/** A code that today's version does not know, or whose algorithm is gone, is told as the code itself: nothing is hidden. */
function wordingOfToday(algorithm: Algorithm | undefined, algorithmId: string): Wording {
  return {
    manifest: { id: algorithmId },
    measurementNames: algorithm?.measurementNames ?? {},
    isAboutPerson: algorithm?.isAboutPerson ?? false,
    impressionFrom: algorithm?.impressionFrom ?? 'important',
    shownBy: algorithm?.shownBy ?? {},
    sentence(said, language) {
      try {
        return algorithm?.sentence(said, language) ?? said.code;
      } catch (error) {
        if (error instanceof NoWordingError) return said.code;
        throw error;
      }
    },
  };
}

/** A bare code is for those who read images; it goes into no draft. */
const withoutBareCodes = (told: Told): Told =>
  told.wording.en === told.code ? { ...told, isInDraft: false, isInImpression: false } : told;

/** An algorithm that has left the catalogue is called by its id. */
export const titleOf = (algorithm: Algorithm | undefined, algorithmId: string): Translated =>
  algorithm?.manifest.title ?? inEachLanguage(() => algorithmId);

/** What a run that came to a result is frozen with. @throws NoWordingError for a code without wording */
export const freezeResult = (
  algorithm: Algorithm,
  result: NonNullable<AnalysisRow['result']>,
  at: Date,
): { told: Told[]; change: store.Freezing } => ({
  told: tell(algorithm, result),
  change: { title: algorithm.manifest.title, reasonWording: null, wording: 'of-the-run', frozenAt: at },
});

/** What a run without a result is frozen with: it did not fit, or failed. */
export const freezeReason = (title: Translated, reasonWording: Translated, at: Date): store.Freezing => ({
  title,
  reasonWording,
  wording: 'of-the-run',
  frozenAt: at,
});

/** Why an algorithm did not fit, in words. */
export const gateWording = (algorithm: Pick<Wording, 'sentence'>, reason: Reason): Translated =>
  inEachLanguage((language) =>
    isRoutingReason(reason) ? routingSentence(reason, language) : algorithm.sentence(reason, language),
  );

/** What is known of why a run came to no end; any other code stands for itself. */
const CAUSES: Readonly<Record<string, Translated>> = {
  TIMED_OUT: { tr: 'süre sınırını aştı', en: 'it took longer than it may', ar: 'تجاوزت الوقت المسموح' },
  MEMORY: { tr: 'bellek sınırını aştı', en: 'it needed more memory than it may', ar: 'تجاوزت الذاكرة المسموحة' },
  CRASHED: { tr: 'çalışırken çöktü', en: 'it crashed', ar: 'تعطّلت أثناء العمل' },
  MODEL_CHANGED: {
    tr: 'modelin dosyası değişmiş',
    en: 'the file of the model is not the one that was imported',
    ar: 'ملف النموذج ليس الملف المستورد',
  },
  MODEL_OUTPUT_INVALID: {
    tr: 'model geçersiz sayı ya da biçim verdi',
    en: 'the model gave numbers or shapes that are not valid',
    ar: 'أعطى النموذج أرقامًا أو أشكالًا غير صالحة',
  },
  RUN_FAILED: { tr: 'model çalıştırılamadı', en: 'the model cannot be run', ar: 'تعذّر تشغيل النموذج' },
  MODEL_SERVER_UNKNOWN: {
    tr: 'modelin sunucusu bu kurulumda tanımlı değil',
    en: 'the server of the model is not set up here',
    ar: 'خادم النموذج غير معرّف في هذا التثبيت',
  },
  REMOTE_ADDRESS_REFUSED: {
    tr: 'sunucunun adresine bağlanmaya izin verilmiyor',
    en: 'the address of the server may not be called',
    ar: 'لا يُسمح بالاتصال بعنوان الخادم',
  },
  REMOTE_DOWN: {
    tr: 'modelin sunucusuna ulaşılamadı',
    en: 'the server of the model could not be reached',
    ar: 'تعذّر الوصول إلى خادم النموذج',
  },
  REMOTE_PAUSED: {
    tr: 'modelin sunucusu art arda yanıt vermedi, bir süre sorulmuyor',
    en: 'the server of the model failed several times in a row and is not asked for a while',
    ar: 'لم يستجب خادم النموذج عدة مرات متتالية ولن يُسأل لفترة',
  },
  REMOTE_TIMED_OUT: {
    tr: 'modelin sunucusu süresinde yanıt vermedi',
    en: 'the server of the model did not answer in time',
    ar: 'لم يُجب خادم النموذج في الوقت المحدد',
  },
  REMOTE_REFUSED: {
    tr: 'modelin sunucusu isteği geri çevirdi',
    en: 'the server of the model refused the request',
    ar: 'رفض خادم النموذج الطلب',
  },
  REMOTE_SILENT: {
    tr: 'üreticinin cihazından süresinde sonuç gelmedi',
    en: 'no result came from the box of the maker in time',
    ar: 'لم تصل نتيجة من جهاز الصانع في الوقت المحدد',
  },
  REMOTE_ANSWER_INVALID: {
    tr: 'modelin sunucusunun yanıtı kurallara uymuyor',
    en: 'the answer of the server of the model is not as its protocol says',
    ar: 'جواب خادم النموذج لا يطابق البروتوكول',
  },
  REMOTE_ANSWER_TOO_LARGE: {
    tr: 'modelin sunucusu beklenenden çok veri gönderdi',
    en: 'the server of the model sent more than it may',
    ar: 'أرسل خادم النموذج أكثر من المسموح',
  },
  RESULT_INVALID: { tr: 'sonuç geçersiz', en: 'its result is not valid', ar: 'نتيجتها غير صالحة' },
};

export function failureWording({ code }: Reason): Translated {
  const cause = (language: Language) => (CAUSES[code] ? `: ${CAUSES[code][language]}` : '');
  return {
    tr: `Analiz tamamlanamadı (${code})${cause('tr')}. Sonuç yok; görüntüler bundan etkilenmedi.`,
    en: `The analysis could not be completed (${code})${cause('en')}. There is no result; the images are unaffected.`,
    ar: `تعذّر إكمال التحليل (${code})${cause('ar')}. لا توجد نتيجة؛ لم تتأثر الصور.`,
  };
}
