/**
 * The summary for patients that drafts are prepared with: the current texts of the catalogue (documents.draft) and those of
 * earlier versions, whose drafts may still be open. They are true of every report, so they do not count as a written summary.
 */
export const PREPARED_SUMMARIES: readonly string[] = [
  'Görüntüleriniz radyoloğumuz tarafından incelendi. Yapay zekâ yalnızca ölçüm ve kalite denetimi yaptı; değerlendirme ve bu rapor radyoloğa aittir. Sorularınız için sizi takip eden hekime danışın.',
  'Your images were read by our radiologist. Artificial intelligence only measured and checked their quality; the assessment and this report are the radiologist’s. Please discuss your questions with the doctor who treats you.',
  'Görüntüleriniz radyoloğumuz tarafından incelendi. Yapay zekâ yalnızca ölçüm ve kalite denetimi yaptı; değerlendirme ve bu rapor radyoloğa aittir. Sorularınız için sizi izleyen hekime danışın.',
];

/**
 * Whether somebody wrote the patient's summary: true if any text remains once the prepared sentences are removed. White
 * space, case, accents and punctuation are ignored.
 * @param generated texts that the pipeline proposed for this report, beside the prepared summary
 */
export function isSummaryWritten(summary: string, generated: readonly string[] = []): boolean {
  const prepared = new Set([...PREPARED_SUMMARIES, ...generated].flatMap(sentencesOf));
  return sentencesOf(summary).some((sentence) => !prepared.has(sentence));
}

/** Letters and digits of each sentence; a part without a letter is skipped. */
const sentencesOf = (text: string): string[] =>
  text
    .split(/[.;!?]/)
    .filter((part) => /\p{L}/u.test(part))
    .map((part) =>
      part
        .normalize('NFKD')
        .toLowerCase()
        .replaceAll('ı', 'i')
        .replace(/[^\p{L}\p{N}]/gu, ''),
    );
