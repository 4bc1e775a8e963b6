import { z } from 'zod';
import { type Examined, isMadeFor } from '../examined.ts';
import type { RadsCategory } from './rads-category.ts';
import { RADS, RADS_SYSTEMS, type RadsSystemId } from './rads-lists.ts';

const codeSchema = z
  .string()
  .max(32)
  .regex(/^[\w -]+$/);
/** A category for each side; null: not assessed. */
const sidesSchema = z.object({ right: codeSchema.nullable(), left: codeSchema.nullable() });
export type RadsOfSides = z.infer<typeof sidesSchema>;

/** What a report stores of a RADS list; only listed categories are valid. */
export const radsSchema = z
  .object({
    system: z.enum(RADS_SYSTEMS),
    /** Of the whole examination. Null while the reader has to choose it from those of two sides; a report is not signed so. */
    category: codeSchema.nullable(),
    /** Absent in lists without sides, and in reports from before categories had sides. */
    sides: sidesSchema.optional(),
  })
  .refine(isListed, 'This category is not one of the system, or does not follow from its sides');
export type ChosenRads = z.infer<typeof radsSchema>;

const findRads = ({ system, category: code }: { system: RadsSystemId; category: string }): RadsCategory | undefined =>
  RADS[system].categories.find((each) => each.code === code);

function isListed({
  system,
  category,
  sides,
}: {
  system: RadsSystemId;
  category: string | null;
  sides?: RadsOfSides | undefined;
}): boolean {
  if (!sides) return category !== null && findRads({ system, category }) !== undefined;
  const told = toldOf(sides);
  if (!RADS[system].sides || told.length === 0 || !told.every((each) => findRads({ system, category: each })))
    return false;
  const overall = overallOf(system, sides);
  return overall === null ? category === null || told.includes(category) : category === overall;
}

const toldOf = ({ right, left }: RadsOfSides): string[] => [right, left].filter((each) => each !== null);

/**
 * The category of the examination: the most suspicious one of its sides, by the likelihoods of the list. Null where they say
 * nothing: of two different sides one is 0 or 6, or one is an undivided 4 and the other a part of it. The reader chooses then.
 */
export function overallOf(system: RadsSystemId, sides: RadsOfSides): string | null {
  const [one, other = one] = toldOf(sides);
  if (one === undefined || other === undefined) return null;
  if (one === other) return one;
  const { categories, sides: list } = RADS[system];
  const [from, to] = [list?.likelihood[one], list?.likelihood[other]];
  if (!from || !to) return null;
  const isAfter = categories.findIndex(({ code }) => code === one) > categories.findIndex(({ code }) => code === other);
  const [less, more] = isAfter ? [to, from] : [from, to];
  if (more[0] < less[1]) return null;
  return isAfter ? one : other;
}

/** A choice for each side, with the category of the whole that follows from it; null where no side has one. */
export const radsOfSides = (system: RadsSystemId, sides: RadsOfSides): ChosenRads | null =>
  toldOf(sides).length === 0 ? null : { system, category: overallOf(system, sides), sides };

/** The systems that were written for what was examined. */
export const radsFor = (examined: Examined): RadsSystemId[] =>
  RADS_SYSTEMS.filter((id) => isMadeFor(RADS[id].madeFor, examined));

const WORDS = {
  tr: { notAssessed: 'değerlendirilmedi', overall: 'genel', notChosen: 'genel kategori seçilmedi' },
  en: { notAssessed: 'not assessed', overall: 'overall', notChosen: 'overall category not chosen' },
} as const;

/**
 * The category as text ("Lung-RADS 3: probably benign"), where it is told so with that of each side, and its recommendation;
 * empty for a category that is not in the list.
 */
export function radsInWords(
  { system, category, sides }: ChosenRads,
  language: 'tr' | 'en',
): { line: string; recommendation: string } {
  const { title, sides: names } = RADS[system];
  const found = category === null ? undefined : findRads({ system, category });
  const recommendation = found?.recommendation[language] ?? '';
  if (sides && names) {
    const words = WORDS[language];
    const told = (['right', 'left'] as const).map((side) => {
      const code = sides[side];
      const name = names[side][language];
      return code === null ? `${name}: ${words.notAssessed}` : `${name} ${inWords(system, code, language)}`;
    });
    const overall = category === null ? words.notChosen : `${words.overall} ${category}`;
    const isOne = sides.right === null || sides.left === null;
    return { line: `${title}, ${[...told, ...(isOne ? [] : [overall])].join('; ')}`, recommendation };
  }
  return { line: `${title} ${inWords(system, category ?? '', language)}`, recommendation };
}

function inWords(system: RadsSystemId, code: string, language: 'tr' | 'en'): string {
  const found = findRads({ system, category: code });
  return found ? `${found.code}: ${found.meaning[language]}` : code;
}
