import type { Finding } from '@duai/contract';
import type { DicomHeader } from '@duai/imaging';

type Side = 'L' | 'R';

/** Sides in whole words, in English, Turkish and Arabic. `SAG` is left out: it is "sagittal" too. */
const WORDS: Readonly<Record<Side, RegExp>> = {
  L: /(?<!\p{L})LEFT(?!\p{L})|أيسر|يسرى|يسار/iu,
  R: /(?<!\p{L})(RIGHT|SAĞ)(?!\p{L})|أيمن|يمنى|يمين/iu,
};
/**
 * Abbreviations, and the Turkish word for left, only where they mean a side: elsewhere RT is radiotherapy or respiratory
 * triggering, and SOL is a space-occupying lesion.
 */
const ABBREVIATIONS: Readonly<Record<Side, RegExp>> = {
  L: /(?<!\p{L})(LT|SOL)(?!\p{L})/iu,
  R: /(?<!\p{L})RT(?!\p{L})/iu,
};
/** Modalities of projections and ultrasound, PS3.3 C.7.3.1.1.1. */
const OF_PROJECTIONS = ['CR', 'DX', 'RG', 'RF', 'MG', 'PX', 'IO', 'US'];

/**
 * Laterality (0020,0060) or Image Laterality (0020,0062) against the side that the description of the series, else that of
 * the study, names in words. A description that names both sides or none says nothing.
 */
export function wrongLaterality(headers: readonly DicomHeader[]): Finding[] {
  const wrong = headers.flatMap((header) => {
    const stated = header.laterality?.toUpperCase();
    const named = sideOf(header.seriesDescription, header) ?? sideOf(header.studyDescription, header);
    return (stated === 'L' || stated === 'R') && (named === 'L' || named === 'R') && named !== stated
      ? [{ header, stated, named }]
      : [];
  });
  const [first] = wrong;
  if (!first) return [];
  const uids = wrong.flatMap(({ header }) => header.sopInstanceUid ?? []);
  const params = { count: wrong.length, stated: first.stated, named: first.named };
  return [{ code: 'WRONG_LATERALITY', severity: 'important', params, sopInstanceUids: [...new Set(uids)] }];
}

/** `both` ends the search too: a series of both sides says nothing about one image. */
function sideOf(text: string | null, { modality }: DicomHeader): Side | 'both' | null {
  if (!text) return null;
  const isProjection = OF_PROJECTIONS.includes(modality ?? '');
  const names = (side: Side) => WORDS[side].test(text) || (isProjection && ABBREVIATIONS[side].test(text));
  const [left, right] = [names('L'), names('R')];
  if (left && right) return 'both';
  return left ? 'L' : right ? 'R' : null;
}
