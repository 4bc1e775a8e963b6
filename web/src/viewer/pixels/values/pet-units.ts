import type { dicomweb } from '@duai/contract';

/** Units (0054,1001), PS3.3 C.8.9.1.1.3, as they are written; counts and shares of them have no symbol and are told by their term. */
const WRITTEN: Readonly<Record<string, string | null>> = {
  NONE: null,
  BQML: 'Bq/ml',
  GML: 'g/ml',
  CPS: 'cps',
  PCNT: '%',
  CM2: 'cm²',
  CM2ML: 'cm²/ml',
  MGMINML: 'mg/min/ml',
  UMOLMINML: 'µmol/min/ml',
  MLMING: 'ml/min/g',
  MLG: 'ml/g',
  '1CM': '1/cm',
  UMOLML: 'µmol/ml',
  MLMINML: 'ml/min/ml',
  MLML: 'ml/ml',
};

const isPet = (metadata: dicomweb.DicomJson): boolean => metadata['00080060']?.Value?.[0] === 'PT';

/** The unit of the values of a PET image; null where the file names none. */
export function petUnitOf(metadata: dicomweb.DicomJson): string | null {
  const [term] = metadata['00541001']?.Value ?? [];
  if (!isPet(metadata) || typeof term !== 'string') return null;
  const { [term]: written = term } = WRITTEN;
  return written;
}

/** The metadata of a series come from headers, of which older ones do not have the units. */
export const lacksPetUnits = (metadata: dicomweb.DicomJson): boolean =>
  isPet(metadata) && metadata['00541001'] === undefined;
