import { type toldWindow, windowFigure } from '@duai/contract';
import { activeLanguage } from '../../../lib/language.ts';
import type { ViewportTexts } from '../viewport-tools.ts';

/** What the stage tells of itself in words: the position in the series, the window, and why an image is not shown. */
export function stageText(
  { position, pixels, broken }: ViewportTexts,
  at: { readonly index: number; readonly total: number },
  {
    isByTable,
    told,
    problem,
  }: {
    readonly isByTable: boolean;
    readonly told: ReturnType<typeof toldWindow> | null;
    readonly problem: string | undefined;
  },
): string {
  const inWords = (value: number) => windowFigure(value, activeLanguage());
  return [
    position(at),
    isByTable && pixels?.byTable,
    told &&
      pixels?.window({
        center: inWords(told.center),
        width: [inWords(told.width), told.unit].filter(Boolean).join(' '),
      }),
    problem !== undefined && broken,
    problem,
  ]
    .filter(Boolean)
    .join(', ');
}
