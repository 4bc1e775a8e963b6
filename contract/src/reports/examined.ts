import { type BodyRegion, regionsIn } from '../studies/body-regions.ts';
import type { Study } from '../studies/studies.ts';

/** Modalities by the patient's name for the examination, for pictures without a header. */
const BY_NAME: Readonly<Record<string, readonly string[]>> = {
  CT: ['CT'],
  MRI: ['MR'],
  'X-Ray': ['CR', 'DX'],
  Ultrasound: ['US'],
  Mammography: ['MG'],
  'PET-CT': ['PT', 'CT'],
};

/** What was examined and how: each kind of image with the regions that its headers or the patient name; none if nobody does. */
export type Examined = readonly { readonly modality: string; readonly regions: readonly BodyRegion[] }[];

/**
 * Headers say the modality, and the patient only where they say none. A region counts whoever names it: Body Part Examined is
 * often left as the protocol had it, and patients name the part that worries them.
 */
export function examinedIn(
  declared: { readonly modality: string; readonly bodyPart: string | null },
  examinations: readonly {
    readonly description: Study['description'];
    readonly series: readonly Pick<Study['series'][number], 'modality' | 'bodyPart' | 'description'>[];
  }[],
): Examined {
  const named = (...texts: (string | null)[]) => [...new Set([declared.bodyPart, ...texts].flatMap(regionsIn))];
  const inHeaders = examinations.flatMap((study) =>
    study.series.flatMap(({ modality, bodyPart, description }) =>
      modality === null ? [] : [{ modality, regions: named(bodyPart, description, study.description) }],
    ),
  );
  if (inHeaders.length > 0) return inHeaders;
  return (BY_NAME[declared.modality] ?? []).map((modality) => ({ modality, regions: named() }));
}

/** What a list or a template is made for: modalities, each with its regions; null means any. */
export type MadeFor = Readonly<Record<string, readonly BodyRegion[] | null>>;

/** Whether one of the kinds of image is what this is made for; where no region is named, the modality decides. */
export const isMadeFor = (madeFor: MadeFor, examined: Examined): boolean =>
  examined.some(({ modality, regions }) => {
    const wanted = madeFor[modality];
    if (wanted === undefined) return false;
    return wanted === null || regions.length === 0 || regions.some((region) => wanted.includes(region));
  });
