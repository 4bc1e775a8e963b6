import type { reports } from '@duai/contract';
import { useWorkTexts } from '../../../../lib/messages.tsx';
import { Button } from '../../../../ui/button.tsx';
import { measuredFigures, type RemeasuredFigures } from './measured-sentence.ts';

/** Below a section that tells figures of a measurement from before it was moved. */
export function FormerFigures({
  remeasured,
  text,
  language,
  onReplace,
}: {
  readonly remeasured: readonly RemeasuredFigures[];
  readonly text: string;
  readonly language: reports.Report['language'];
  readonly onReplace: (text: string) => void;
}) {
  const { hints } = useWorkTexts().reporting;
  return remeasured.map(({ id, measure, former, now }) => {
    // With the bracket of its place, so that 1 mm is not found in 1 mm².
    const told = (figures: string) => `${measuredFigures({ measure, text: figures }, language)} (`;
    const old = former.find((figures) => text.includes(told(figures)));
    if (old === undefined) return null;
    const [before, after] = [told(old), told(now)];
    return (
      <p key={id} role="status" className="flex flex-wrap items-center gap-2 text-sm text-orange">
        {hints.formerFigures({ former: before.slice(0, -2), now: after.slice(0, -2) })}
        <Button size="small" variant="secondary" onClick={() => onReplace(text.replaceAll(before, after))}>
          {hints.useNewFigures}
        </Button>
      </p>
    );
  });
}
