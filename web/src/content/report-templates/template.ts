import { reports } from '@duai/contract';

/** The part of a report that a template writes. */
interface TemplateText {
  readonly title: string;
  readonly technique: string;
  /** One line for each organ or step, as it stands where nothing is found. */
  readonly findings: readonly string[];
  readonly impression: string;
}

/** What is to be filled in before the signature. */
export const GAP = reports.REPORT_GAP;

/** A report of one kind of examination, in both languages of reports. */
export interface ReportTemplate {
  readonly id: string;
  /** DICOM modalities that it is made for. */
  readonly modalities: readonly string[];
  /** What the patient calls the examination, for images without headers. */
  readonly declared: readonly string[];
  readonly tr: TemplateText;
  readonly en: TemplateText;
}

/** Those that fit the images first, in the order of the list; the rest stays to be chosen. */
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
