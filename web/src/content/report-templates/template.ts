import { type Examined, isMadeFor, type MadeFor, reports } from '@duai/contract';

/** The part of a report that a template writes. */
interface TemplateText {
  readonly title: string;
  readonly technique: string;
  /** One line for each organ or step, worded for a normal finding. */
  readonly findings: readonly string[];
  readonly impression: string;
}

/** Placeholder that must be filled in before the signature. */
export const GAP = reports.REPORT_GAP;

/** A report template for one kind of examination, in both report languages. */
export interface ReportTemplate {
  readonly id: string;
  readonly madeFor: MadeFor;
  readonly tr: TemplateText;
  readonly en: TemplateText;
}

/** Templates that fit modality and part first, in the order of the list; the others can still be chosen. */
export function templatesFor(
  templates: readonly ReportTemplate[],
  examined: Examined,
): { fitting: ReportTemplate[]; others: ReportTemplate[] } {
  const fits = ({ madeFor }: ReportTemplate) => isMadeFor(madeFor, examined);
  return { fitting: templates.filter(fits), others: templates.filter((template) => !fits(template)) };
}
