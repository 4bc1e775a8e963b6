import { z } from 'zod';
import { defineEndpoint } from '../../api/endpoint.ts';

const share = (min: number, max: number) => z.number().min(min).max(max);

/** Shares that a reader may give to the panels of the reading page; the image keeps at least 40 % of the width. */
export const PANEL_LIMITS = {
  /** Case and AI results, left of the image, in percent of the width. */
  caseWidth: { min: 12, max: 25, usual: 18 },
  /** The report, right of the image, in percent of the width. */
  reportWidth: { min: 20, max: 35, usual: 29 },
  /** The case above the AI results, in percent of the height. */
  caseHeight: { min: 20, max: 80, usual: 50 },
} as const;
export type Panel = keyof typeof PANEL_LIMITS;

/** How a reader has divided the reading page. */
export const panelsSchema = z.strictObject({
  caseWidth: share(PANEL_LIMITS.caseWidth.min, PANEL_LIMITS.caseWidth.max),
  reportWidth: share(PANEL_LIMITS.reportWidth.min, PANEL_LIMITS.reportWidth.max),
  caseHeight: share(PANEL_LIMITS.caseHeight.min, PANEL_LIMITS.caseHeight.max),
} satisfies Record<Panel, z.ZodType>);
export type Panels = z.infer<typeof panelsSchema>;

export const USUAL_PANELS: Panels = {
  caseWidth: PANEL_LIMITS.caseWidth.usual,
  reportWidth: PANEL_LIMITS.reportWidth.usual,
  caseHeight: PANEL_LIMITS.caseHeight.usual,
};

const tag = 'Reading';
export const getPanels = defineEndpoint({
  method: 'GET',
  path: '/api/console/panels',
  audience: 'radiologist',
  tag,
  summary: 'How this reader has divided the reading page; the usual division if it was never changed',
  answer: panelsSchema,
});
export const setPanels = defineEndpoint({
  method: 'PUT',
  path: '/api/console/panels',
  audience: 'radiologist',
  tag,
  summary: 'Keep the own division of the reading page',
  body: panelsSchema,
  answer: panelsSchema,
});
