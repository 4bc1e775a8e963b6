import { radsInWords, type reports } from '@duai/contract';
import { useMemo } from 'react';
import { useWorkTexts } from '../../../../lib/messages.tsx';
import { changesBetween, choicesBetween } from './words.ts';

const LOOKS = {
  same: undefined,
  added: 'bg-green-soft text-green no-underline',
  removed: 'bg-red-soft text-red',
} as const;

/** Changes of a report by section and word, and of what is chosen in it: what was removed is struck through, what was added marked. */
export function ChangedWords({
  before,
  after,
  language,
}: {
  readonly before: reports.ReportContent;
  readonly after: reports.ReportContent;
  readonly language: 'tr' | 'en';
}) {
  const { readings, reporting } = useWorkTexts();
  // Shown beside a text that is being typed.
  const changes = useMemo(() => changesBetween(before, after), [before, after]);
  const choices = choicesBetween(before, after);
  const { aids } = reporting;
  const nameOf = { agreement: readings.report.agreement, rads: aids.rads, keyImages: readings.keyImages.heading };
  const told = ({ agreement, rads, keyImages }: reports.ReportContent) => ({
    agreement: agreement ? readings.report.agreements[agreement] : readings.report.noFirstReport,
    rads: rads ? radsInWords(rads, language).line : aids.noRads,
    keyImages: keyImages.map(({ caption }, at) => `${at + 1}. ${caption}`.trim()).join(' ') || readings.keyImages.none,
  });
  const [from, to] = [told(before), told(after)];
  if (changes.length === 0 && choices.length === 0) return <p className="text-grey-4">{reporting.versions.same}</p>;
  return (
    <dl className="grid gap-3">
      {changes.map(({ section, words }) => (
        <div key={section}>
          <dt className="text-sm font-semibold text-grey-4">{readings.report.sections[section]}</dt>
          <dd lang={language} className="whitespace-pre-line [overflow-wrap:anywhere]">
            {words.map(({ at, kind, text }) => {
              const Mark = { same: 'span', added: 'ins', removed: 'del' }[kind] as 'span' | 'ins' | 'del';
              return (
                <Mark key={at} className={LOOKS[kind]}>
                  {text}
                </Mark>
              );
            })}
          </dd>
        </div>
      ))}
      {choices.map((choice) => (
        <div key={choice}>
          <dt className="text-sm font-semibold text-grey-4">{nameOf[choice]}</dt>
          <dd className="[overflow-wrap:anywhere]">
            <del className={LOOKS.removed}>{from[choice]}</del> <ins className={LOOKS.added}>{to[choice]}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
