import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CAPABILITIES, CAPABILITY_NAMES, claims } from '@duai/contract';
import arabic from '@duai/texts/ar/landing';
import english from '@duai/texts/en/landing';
import turkish from '@duai/texts/tr/landing';
import { type ComponentType, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import Home from '../app/public/home/index.tsx';
import { SampleNote } from '../app/public/sample-note.tsx';
import SecondOpinion from '../app/public/second-opinion.tsx';
import TrialLanding from '../app/trial/landing/landing.tsx';
import { BOARD } from './board.ts';
import { CAPABILITIES_CLAIMED, CLAIMS, type ClaimName, PROMISE_WORDS } from './claims.ts';
import { PARTNERS } from './partners.ts';
import { TEAM } from './team.ts';

const names = Object.keys(CLAIMS) as ClaimName[];
const SOURCE = join(import.meta.dirname, '..');
const PAGES: Record<string, ComponentType> = { home: Home, trial: TrialLanding, 'second opinion': SecondOpinion };
/** Every figure of the specification that is a claim. */
const FIGURE = /95\s?%|80\s?%|98\s?%|87[.,]3|500\+|24[-–]48|127-qubit|16,384|16\/32|HIPAA|15 AI models/;

describe('claims', () => {
  it('are content: value, wording and where they come from [PUB-064]', () => {
    expect(names).toEqual([...claims.CLAIM_NAMES]);
    for (const name of names) {
      const { value, wording, source } = CLAIMS[name];
      for (const text of [value, wording]) expect(text, name).not.toBe('');
      if (source.kind === 'document') expect(new URL(source.href).protocol, name).toBe('https:');
      else expect(source).toEqual({ kind: 'stated' });
    }
  });

  it('carry the figures of the specification', () => {
    expect([CLAIMS.costSavings, CLAIMS.diagnosisAccuracy, CLAIMS.providers].map(({ value }) => value)).toEqual([
      '80%',
      '95%',
      '500+',
    ]);
    expect(CLAIMS.quantumPredictability.value).toBe('87.3%');
  });

  it('say 127-qubit machines, at least 16,384 shots per job, 16/32-bit conversion [PUB-086] [PUB-087] [PUB-088]', () => {
    const said = (['quantumMachines', 'quantumShots', 'quantumConversion'] as const).map(
      (name) => `${CLAIMS[name].value} ${CLAIMS[name].wording}`,
    );
    expect(said).toEqual(['127-qubit machines', '≥ 16,384 shots per job', '16/32-bit conversion']);
    const page = markupOf(Home);
    for (const name of ['quantumMachines', 'quantumShots', 'quantumConversion'] as const) {
      const [element] = claimsOf(page).filter((claim) => claim.name === name);
      expect(element?.text).toContain(CLAIMS[name].value);
      expect(element?.text).toContain(CLAIMS[name].wording);
    }
  });

  it('are the same figure in each language of the second-opinion landing', () => {
    const hours = /^[\d-]+/.exec(CLAIMS.reportTurnaround.value)![0];
    for (const texts of [turkish, english, arabic])
      for (const text of [texts.turnaround, texts.features.fast.title]) expect(text).toContain(hours);
  });

  it.each(Object.entries(PAGES))(
    'on the %s page say measured, stated or documented, each of them [TRU-015]',
    (_page, Page) => {
      const html = markupOf(Page);
      const shown = claimsOf(html);
      expect(shown.length).toBeGreaterThan(0);
      for (const { name, html: own, describedBy } of shown) {
        const note = describedBy ? elementOf(html, `id="${describedBy}"`) : '';
        expect(`${own}${note}`, name).toMatch(/data-claim-source="(stated|document|measured)"/);
      }
      // Outside the elements of claims, no figure of a claim may appear.
      const outside = shown.reduce((text, { html: own }) => text.replace(own, ''), html);
      expect(withoutTags(outside)).not.toMatch(FIGURE);
    },
  );

  it('of a number of models or partners stand beside the counted catalogue [TRU-015]', () => {
    for (const [page, heading] of [
      [Home, 'id="partners"'],
      [Home, 'id="duaicheck"'],
      [TrialLanding, 'aria-labelledby="partners"'],
    ] as const) {
      const section = elementOf(markupOf(page), heading);
      expect(section, heading).toContain(claims.INSTALLED_PLACE);
    }
    const trial = markupOf(TrialLanding);
    const [models] = claimsOf(trial).filter(({ name }) => name === 'aiModels');
    const after = trial.slice(trial.indexOf(models!.html));
    expect(after.indexOf(claims.INSTALLED_PLACE)).toBeLessThan(after.indexOf('</section>'));
  });
});

describe('samples', () => {
  it('people and partners that are invented say so to visitors, beside their names, as long as they are', () => {
    const home = markupOf(Home);
    for (const [id, { isSample, entries }] of Object.entries({ science: BOARD, partners: PARTNERS, team: TEAM })) {
      const section = elementOf(home, `id="${id}"`);
      expect(section, id).toContain(entries[0]?.name);
      const note = isSample ? elementOf(section, 'data-sample') : '';
      expect(/Sample: .* invented/.test(note), id).toBe(isSample);
    }
    expect(home.match(/data-sample/g)).toHaveLength(3);
    expect(SampleNote({ of: { isSample: false }, children: 'Sample' })).toBeNull();
  });
});

describe('promises', () => {
  const texts = [
    ...textsOf('app/public'),
    ...textsOf('content'),
    ...textsOf('app/trial/landing/landing.tsx'),
    ...landings(),
  ];
  const matching = (words: RegExp) => texts.filter(({ text }) => words.test(text));

  it('are about capabilities that the service has [TRU-015]', () => {
    for (const { words, needs } of PROMISE_WORDS) {
      const promised = matching(words).map(({ file, text }) => `${file}: ${words.exec(text)![0]}`);
      if (!(CAPABILITIES_CLAIMED as readonly string[]).includes(needs)) expect(promised, needs).toEqual([]);
    }
    for (const capability of CAPABILITIES_CLAIMED) expect(CAPABILITIES[capability].length).toBeGreaterThan(0);
    expect([...CAPABILITIES_CLAIMED].sort()).toEqual([...CAPABILITY_NAMES].sort());
  });

  it('are found by their words: each claimed capability is promised somewhere', () => {
    for (const capability of CAPABILITIES_CLAIMED) {
      const own = PROMISE_WORDS.filter(({ needs }) => needs === capability);
      expect(own.flatMap(({ words }) => matching(words)).length, capability).toBeGreaterThan(0);
    }
  });
});

const markupOf = (page: ComponentType): string =>
  renderToStaticMarkup(createElement(MemoryRouter, null, createElement(page)));

interface ShownClaim {
  name: string;
  html: string;
  text: string;
  describedBy: string | undefined;
}

/** The outermost elements with `data-claim`. */
function claimsOf(html: string): ShownClaim[] {
  const found: ShownClaim[] = [];
  for (let at = html.indexOf('data-claim="'); at >= 0; ) {
    const own = elementAround(html, at);
    found.push({
      name: /data-claim="(\w+)"/.exec(own)![1]!,
      html: own,
      text: withoutTags(own),
      describedBy: /^<[^>]*aria-describedby="([^"]+)"/.exec(own)?.[1],
    });
    at = html.indexOf('data-claim="', html.lastIndexOf('<', at) + own.length);
  }
  return found;
}

/** The first element whose opening tag has this attribute. */
function elementOf(html: string, attribute: string): string {
  const at = html.indexOf(attribute);
  expect(at, attribute).toBeGreaterThanOrEqual(0);
  return elementAround(html, at);
}

/** The element whose opening tag contains the position; React writes every tag in full. */
function elementAround(html: string, at: number): string {
  const start = html.lastIndexOf('<', at);
  const tag = /^<(\w+)/.exec(html.slice(start))![1]!;
  const tags = new RegExp(`<(/?)${tag}(?=[\\s>])`, 'g');
  tags.lastIndex = start;
  let depth = 0;
  for (let match = tags.exec(html); match; match = tags.exec(html)) {
    depth += match[1] ? -1 : 1;
    if (depth === 0) return html.slice(start, html.indexOf('>', match.index) + 1);
  }
  throw new Error(`<${tag}> is not closed`);
}

const withoutTags = (html: string): string =>
  html
    .replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

/** Lines of the sources of pages and content, whose texts reach visitors. */
function textsOf(path: string): { file: string; text: string }[] {
  const full = join(SOURCE, path);
  const files = statSync(full).isDirectory()
    ? readdirSync(full, { recursive: true, encoding: 'utf8' }).map((file) => join(full, file))
    : [full];
  return files
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|content\/claims\.ts$/.test(file))
    .flatMap((file) => [{ file, text: readFileSync(file, 'utf8').replaceAll(/\s+/g, ' ') }]);
}

const landings = () =>
  Object.entries({ turkish, english, arabic }).map(([file, texts]) => ({ file, text: JSON.stringify(texts) }));
