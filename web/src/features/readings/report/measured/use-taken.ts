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
  const add = useEffectEvent((one: TakenMeasurement, before: TakenMeasurement | null) => {
    const added = withMeasured(findings, one, { measured, language, last: before });
    if (added) onFindings(added.text);
    if (!added || added.isAgain)
      showToast({
        title: measuredWords(one, language),
        description: added ? texts.addedAgain : texts.inFindings,
      });
  });
  useEffect(() => {
    if (!taken || taken === last.current) return;
    const before = last.current;
    last.current = taken;
    // After the effect: within it React would put back the value of a field that is typed in, because it cannot render yet.
    queueMicrotask(() => add(taken, before));
  }, [taken]);
}
