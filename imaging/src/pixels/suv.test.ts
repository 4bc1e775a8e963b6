import { describe, expect, it } from 'vitest';
import { openDataSet } from '../files/data-set.ts';
import { type ElementToWrite, writePart10 } from '../files/write.ts';
import { suvFactorOf } from './suv.ts';

type Values = Record<number, [ElementToWrite['vr'], string] | null>;

/** 70 kg, 350 MBq at 10:00, scanned at 11:00 of the same day, half-life 6,600 s. */
const scan = (changed: Values = {}, ofDrug: Values = {}) => {
  const elements = (values: Values): ElementToWrite[] =>
    Object.entries(values).flatMap(([tag, value]) =>
      value ? [{ tag: Number(tag), vr: value[0], value: value[1] }] : [],
    );
  const drug = elements({
    1577074: ['TM', '100000'],
    1577076: ['DS', '350000000'],
    1577077: ['DS', '6600'],
    ...ofDrug,
  });
  const top = elements({
    524321: ['DA', '20260102'],
    524322: ['DA', '20260102'],
    524337: ['TM', '110000'],
    524338: ['TM', '110000'],
    524384: ['CS', 'PT'],
    1052720: ['DS', '70'],
    2621521: ['CS', 'DECY\\ATTN'],
    5509121: ['CS', 'BQML'],
    5509378: ['CS', 'START'],
    ...changed,
  });
  return suvFactorOf(
    openDataSet(writePart10([...top, { tag: 0x00540016, vr: 'SQ', value: { items: [drug] } }])).dataSet,
  );
};
const AN_HOUR_LATER = 70_000 / (350_000_000 * 2 ** (-3600 / 6600));

describe('uptake by body weight', () => {
  it('takes the decay from the injection to the start of the scan into account', () => {
    expect(scan()).toBeCloseTo(AN_HOUR_LATER, 12);
    const dated: Values = { 1577080: ['DT', '20260102100000'], 1577074: null };
    expect(scan({}, dated)).toBeCloseTo(AN_HOUR_LATER, 12);
    expect(scan({ 5509378: ['CS', 'ADMIN'] })).toBeCloseTo(70_000 / 350_000_000, 12);
  });

  it('takes an injection before midnight as one of the day before', () => {
    const afterMidnight: Values = { 524337: ['TM', '003000'], 524338: ['TM', '003000'] };
    expect(scan(afterMidnight, { 1577074: ['TM', '233000'] })).toBeCloseTo(AN_HOUR_LATER, 12);
  });

  it('trusts no series time that is after the acquisition', () => {
    expect(scan({ 524337: ['TM', '150000'] })).toBeNull();
    const ofMaker: Values = { 589840: ['LO', 'GEMS_PETD_01'], 593933: ['DT', '20260102110000'] };
    expect(scan({ 524337: ['TM', '150000'], ...ofMaker })).toBeCloseTo(AN_HOUR_LATER, 12);
  });

  it('takes the factors of Philips for counts, and uptake as it is', () => {
    const counts: Values = { 5509121: ['CS', 'CNTS'], 1884487696: ['LO', 'Philips PET Private Group'] };
    expect(scan({ ...counts, 1884491776: ['DS', '0.0005'] })).toBe(0.0005);
    expect(scan({ ...counts, 1884491785: ['DS', '2'] })).toBeCloseTo(2 * AN_HOUR_LATER, 12);
    expect(scan({ ...counts, 1884487696: ['LO', 'SOMEBODY ELSE'], 1884491776: ['DS', '0.0005'] })).toBeNull();
    expect(scan({ 5509121: ['CS', 'GML'] })).toBe(1);
    expect(scan({ 5509121: ['CS', 'GML'], 5509126: ['CS', 'LBM'] })).toBeNull();
  });

  it.each<[string, Values, Values]>([
    ['another modality', { 524384: ['CS', 'NM'] }, {}],
    ['no weight', { 1052720: null }, {}],
    ['a weight of zero', { 1052720: ['DS', '0'] }, {}],
    ['no dose', {}, { 1577076: null }],
    ['no half-life', {}, { 1577077: null }],
    ['no time of injection', {}, { 1577074: null }],
    ['no correction for decay', { 2621521: ['CS', 'ATTN'] }, {}],
    ['no correction for attenuation', { 2621521: ['CS', 'DECY'] }, {}],
    ['decay that was not corrected', { 5509378: ['CS', 'NONE'] }, {}],
    ['other units', { 5509121: ['CS', 'PROPCPS'] }, {}],
  ])('is not computed with %s', (_, changed, ofDrug) => {
    expect(scan(changed, ofDrug)).toBeNull();
  });
});
