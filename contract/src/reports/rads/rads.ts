import { z } from 'zod';
import { type Examined, isMadeFor } from '../examined.ts';
import type { RadsCategory } from './rads-category.ts';
import { RADS, RADS_SYSTEMS, type RadsSystemId } from './rads-lists.ts';

/** One category of one system, as a report stores it; only listed ones are valid. */
export const radsSchema = z
  .object({
    system: z.enum(RADS_SYSTEMS),
    category: z
      .string()
      .max(32)
      .regex(/^[\w -]+$/),
  })
  .refine((chosen) => findRads(chosen) !== undefined, 'This category is not one of the system');
export type ChosenRads = z.infer<typeof radsSchema>;

const findRads = ({ system, category: code }: { system: RadsSystemId; category: string }): RadsCategory | undefined =>
  RADS[system].categories.find((each) => each.code === code);

/** The systems that were written for what was examined. */
export const radsFor = (examined: Examined): RadsSystemId[] =>
  RADS_SYSTEMS.filter((id) => isMadeFor(RADS[id].madeFor, examined));

/** The category as text ("Lung-RADS 3: probably benign") and its recommendation; empty for a category that is not in the list. */
export function radsInWords(chosen: ChosenRads, language: 'tr' | 'en'): { line: string; recommendation: string } {
  const found = findRads(chosen);
  if (!found) return { line: `${RADS[chosen.system].title} ${chosen.category}`, recommendation: '' };
  return {
    line: `${RADS[chosen.system].title} ${found.code}: ${found.meaning[language]}`,
    recommendation: found.recommendation[language],
  };
}
