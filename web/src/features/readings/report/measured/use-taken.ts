import type { reports } from '@duai/contract';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useWorkTexts } from '../../../../lib/messages.tsx';
import { showToast } from '../../../../lib/toasts.ts';
import { measuredWords, type TakenMeasurement } from './measured-sentence.ts';
import { withMeasured } from './unmatched-sentences.ts';

/** Adds each measurement that is taken over to the findings, once for each press; says so where nobody would see what happened. */
export function useTaken(
  taken: TakenMeasurement | null,
  {
    findings,
    language,
    measured,
    onFindings,
  }: {
    readonly findings: string;
    readonly language: reports.Report['language'];
    readonly measured: readonly TakenMeasurement[];
    readonly onFindings: (text: string) => void;
  },
): void {
  const { measured: texts } = useWorkTexts().reporting;
  const last = useRef(taken);
  const add = useEffectEvent((one: TakenMeasurement) => {
    const added = withMeasured(findings, one, { measured, language, last: last.current });
    if (added) onFindings(added.text);
    if (!added || added.isAgain)
      showToast({
        title: measuredWords(one, language),
        description: added ? texts.addedAgain : texts.inFindings,
      });
  });
  useEffect(() => {
    if (!taken || taken === last.current) return;
    add(taken);
    last.current = taken;
  }, [taken]);
}
