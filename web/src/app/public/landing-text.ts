import english, { type Texts as LandingTexts } from '@duai/texts/en/landing';
import { type TextPath, textAt } from '../../lib/text-path.ts';

type Path = TextPath<LandingTexts>;

/** A text of the second-opinion landing page: rendered in English; enhance/languages.ts replaces it with another language. */
export const say = (path: Path) => ({ 'data-text': path, children: textAt(english, path) });

/** The accessible name of an element without visible text, translated in the same way. */
export const label = (path: Path) => ({ 'data-label': path, 'aria-label': textAt(english, path) });
