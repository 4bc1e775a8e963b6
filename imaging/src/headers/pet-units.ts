export interface PetUnit {
  /** UCUM. */
  unit: string;
  unitMeaning: string;
}

/**
 * The terms of Units (0054,1001) of PET images (PS3.3 C.8.9.1.1.3) as UCUM codes with their meanings (PS3.16 CID 84; by UCUM
 * itself for terms that are not in it). `NONE` is told as no unit.
 */
const UNITS: ReadonlyMap<string, PetUnit> = new Map(
  Object.entries({
    CNTS: { unit: '{counts}', unitMeaning: 'Counts' },
    CPS: { unit: '{counts}/s', unitMeaning: 'Counts per second' },
    PROPCNTS: { unit: '{propcounts}', unitMeaning: 'Proportional to counts' },
    PROPCPS: { unit: '{propcounts}/s', unitMeaning: 'Proportional to counts per second' },
    CM2: { unit: 'cm2', unitMeaning: 'Centimeter**2' },
    CM2ML: { unit: 'cm2/ml', unitMeaning: 'Centimeter**2/milliliter' },
    PCNT: { unit: '%', unitMeaning: 'Percent' },
    BQML: { unit: 'Bq/ml', unitMeaning: 'Becquerels/milliliter' },
    GML: { unit: 'g/ml', unitMeaning: 'Gram/milliliter' },
    MGMINML: { unit: 'mg/min/ml', unitMeaning: 'Milligrams/minute/milliliter' },
    UMOLMINML: { unit: 'umol/min/ml', unitMeaning: 'Micromole/minute/milliliter' },
    MLMING: { unit: 'ml/min/g', unitMeaning: 'Milliliter/minute/gram' },
    MLG: { unit: 'ml/g', unitMeaning: 'Milliliter/gram' },
    '1CM': { unit: '/cm', unitMeaning: '/Centimeter' },
    UMOLML: { unit: 'umol/ml', unitMeaning: 'Micromole/milliliter' },
    MLMINML: { unit: 'ml/min/ml', unitMeaning: 'Milliliter/minute/milliliter' },
    MLML: { unit: 'ml/ml', unitMeaning: 'Milliliter/milliliter' },
  }),
);

/** The unit that a term of Units stands for; null for `NONE`, a term that is not defined, or none. */
export const petUnitOf = (term: string | null | undefined): PetUnit | null => UNITS.get(term ?? '') ?? null;
