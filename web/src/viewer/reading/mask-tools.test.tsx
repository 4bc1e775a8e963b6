import type { Language } from '@duai/contract';
import checks from '@duai/texts/en/checks';
import labels from '@duai/texts/en/interface';
import passwords from '@duai/texts/en/passwords';
import en from '@duai/texts/en/workplace';
import tr, { type Texts } from '@duai/texts/tr/workplace';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { LanguageContext, WORK_TEXTS } from '../../lib/messages.tsx';
import { outsideOverlays } from '../masks/overlays-of.ts';
import { FIRST_VIEW } from '../stage/view.ts';
import { MaskTools } from './reading-tools.tsx';

const lung = {
  label: 'Lung',
  isRead: true,
  isFractional: false,
  columns: 4,
  rows: 4,
  unplaced: [] as string[],
  slices: [{ sopInstanceUid: '1.2', runs: 'DC' }],
};
const shown = (language: Language, texts: Texts, masks: Parameters<typeof outsideOverlays>[0]) =>
  renderToStaticMarkup(
    <LanguageContext
      value={{
        language,
        languages: [language],
        catalogue: WORK_TEXTS,
        messages: { ...texts, interface: labels, passwords, checks },
        chooseLanguage: () => undefined,
      }}
    >
      <MaskTools
        overlays={outsideOverlays(masks, new Set(['1.2']))}
        {...FIRST_VIEW}
        run={() => undefined}
        haveMasksFailed={false}
      />
    </LanguageContext>,
  )
    .split('<label')
    .map((part) => part.slice(part.indexOf('>') + 1).replaceAll(/<[^>]*>/g, ''));

it.each([
  ['en', en, 'Lung (AI result of this service that came back)'],
  ['tr', tr, tr.viewer.maskOfOurs({ name: 'Lung' })],
] as const)(
  'a segmentation of this service that came back says so in the list of masks; a colleague’s of the same name does not (%s)',
  (language, texts, ours) => {
    const masks = [
      { ...lung, code: 'SEG_1', isOurs: true },
      { ...lung, code: 'SEG_2', isOurs: false },
    ];
    expect(shown(language, texts, masks).slice(1, 3)).toEqual([ours, 'Lung']);
    expect(ours).not.toBe('Lung');
  },
);

it.each([
  ['en', en, 'Lung: not shown on 1 image, because its geometry does not match'],
  ['tr', tr, 'Lung: 1 görüntüde gösterilmiyor, çünkü geometrisi uyuşmuyor'],
] as const)(
  'a segmentation that lies elsewhere than its images is named with the reason (%s)',
  (language, texts, said) => {
    const masks = [{ ...lung, code: 'SEG_1', isOurs: false, slices: [], unplaced: ['1.2'] }];
    const [first, ...others] = shown(language, texts, masks);
    expect(first).toBe(said);
    expect(others.join()).not.toContain('Lung');
  },
);
