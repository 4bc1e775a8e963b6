import { expect, it } from 'vitest';
import { conditionOf, SEARCH_KEYS, SearchValueError } from './search-keys.ts';

const of = (keyword: string, raw: string) =>
  conditionOf(Object.values(SEARCH_KEYS).find((key) => key.keyword === keyword)!, raw);

it.each([
  ['PatientID', '', undefined],
  ['PatientID', '*', undefined],
  ['PatientID', ' 17 ', { kind: 'any-of', values: ['17'] }],
  ['PatientID', '17*', { kind: 'like', pattern: '17*', ignoresCase: false }],
  ['PatientName', 'öz^*', { kind: 'like', pattern: 'öz^*', ignoresCase: true }],
  ['PatientName', 'Öz', { kind: 'like', pattern: 'Öz', ignoresCase: true }],
  ['StudyInstanceUID', '1.2\\1.3', { kind: 'any-of', values: ['1.2', '1.3'] }],
  ['StudyInstanceUID', '1.2,1.3', { kind: 'any-of', values: ['1.2', '1.3'] }],
  ['ModalitiesInStudy', 'CT\\MR', { kind: 'any-of', values: ['CT', 'MR'] }],
  ['StudyDate', '20260229-20260301', 'refused'],
  ['StudyDate', '20240229', { kind: 'range', from: '20240229', to: '20240229' }],
  ['StudyDate', '20240229-', { kind: 'range', from: '20240229', to: null }],
  ['StudyDate', '-20240229', { kind: 'range', from: null, to: '20240229' }],
  ['StudyDate', '20240101-20240229', { kind: 'range', from: '20240101', to: '20240229' }],
  ['StudyDate', '-', 'refused'],
  ['StudyDate', '2024', 'refused'],
  ['StudyDate', '2024010120240102', 'refused'],
  ['StudyInstanceUID', 'x', 'refused'],
  ['SOPInstanceUID', '1.2*', 'refused'],
  ['PatientName', 'a*'.repeat(200), 'refused'],
])('%s of "%s" asks for %j', (keyword, raw, expected) => {
  if (expected === 'refused') expect(() => of(keyword, raw)).toThrow(SearchValueError);
  else expect(of(keyword, raw)).toEqual(expected);
});
