import { evaluation, type scans } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { call } from '../../lib/api.ts';
import { classes } from '../../lib/class-names.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { keyOf } from '../../lib/query-keys.ts';
import { useTrialChange } from '../../lib/use-change.ts';
import { Button } from '../../ui/button.tsx';

type Verdict = 'agree' | 'disagree';
const VERDICTS = [
  ['agree', ThumbsUp, 'border-green bg-green-soft text-green'],
  ['disagree', ThumbsDown, 'border-red bg-red-soft text-red'],
] as const;

const useVerdicts = (scanId: string) =>
  useQuery({
    queryKey: keyOf(evaluation.listVerdicts, { query: { scanId } }),
    queryFn: ({ signal }) => call(evaluation.listVerdicts, { query: { scanId }, signal }),
  });

/**
 * The sentences of the models about one study. Statements about the person can be agreed or disagreed with in one click, and
 * a second click withdraws it. Remarks on the images and refusals have no buttons.
 */
export function FindingList({
  scanId,
  findings,
}: {
  readonly scanId: string;
  readonly findings: readonly scans.ScanFinding[];
}) {
  const texts = useWorkTexts().scans.findingList;
  const verdicts = useVerdicts(scanId);
  const judge = useTrialChange((body: { findingId: string; verdict: Verdict | null }) =>
    call(evaluation.setVerdict, { params: { scanId }, body }),
  );
  return (
    <ul className="grid gap-4 lg:gap-2.5">
      {verdicts.isError && (
        <li className="flex flex-wrap items-center gap-3 text-sm text-red print:hidden">
          {texts.yourVerdictsCouldNotBe}
          <Button size="small" variant="secondary" onClick={() => void verdicts.refetch()}>
            {texts.tryAgain}
          </Button>
        </li>
      )}
      {findings.map(({ id, series, sentence, isJudged }) => {
        const given = verdicts.data?.rows.find((entry) => entry.isOwn && entry.findingId === id)?.verdict;
        return (
          <li key={id} className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1.5">
            <span className="min-w-0 flex-1 basis-64">
              {sentence}
              {series && <span className="block text-sm text-grey-4">{series}</span>}
            </span>
            <span className="flex gap-1.5 print:hidden">
              {(isJudged ? VERDICTS : []).map(([verdict, Icon, chosen]) => (
                <button
                  key={verdict}
                  type="button"
                  aria-pressed={given === verdict}
                  aria-label={`${texts[verdict]}: ${sentence}${series ? ` (${series})` : ''}`}
                  // Not disabled while a verdict is being saved, because a disabled button would lose the keyboard focus.
                  disabled={verdicts.data === undefined}
                  onClick={() => judge.mutate({ findingId: id, verdict: given === verdict ? null : verdict })}
                  className={classes(
                    'inline-flex min-h-8 items-center gap-1.5 rounded border px-2.5 text-sm font-medium disabled:opacity-60',
                    given === verdict ? chosen : 'border-grey-3 text-grey-5 hover:border-ink',
                  )}
                >
                  <Icon aria-hidden className="size-4" />
                  {texts[verdict]}
                </button>
              ))}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
