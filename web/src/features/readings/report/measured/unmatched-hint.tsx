import { useWorkTexts } from '../../../../lib/messages.tsx';
import { Button } from '../../../../ui/button.tsx';
import type { UnmatchedSentence } from './unmatched-sentences.ts';

/** Below a section with sentences of measurements that have other figures by now, or are gone. */
export function UnmatchedHint({
  unmatched,
  text,
  onReplace,
}: {
  readonly unmatched: readonly UnmatchedSentence[];
  readonly text: string;
  readonly onReplace: (text: string) => void;
}) {
  const { measured: texts } = useWorkTexts().reporting;
  return unmatched.map(({ words, told, measured, others }) => (
    <p key={words} role="status" className="flex flex-wrap items-center gap-2 text-sm text-orange">
      {measured === 0 ? texts.unmatched({ sentence: words }) : texts.toldTooOften({ sentence: words, told, measured })}
      {others.map((other) => (
        <Button
          key={other.words}
          size="small"
          variant="secondary"
          // The words of a measurement may hold the patterns of `replace`.
          onClick={() => onReplace(text.replace(words, () => other.words))}
        >
          {texts.replaceBy({ figures: other.figures })}
        </Button>
      ))}
    </p>
  ));
}
