import { describe, expect, it } from 'vitest';
import { publishedCards } from '../algorithms/src/model-cards.ts';
import { modelCardPages, pageOf } from './model-cards.ts';
import { hitsAt } from './src/content/model-card.ts';

const card = publishedCards().find(({ manifest }) => manifest.id === 'xr.pneumonia-paediatric')!;

describe('the page of a model card', () => {
  it('draws the same curve with its corners alone', () => {
    const whole = card.evaluation!.roc!;
    const drawn = pageOf(card).roc!;
    expect(drawn.length).toBeLessThan(whole.length / 4);
    for (let alarms = 0; alarms <= 1; alarms += 0.01) expect(hitsAt(drawn, alarms)).toBe(hitsAt(whole, alarms));
  });

  it('takes the column for independent data from the evaluation on such alone', () => {
    expect(pageOf(card).figures.every(({ independent }) => independent === null)).toBe(true);
    const auc = { value: 0.71, low: 0.6, high: 0.8, n: 40 };
    const labels = { auc: 'AUC', 'auc.sex.F': 'AUC where sex is F' };
    const evaluated = pageOf({ ...card, independent: { figures: { auc, 'auc.sex.F': auc }, labels } });
    expect(evaluated.figures.find(({ name }) => name === 'auc')).toMatchObject({
      value: '0.990',
      independent: '0.71 (0.60 to 0.80, n = 40)',
    });
    expect(evaluated.figures.find(({ name }) => name === 'auc.sex.F')).toMatchObject({
      value: null,
      label: labels['auc.sex.F'],
    });
  });

  it('gives each bin of the calibration the interval of its share: none of two is 0 to 66 %', () => {
    const card = publishedCards().find(({ manifest }) => manifest.id === 'xr.pneumonia-paediatric')!;
    const bins = [{ n: 2, predicted: 0.459, observed: 0 }];
    const { calibration } = pageOf({ ...card, evaluation: { ...card.evaluation!, calibration: bins } });
    expect(calibration).toEqual([{ ...bins[0], low: 0, high: expect.closeTo(0.6576, 4) }]);
  });

  it('holds every section of the card that a reader asks for', () => {
    for (const { id, sections } of modelCardPages()) {
      const titles = sections.map(({ title }) => title);
      expect(titles, id).toContain('Intended use');
      expect(titles, id).toContain('Method');
      expect(titles, id).toContain('Failure modes');
    }
  });
});
