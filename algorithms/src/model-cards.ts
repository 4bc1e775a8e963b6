import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const folderOf = (algorithmId: string): string => join(import.meta.dirname, algorithmId.replaceAll('.', '-'));

/** @throws Error where an algorithm has no card: no card, no run. */
export const readCard = (algorithmId: string): string =>
  readFileSync(join(folderOf(algorithmId), 'model-card.md'), 'utf8');

export { type Evaluation, withFigures } from './card-figures.ts';
