import { useWorkTexts } from '../../lib/messages.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import type { LostStrokes as Lost } from './use-mask-edits.ts';

/** Tells which strokes on this series were not saved before the report was signed; they are shown until the reader discards them. */
export function LostStrokes({ masks, dismiss }: Lost) {
  const texts = useWorkTexts().viewer;
  const names: Readonly<Record<string, string>> = texts.masks;
  return (
    <Banner
      tone="warning"
      className="p-3 text-sm sm:gap-x-2"
      title={texts.strokesLost.title}
      action={
        <Button size="small" variant="secondary" onClick={dismiss}>
          {texts.discardMask}
        </Button>
      }
    >
      <ul>
        {masks.map(({ code, images }) => (
          <li key={code}>{texts.strokesLost.of({ mask: names[code] ?? code, images })}</li>
        ))}
      </ul>
      <p>{texts.strokesLost.text}</p>
    </Banner>
  );
}
