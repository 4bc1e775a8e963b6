import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CATALOGUE, findAlgorithm } from './catalogue.ts';
import { folderOf, publishedCard, publishedCards } from './model-cards.ts';
import { RECIPES } from './recipes/recipes.ts';

const { manifest } = findAlgorithm(CATALOGUE, 'xr.film-check')!;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'duai-card-'));
  for (const file of ['model-card.md', 'model.onnx', 'evaluation.json'])
    cpSync(join(folderOf(manifest.id), file), join(folder, file));
});
afterEach(() => rmSync(folder, { recursive: true }));

const publish = (as = manifest) => publishedCard(folder, 'model-card.md', as, true);
const change = (file: string, from: string, to: string) => {
  const text = readFileSync(join(folder, file), 'utf8');
  expect(text).toContain(from);
  writeFileSync(join(folder, file), text.replace(from, to));
};

describe('the card that is published', () => {
  it('is there for every algorithm and recipe', () => {
    const ids = [...CATALOGUE, ...RECIPES].map((each) => each.manifest.id);
    expect(publishedCards().map((card) => card.manifest.id)).toEqual(ids);
    expect(publish().independent).toBeNull();
  });

  it('is refused with other weights than those of the manifest', () => {
    writeFileSync(join(folder, 'model.onnx'), 'trained again');
    expect(() => publish()).toThrow('the weights are not those that the manifest names');
  });

  it('is refused with figures of other weights', () => {
    change('evaluation.json', manifest.weights!.sha256, '0'.repeat(64));
    expect(() => publish()).toThrow('its figures are of other weights');
  });

  it('is refused without figures, or where it shows others', () => {
    change('evaluation.json', '"value": 0.995', '"value": 0.999');
    expect(() => publish()).toThrow('it shows other figures than the evaluation');
    rmSync(join(folder, 'evaluation.json'));
    expect(() => publish()).toThrow('it was not evaluated');
  });

  it('is refused where it is of another version', () => {
    expect(() => publish({ ...manifest, version: '9.0.0' })).toThrow('not of version 9.0.0');
  });

  it('carries figures on independent data of these weights, and of no others', () => {
    const independent = { figures: { auc: 0.7 }, labels: { auc: 'AUC' }, weightsSha256: manifest.weights!.sha256 };
    writeFileSync(join(folder, 'independent.json'), JSON.stringify(independent));
    expect(publish().independent).toEqual(independent);
    change('independent.json', manifest.weights!.sha256, '0'.repeat(64));
    expect(() => publish()).toThrow('the figures on independent data are of other weights');
  });
});
