import { describe, expect, it } from 'vitest';
import { differencesOf, sexOf } from './compare-identity.ts';

const person = { firstName: 'Zeynep', lastName: 'Işık', dateOfBirth: '1980-03-12', gender: 'female' };
const identity = { name: 'ISIK^ZEYNEP', birthDate: '19800312', sex: 'F' };
const one = new Set(['77']);
const differs = (change: Partial<Record<keyof typeof identity, string | null>>, of: Partial<typeof person> = {}) =>
  differencesOf({ ...identity, ...change }, { ...person, ...of }, one);

describe('the identity of images and the person of the case', () => {
  it('are one in whatever way the name is written', () => {
    expect(differs({})).toEqual([]);
    expect(differs({ name: 'ışık zeynep', birthDate: '1980.03.12', sex: 'f' })).toEqual([]);
  });

  it.each([
    [{ name: 'DEMIR^ZEYNEP' }, ['name']],
    [{ birthDate: '19810312' }, ['birth-date']],
    [{ birthDate: '1980' }, ['birth-date']],
    [{ sex: 'M' }, ['sex']],
    [{ name: 'KAYA^ALI', birthDate: '19500101', sex: 'M' }, ['name', 'birth-date', 'sex']],
  ])('%o differs in %o', (change, fields) => expect(differs(change)).toEqual(fields));

  it('what either side does not say is not compared', () => {
    expect(differs({ name: null, birthDate: null, sex: null })).toEqual([]);
    const unknown = { dateOfBirth: null, gender: null };
    expect(differencesOf({ ...identity, birthDate: '19110101', sex: 'M' }, { ...person, ...unknown }, one)).toEqual([]);
  });

  it('a second given name, or a name in other letters, needs the same date of birth', () => {
    for (const name of ['ISIK^ZEYNEP^NUR', 'KANARI^ZAYNAB']) {
      const of = name.startsWith('KANARI') ? { firstName: 'زينب', lastName: 'كناري' } : {};
      expect(differs({ name }, of)).toEqual([]);
      expect(differs({ name, birthDate: null }, of)).toEqual(['name']);
      expect(differs({ name, birthDate: '19810312' }, of)).toEqual(['name', 'birth-date']);
    }
  });

  it('one examination with two patient IDs names two people', () => {
    expect(differencesOf(identity, person, new Set(['77', '78']))).toEqual(['patient-id']);
    expect(differencesOf(identity, person, new Set())).toEqual([]);
  });

  it('a sex is written in the terms of DICOM, or not at all', () => {
    const genders = ['male', 'female', 'other', 'unknown', null];
    expect(genders.map((gender) => sexOf({ gender }))).toEqual(['M', 'F', 'O', null, null]);
  });
});
