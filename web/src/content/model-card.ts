/** What the public pages know of a model card: written by the build from the folders of the algorithms (model-cards.ts). */
export interface ModelCardFigure {
  readonly name: string;
  readonly label: string;
  /** `0.99`, `−0.01`; null where it was counted on independent data only. */
  readonly value: string | null;
  /** 95 % interval; null where a figure is a count, or the difference from an answer that is calculated. */
  readonly interval: string | null;
  readonly n: number | null;
  /** Whether the data chose a threshold, an augmentation or a limit. */
  readonly isOptimistic: boolean;
  readonly isSubgroup: boolean;
  /** The same figure on data of which nothing was chosen; null until somebody evaluated it there. */
  readonly independent: string | null;
}

export interface ModelCardPage {
  readonly id: string;
  readonly version: string;
  readonly title: string;
  readonly maker: string;
  readonly intendedUse: string;
  readonly exclusions: readonly string[];
  readonly licence: string;
  readonly citation: string | null;
  readonly regulatory: readonly { readonly region: string; readonly status: string }[];
  readonly weightsSha256: string | null;
  readonly isInstalled: boolean;
  /** The command that installs a recipe. */
  readonly installCommand: string | null;
  /** What the figures may be used for, in the words of the evaluation. */
  readonly kind: string | null;
  readonly figures: readonly ModelCardFigure[];
  readonly hasIndependentData: boolean;
  /** The paragraphs of the card by their headings, as Markdown. */
  readonly sections: readonly { readonly title: string; readonly text: string }[];
  /** Points [share of negatives told, share of positives told], thinned to the corners of the curve. */
  readonly roc: readonly (readonly [number, number])[] | null;
  readonly operatingPoint: { readonly sensitivity: number; readonly specificity: number } | null;
  readonly thresholds: readonly { readonly name: string; readonly value: string; readonly chosen: string }[];
  readonly calibration: readonly { readonly n: number; readonly predicted: number; readonly observed: number }[] | null;
}

export const modelCardPath = (id: string): string => `/duaicheck/models/${id}`;

/** The highest share of positives told at this share of negatives told, read from the curve without drawing it finer. */
export function hitsAt(roc: readonly (readonly [number, number])[], alarms: number): number {
  return Math.max(0, ...roc.filter(([x]) => x <= alarms).map(([, y]) => y));
}
