import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { algorithmManifestSchema, LANGUAGES } from '@duai/contract';
import { chestPhantom } from '@duai/imaging';
import { describe, expect, it } from 'vitest';
import { CATALOGUE, findAlgorithm, plan } from './catalogue.ts';
import { WORDING as CALCIUM_WORDING } from './ct-agatston/wording.ts';
import { WORDING as COMPOSITION_WORDING } from './ct-body-composition-slice/wording.ts';
import { WORDING as LUNG_WORDING } from './ct-lung-density/wording.ts';
import { WORDING as REGION_WORDING } from './ct-roi-attenuation/wording.ts';
import { type Evaluation, folderOf, readCard, withFigures } from './model-cards.ts';
import { WORDING as UPTAKE_WORDING } from './pt-suv/wording.ts';
import { WORDING as QUALITY_WORDING } from './qc-series/wording.ts';
import { seriesOf } from './testing/series.ts';
import type { Wording } from './wording.ts';
import { WORDING as FILM_CHECK_WORDING } from './xr-film-check/wording.ts';
import { WORDING as PNEUMONIA_WORDING } from './xr-pneumonia-paediatric/wording.ts';

const ids = CATALOGUE.map((algorithm) => algorithm.manifest.id);
const WORDINGS: Record<string, Wording> = {
  'qc.series': QUALITY_WORDING,
  'ct.lung-density': LUNG_WORDING,
  'xr.pneumonia-paediatric': PNEUMONIA_WORDING,
  'pt.suv': UPTAKE_WORDING,
  'ct.agatston': CALCIUM_WORDING,
  'ct.roi-attenuation': REGION_WORDING,
  'ct.body-composition-slice': COMPOSITION_WORDING,
  'xr.film-check': FILM_CHECK_WORDING,
};

/** The digest of all texts of a version, in every language. */
const WORDED: Record<string, string> = {
  'qc.series 1.7.0': '416d2eace1c305f9',
  'xr.film-check 1.0.0': '739551a4afc4c167',
  'ct.lung-density 1.2.0': 'd2c98535727b5a6d',
  'xr.pneumonia-paediatric 1.1.0': '40db53c4a5203b65',
  'pt.suv 1.0.0': '962ec3dd0ad9b9a2',
  'ct.agatston 1.0.0': 'b1cc8bbf15c42fae',
  'ct.roi-attenuation 1.0.0': 'df1dea240ff2fd45',
  'ct.body-composition-slice 1.0.0': '8072903ee4d1d397',
};

/** Replaces each parameter by its name in the text. */
const NAMED = new Proxy({}, { get: (_, name) => `{${String(name)}}` });
const inWords = (wording: Wording) =>
  Object.entries(wording).map(([code, texts]) => {
    const [tr, en, ar] = LANGUAGES.map((language) => {
      const text = texts[language];
      return typeof text === 'string' ? text : text(NAMED as never);
    }) as [string, string, string];
    return { code, tr, en, ar };
  });

/**
 * Words that are the same in every language: names of indices (LAA-950, Perc15, SUV) and of the standard, and a word that
 * Turkish shares.
 */
const EVERYWHERE = ['agatston', 'dxa', 'suv', 'suvmax', 'suvpeak', 'pet', 'laa', 'perc', 'dicom', 'model'];
const wordsOf = (text: string) =>
  new Set(
    text
      .replace(/\{\w+\}/g, '')
      .toLowerCase()
      .match(/\p{L}{3,}/gu),
  );

describe.each(ids)('%s', (id) => {
  const { manifest } = findAlgorithm(CATALOGUE, id)!;

  it('has a model card of its version: no card, no run', () => {
    const card = readCard(id);
    expect(card.startsWith(`# ${id} ${manifest.version}:`)).toBe(true);
    for (const heading of ['Intended use', 'Method', 'Population and exclusions', 'Evaluation', 'Failure modes']) {
      expect(card).toContain(`**${heading}`);
    }
  });

  it('shows on its card the figures of its last evaluation', () => {
    const evaluation = JSON.parse(readFileSync(join(folderOf(id), 'evaluation.json'), 'utf8')) as Evaluation;
    expect(Object.keys(evaluation.figures).length).toBeGreaterThan(3);
    expect(readCard(id)).toBe(withFigures(readCard(id), evaluation));
  });

  it('has an evaluation of the very weights that lie beside it: a card older than its weights fails', () => {
    const path = join(folderOf(id), 'model.onnx');
    const sha256 = existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex') : undefined;
    const evaluation = JSON.parse(readFileSync(join(folderOf(id), 'evaluation.json'), 'utf8')) as Evaluation;
    expect(manifest.weights?.sha256).toBe(sha256);
    expect(evaluation.weightsSha256).toBe(sha256);
  });

  it('carries the manifest that packages carry, and lists every measurement in it', () => {
    expect(algorithmManifestSchema.parse(manifest)).toEqual(manifest);
    const { measurementNames } = findAlgorithm(CATALOGUE, id)!;
    const listed = manifest.outputs.filter(({ kind }) => kind === 'measurement' || kind === 'class-probability');
    expect(listed.map(({ code, name, unit }) => [code, name, unit !== undefined])).toEqual(
      Object.entries(measurementNames).map(([code, name]) => [code, name, true]),
    );
  });

  it('says what it is and what it is for in every language', () => {
    for (const language of LANGUAGES) {
      expect(manifest.title[language]).not.toBe('');
      expect(manifest.intendedUse[language]).not.toBe('');
    }
  });

  it('has another version once its wording has changed: results are frozen in the words of a version', () => {
    const { measurementNames } = findAlgorithm(CATALOGUE, id)!;
    const words = JSON.stringify([inWords(WORDINGS[id]!), measurementNames, manifest.title]);
    const digest = createHash('sha256').update(words).digest('hex').slice(0, 16);
    expect({ [`${id} ${manifest.version}`]: digest }).toEqual({
      [`${id} ${manifest.version}`]: WORDED[`${id} ${manifest.version}`],
    });
  });

  it('has a sentence in every language, with the same blanks, for every code in its source', () => {
    const wording = WORDINGS[id]!;
    const sources = readdirSync(folderOf(id))
      .filter((name) => name.endsWith('.ts') && !/\.test\.|wording|evaluate|manifest/.test(name))
      .map((name) => readFileSync(join(folderOf(id), name), 'utf8'))
      .join('\n');
    const measured = [...sources.matchAll(/code: '([A-Z0-9_]+)', value/g)].map((match) => match[1]!);
    const spoken = [...sources.matchAll(/(?:code: |no\(|found\()'([A-Z][A-Z0-9_]+)'/g)].map((match) => match[1]!);
    const codes = new Set(spoken.filter((code) => !measured.includes(code)));
    expect(codes.size).toBeGreaterThan(1);
    for (const code of codes) expect(wording, code).toHaveProperty(code);
    const { measurementNames } = findAlgorithm(CATALOGUE, id)!;
    expect(Object.keys(measurementNames).sort()).toEqual([...new Set(measured)].sort());
    const blanks = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
    for (const texts of inWords(wording))
      for (const language of LANGUAGES) expect(blanks(texts[language]), texts.code).toEqual(blanks(texts.en));
  });

  it('carries no English word in its Turkish sentences, and none without Arabic letters in Arabic', () => {
    for (const { code, tr, en, ar } of inWords(WORDINGS[id]!)) {
      const english = wordsOf(en);
      const shared = [...wordsOf(tr)].filter((word) => english.has(word) && !EVERYWHERE.includes(word));
      expect(shared, code).toEqual([]);
      expect(ar, code).toMatch(/\p{Script=Arabic}/u);
    }
  });
});

describe('the card of an algorithm', () => {
  it('is refused where it is missing, has no place for figures, or a figure has no label', () => {
    expect(() => readCard('no.such')).toThrow('ENOENT');
    expect(() => withFigures('# no place', { figures: {}, labels: {} })).toThrow('no place');
    const card = '<!-- figures -->\n<!-- /figures -->';
    expect(() => withFigures(card, { figures: { auc: 1 }, labels: {} })).toThrow('no label');
    expect(withFigures(card, { figures: { auc: -0.5 }, labels: { auc: 'AUC' } })).toContain('| AUC    | −0.5  |');
  });
});

describe('the plan', () => {
  it('holds every algorithm that needs no region, with the reason in every language where it does not fit', async () => {
    const { files } = chestPhantom({ slices: 2, matrix: 96, pixelSpacingMm: 3.8, sliceThicknessMm: 10 });
    const decisions = plan(CATALOGUE, await seriesOf(files.map((file) => file.bytes)));
    expect(decisions.map(({ algorithm, decision }) => [algorithm.manifest.id, decision.fits])).toEqual([
      ['qc.series', true],
      ['xr.film-check', false],
      ['ct.lung-density', false],
      ['xr.pneumonia-paediatric', false],
      ['pt.suv', false],
    ]);
    for (const { algorithm, decision } of decisions.slice(1)) {
      if (decision.fits) throw new Error('it should not fit');
      const told = LANGUAGES.map((language) => algorithm.sentence(decision, language));
      expect(new Set(told).size).toBe(LANGUAGES.length);
    }
  });
});

it('every folder with a manifest is in the catalogue', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(import.meta.dirname, entry.name, 'manifest.ts')))
    .map((entry) => join(import.meta.dirname, entry.name));
  expect(ids.map(folderOf).sort()).toEqual(folders.sort());
});
