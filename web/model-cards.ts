import { withMinus } from '@duai/contract';
import type { Plugin } from 'vite';
import { installCommand, RECIPES } from '../algorithms/src/index.ts';
import { type Evaluation, type PublishedCard, publishedCards } from '../algorithms/src/model-cards.ts';
import { shareOf } from '../algorithms/src/testing/statistics.ts';
import type { ModelCardFigure, ModelCardPage } from './src/content/model-card.ts';

const MODULE = 'virtual:model-cards';

/** Passes the model cards in the algorithm folders to the pages. A card that is older than its weights fails the build. */
export const modelCards = (): Plugin => ({
  name: 'model-cards',
  resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
  load: (id) => (id === `\0${MODULE}` ? `export const MODEL_CARDS = ${JSON.stringify(modelCardPages())};` : undefined),
});

/** @throws Error if a card is missing, or older than the weights or the evaluation that it describes */
export const modelCardPages = (): ModelCardPage[] => publishedCards().map(pageOf);

/** Public pages are English by specification. */
export function pageOf(card: PublishedCard): ModelCardPage {
  const { manifest, evaluation, independent, isInstalled } = card;
  const recipe = RECIPES.find((each) => each.manifest.id === manifest.id);
  const { sensitivity, specificity } = evaluation?.figures ?? {};
  const isPoint = typeof sensitivity === 'object' && typeof specificity === 'object';
  return {
    id: manifest.id,
    version: manifest.version,
    title: manifest.title.en,
    maker: manifest.maker,
    intendedUse: manifest.intendedUse.en,
    exclusions: manifest.exclusions.map(({ en }) => en),
    licence: manifest.licence,
    citation: manifest.citation,
    regulatory: manifest.regulatory,
    weightsSha256: manifest.weights?.sha256 ?? null,
    isInstalled,
    installCommand: isInstalled || !recipe ? null : installCommand(recipe),
    kind: evaluation?.kind ?? null,
    figures: figuresOf(evaluation, independent),
    hasIndependentData: independent !== null,
    sections: sectionsOf(card.markdown),
    roc: evaluation?.roc ? cornersOf(evaluation.roc) : null,
    operatingPoint:
      evaluation?.roc && isPoint ? { sensitivity: sensitivity.value, specificity: specificity.value } : null,
    thresholds: manifest.thresholds.map(({ code, value, chosen }) => ({
      name: manifest.outputs.find((output) => output.code === code)?.name.en ?? code,
      value: withMinus(value),
      chosen,
    })),
    calibration: evaluation?.calibration?.filter(({ n }) => n > 0).map(withInterval) ?? null,
  };
}

function figuresOf(evaluation: Evaluation | null, independent: Evaluation | null): ModelCardFigure[] {
  const here = evaluation?.figures ?? {};
  const elsewhere = independent?.figures ?? {};
  const labels = { ...independent?.labels, ...evaluation?.labels };
  return Object.keys({ ...here, ...elsewhere }).map((name) => ({
    name,
    label: labels[name] ?? name,
    ...(here[name] === undefined ? { value: null, interval: null, n: null } : toldOf(here[name])),
    isOptimistic: evaluation?.optimistic?.includes(name) ?? false,
    isSubgroup: evaluation?.subgroups?.includes(name) ?? false,
    independent: elsewhere[name] === undefined ? null : inOneLine(elsewhere[name]),
  }));
}

type Figure = Evaluation['figures'][string];

/** A figure and its interval have as many decimals as the longest of the three: 0.990 (0.978 to 0.999). */
function toldOf(figure: Figure) {
  if (typeof figure === 'number') return { value: withMinus(figure), interval: null, n: null };
  const { value, low, high, n } = figure;
  const decimals = Math.max(...[value, low, high].map((number) => String(number).split('.')[1]?.length ?? 0));
  const [told, from, to] = [value, low, high].map((number) => withMinus(number.toFixed(decimals)));
  return { value: told!, interval: `${from} to ${to}`, n };
}

function inOneLine(figure: Figure): string {
  const { value, interval, n } = toldOf(figure);
  return interval === null ? value : `${value} (${interval}, n = ${n})`;
}

/**
 * A card consists of paragraphs that begin with a bold heading. Its table of figures is left out, because the page draws its
 * own.
 */
function sectionsOf(markdown: string): { title: string; text: string }[] {
  const [before = '', after = ''] = markdown.split(/<!-- figures -->[\s\S]*<!-- \/figures -->/);
  const body = `${before}\n${after}`.replace(/^# .*\n/, '');
  return (
    body
      .split(/^(?=\*\*[^*]+\*\*)/m)
      .map((part) => /^\*\*([^*]+?)\.?\*\*\s*([\s\S]*)$/.exec(part.trim()))
      .filter((match) => match !== null)
      // A heading with an addition in brackets: the addition becomes a sentence of the text.
      .map(([, title, text]) => ({ title: title!, text: text!.trim().replace(/^\(([^)]+)\)[.:]\s*/, 'By $1. ') }))
  );
}

/** The share that was positive with Wilson's interval: a bin of two cases says little. */
function withInterval({ n, predicted, observed }: { n: number; predicted: number; observed: number }) {
  const { low, high } = shareOf(Math.round(observed * n), n);
  return { n, predicted, observed, low, high };
}

/** A step curve is fully described by its corners. */
function cornersOf(roc: readonly (readonly [number, number])[]): [number, number][] {
  return roc
    .filter(([x, y], at) => {
      const [before, after] = [roc[at - 1], roc[at + 1]];
      if (!before || !after) return true;
      return !((before[0] === x && after[0] === x) || (before[1] === y && after[1] === y));
    })
    .map(([x, y]) => [x, y]);
}
