import { useWorkTexts } from '../../../lib/messages.tsx';
import { isHardToRead, otherLanguageOf } from './writing-hints.ts';

/** A hint below a section whose text is in another language than the report, or too difficult for the patient. */
export function WritingHint({
  section,
  text,
  language,
}: {
  readonly section: string;
  readonly text: string;
  readonly language: 'tr' | 'en';
}) {
  const { hints } = useWorkTexts().reporting;
  const other = otherLanguageOf(text, language);
  const isHard = section === 'plainSummary' && !other && isHardToRead(text, language);
  if (!other && !isHard) return null;
  return (
    <p role="status" className="text-sm text-orange">
      {other
        ? hints.otherLanguage({ language: hints.languages[other], report: hints.languages[language] })
        : hints.hard}
    </p>
  );
}
