/**
 * The patient's summary as drafts carried it before somebody wrote one: today's texts of the catalogue (documents.draft) and
 * those of earlier versions, whose drafts are still open. Each is true of every report, so it says nothing about this one.
 */
export const PREPARED_SUMMARIES: readonly string[] = [
  'Görüntüleriniz radyoloğumuz tarafından incelendi. Yapay zekâ yalnızca ölçüm ve kalite denetimi yaptı; değerlendirme ve bu rapor radyoloğa aittir. Sorularınız için sizi takip eden hekime danışın.',
  'Your images were read by our radiologist. Artificial intelligence only measured and checked their quality; the assessment and this report are the radiologist’s. Please discuss your questions with the doctor who treats you.',
  'Görüntüleriniz radyoloğumuz tarafından incelendi. Yapay zekâ yalnızca ölçüm ve kalite denetimi yaptı; değerlendirme ve bu rapor radyoloğa aittir. Sorularınız için sizi izleyen hekime danışın.',
];

/**
 * Whether somebody wrote the patient's summary: a word is left once the sentences that nobody wrote are taken out.
 * White space, capitals, accents and marks make no difference.
 * @param generated texts that the pipeline proposed for this report, beside the prepared summary
 */
export function isSummaryWritten(summary: string, generated: readonly string[] = []): boolean {
  const prepared = new Set([...PREPARED_SUMMARIES, ...generated].flatMap(sentencesOf));
  return sentencesOf(summary).some((sentence) => !prepared.has(sentence));
}

/** Letters and digits of each sentence; what has no letter is no sentence. */
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
