import { ANALYSIS_VERDICTS, type AnalysisVerdict } from '@duai/contract';
import { useEffect, useRef } from 'react';
import { classes } from '../../lib/class-names.ts';
import { useWorkTexts } from '../../lib/messages.tsx';

const CHOSEN: Record<AnalysisVerdict, string> = {
  accepted: 'border-green bg-green-soft text-green',
  corrected: 'border-orange-line bg-orange-soft text-orange',
  rejected: 'border-red bg-red-soft text-red',
};

/** The verdicts of the radiologist so far, and the function to give one. */
export interface Judging {
  readonly verdicts: readonly { readonly analysisId: string; readonly verdict: AnalysisVerdict }[];
  readonly isPending: boolean;
  readonly onJudge: (analysisId: string, verdict: AnalysisVerdict) => void;
  /** The result that the checklist points to; a new object for each click. */
  readonly target: { readonly analysisId: string } | null;
}

/** The verdict buttons for one result of an algorithm. */
export function VerdictChoice({
  analysisId,
  title,
  judging,
}: {
  readonly analysisId: string;
  readonly title: string;
  readonly judging: Judging;
}) {
  const texts = useWorkTexts().readings.findings;
  const { target, onJudge, isPending } = judging;
  const first = useRef<HTMLButtonElement>(null);
  const given = judging.verdicts.find((entry) => entry.analysisId === analysisId)?.verdict;
  /** What the report's text must then contain, as the server requires. */
  const follows = { accepted: null, corrected: texts.afterCorrected, rejected: texts.afterRejected };
  useEffect(() => {
    if (target?.analysisId === analysisId) first.current?.focus();
  }, [target, analysisId]);
  return (
    <div className="grid gap-1.5">
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="sr-only">{texts.yourVerdict({ title })}</legend>
        {ANALYSIS_VERDICTS.map((verdict, index) => (
          <button
            key={verdict}
            ref={index === 0 ? first : undefined}
            type="button"
            aria-pressed={given === verdict}
            disabled={isPending}
            onClick={() => onJudge(analysisId, verdict)}
            className={classes(
              'inline-flex min-h-8 items-center rounded border px-2.5 text-sm font-medium disabled:opacity-60',
              given === verdict ? CHOSEN[verdict] : 'border-grey-3 text-grey-5 hover:border-ink',
            )}
          >
            {texts.verdicts[verdict]}
          </button>
        ))}
      </fieldset>
      {given && follows[given] && <p className="text-xs text-grey-4">{follows[given]}</p>}
    </div>
  );
}
