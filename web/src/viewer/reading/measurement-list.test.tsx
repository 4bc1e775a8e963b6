import checks from '@duai/texts/en/checks';
import labels from '@duai/texts/en/interface';
import passwords from '@duai/texts/en/passwords';
import en from '@duai/texts/en/workplace';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { LanguageContext, WORK_TEXTS } from '../../lib/messages.tsx';
import type { ViewportTools } from '../stage/viewport-tools.ts';
import { MeasurementList } from './measurement-list.tsx';

const tools = {
  measured: [{ id: 'one', at: 0, kind: 'length', text: '5 mm', points: [], canChange: true }],
  frames: [],
} satisfies Partial<ViewportTools>;

const listed = (keeping: ViewportTools['keeping'], isComputed: boolean) =>
  renderToStaticMarkup(
    <LanguageContext
      value={{
        language: 'en',
        languages: ['en'],
        catalogue: WORK_TEXTS,
        messages: { ...en, interface: labels, passwords, checks },
        chooseLanguage: () => undefined,
      }}
    >
      <MeasurementList
        {...(tools as unknown as ViewportTools)}
        numbers={[103]}
        keeping={keeping}
        isComputed={isComputed}
        regions={undefined}
        onTell={() => undefined}
      />
    </LanguageContext>,
  );
const hint = (keeping: ViewportTools['keeping'], isComputed: boolean) =>
  /<p class[^>]*>(.*?)<\/p>/.exec(listed(keeping, isComputed))?.[1];

it('tells whether measurements are stored, and the reason where they are not', () => {
  expect(hint('stored', false)).toMatch(/^Measurements are stored/);
  expect(hint('unclaimed', false)).toMatch(/unless you have claimed the case/);
  // Planes computed from a series are in no file, so claiming the case would not help; nor on an earlier case.
  expect(hint('never', true)).toMatch(/^Measurements on computed planes are not stored: /);
  expect(hint('never', false)).toMatch(/^Measurements on these images are not stored: /);
});

it('names the image as the report does', () => {
  expect(listed('stored', false)).toContain('Image 103: Length, 5 mm');
  expect(listed('stored', false)).toContain('To the report: Length on image 103');
});
