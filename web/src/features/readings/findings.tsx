import { type AnalysisRun, type FindingPlace, withMinus } from '@duai/contract';
import { ScanSearch } from 'lucide-react';
import { formatDate, formatNumber } from '../../lib/formatting.ts';
import { activeLanguage } from '../../lib/language.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { inReadingOrder } from './reading-order.ts';
import { type Judging, VerdictChoice } from './verdict-choice.tsx';

const TONES: Record<AnalysisRun['status'], BadgeTone> = {
  planned: 'grey',
  running: 'yellow',
  evaluated: 'green',
  'not-evaluable': 'orange',
  'not-applicable': 'grey',
  failed: 'red',
};

const UNITS: Record<string, string> = { "[hnsf'U]": 'HU', '{instances}': '' };
/** A UCUM unit in readable form; the annotation of `{SUVbw}g/ml` names what is measured. */
const unitText = (unit: string): string => (UNITS[unit] ?? unit).replace(/\{\w+\}/g, '').replace('cm2', 'cm²');

/** The results of each algorithm on this series, or why it did not run; the reader of the case judges each result. */
export function Findings({
  runs,
  judging,
  onShow,
}: {
  readonly runs: readonly AnalysisRun[];
  readonly judging?: Judging;
  /** Shows the image of a finding on the stage, if there is one. */
  readonly onShow?: (place: FindingPlace) => void;
}) {
  const texts = useWorkTexts().readings.findings;
  const language = activeLanguage();
  return (
    <section aria-labelledby="findings" className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 id="findings" className="font-semibold">
          {texts.heading}
        </h2>
        <p className="text-xs text-grey-4">{texts.aiAssisted}</p>
      </div>
      {runs.length === 0 && <p className="text-sm text-grey-4">{texts.none}</p>}
      {inReadingOrder(runs).map((run) => (
        <article key={run.id} className="grid gap-2 rounded border border-grey-2 bg-surface p-3 text-sm">
          <header className="flex flex-wrap items-center justify-between gap-2">
            <h3 className="font-semibold">{run.title[language]}</h3>
            <Badge tone={TONES[run.status]}>{texts.statuses[run.status]}</Badge>
          </header>
          {run.reason && <p className="text-grey-4">{run.reason}</p>}
          {run.sentences.findings.length > 0 && (
            <ul className="grid gap-1">
              {run.sentences.findings.map((line, at) => (
                <li key={line}>
                  <Line place={run.places[at] ?? null} onShow={onShow}>
                    {line}
                  </Line>
                </li>
              ))}
            </ul>
          )}
          {run.measurements.length > 0 && <Measurements measurements={run.measurements} />}
          {judging && run.isJudged && (
            <VerdictChoice analysisId={run.id} title={run.title[language] ?? run.algorithmId} judging={judging} />
          )}
          <p className="font-mono text-xs text-grey-4">
            {[
              `${run.algorithmId} ${run.algorithmVersion}`,
              run.durationMs !== null && texts.seconds({ seconds: formatNumber(run.durationMs / 1000, language, 1) }),
              run.wordedLaterAt !== null && texts.wordedOn({ day: formatDate(run.wordedLaterAt, language) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </article>
      ))}
    </section>
  );
}

/** A finding that links to its image, if there is one. */
function Line({
  place,
  onShow,
  children,
}: {
  readonly place: FindingPlace | null;
  readonly onShow: ((place: FindingPlace) => void) | undefined;
  readonly children: string;
}) {
  const texts = useWorkTexts().readings.findings;
  if (!place || !onShow) return children;
  return (
    <button
      type="button"
      title={texts.show}
      onClick={() => onShow(place)}
      className="flex min-h-6 w-full items-start gap-1.5 rounded text-start hover:text-signal"
    >
      <ScanSearch aria-hidden className="mt-0.5 size-4 shrink-0 text-signal" />
      {children}
    </button>
  );
}

function Measurements({ measurements }: { readonly measurements: AnalysisRun['measurements'] }) {
  const language = activeLanguage();
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5 tabular-nums">
      {measurements.map((measurement) => (
        <div key={measurement.id} className="contents">
          <dt className="text-grey-4">{measurement.name[language]}</dt>
          <dd className="text-end">
            {withMinus(formatNumber(measurement.value, language, 1))} {unitText(measurement.unit)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
