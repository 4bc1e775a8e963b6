import { reports } from '@duai/contract';

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
  /** DICOM modalities that the template is for. */
  readonly modalities: readonly string[];
  /** The patient's names for the examination, for images without headers. */
  readonly declared: readonly string[];
  readonly tr: TemplateText;
  readonly en: TemplateText;
}

/** Templates that fit the images first, in the order of the list; the others can still be chosen. */
export function templatesFor(
  templates: readonly ReportTemplate[],
  modalities: readonly (string | null)[],
  declared: string,
): { fitting: ReportTemplate[]; others: ReportTemplate[] } {
  const known = modalities.filter((modality) => modality !== null);
  const fits = (template: ReportTemplate) =>
    known.length > 0
      ? template.modalities.some((modality) => known.includes(modality))
      : template.declared.includes(declared);
  return { fitting: templates.filter(fits), others: templates.filter((template) => !fits(template)) };
}
