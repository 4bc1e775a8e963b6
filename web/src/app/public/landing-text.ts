import english, { type Texts as LandingTexts } from '@duai/texts/en/landing';
import { type TextPath, textAt } from '../../lib/text-path.ts';

type Path = TextPath<LandingTexts>;

/** A text of the second-opinion landing: English as written, another language by enhance/languages.ts. */
export const say = (path: Path) => ({ 'data-text': path, children: textAt(english, path) });

/** The name of a thing without visible text, in the same way. */
export const label = (path: Path) => ({ 'data-label': path, 'aria-label': textAt(english, path) });
