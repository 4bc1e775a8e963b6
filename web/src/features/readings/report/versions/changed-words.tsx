import type { reports } from '@duai/contract';
import { useWorkTexts } from '../../../../lib/messages.tsx';
import { changesBetween } from './words.ts';

const LOOKS = {
  same: undefined,
  added: 'bg-green-soft text-green no-underline',
  removed: 'bg-red-soft text-red',
} as const;

/** Changes of a report by section and word: removed words are struck through, added words marked. */
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
  const changes = changesBetween(before, after);
  if (changes.length === 0) return <p className="text-grey-4">{reporting.versions.same}</p>;
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
    </dl>
  );
}
