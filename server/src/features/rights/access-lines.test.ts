import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AccessGroup } from '../audit/index.ts';
import { accessLine, mergeLines } from './access-lines.ts';

const group = (change: Partial<AccessGroup>): AccessGroup => ({
  from: new Date('2026-03-01T10:05:00Z'),
  to: new Date('2026-03-01T10:40:00Z'),
  actorRealm: 'staff',
  actorId: 'r1',
  action: 'studies.preview',
  outcome: 'ok',
  caseId: 'c1',
  count: 240,
  ...change,
});
const names = {
  staff: new Map([
    ['r1', { name: 'Dr. Deniz', role: 'radiologist' }],
    ['o1', { name: 'Operatör', role: 'operator' }],
  ]),
  shares: new Map([['s1', 'Dr. Ayla']]),
  caseNumbers: new Map([['c1', 'SO-2026-000001']]),
};
const line = (change: Partial<AccessGroup>) => accessLine(group(change), 'p1', names);

describe('a line of "who saw my data"', () => {
  it('names the radiologist and the case, and counts', () => {
    expect(line({})).toEqual({
      from: '2026-03-01T10:05:00.000Z',
      to: '2026-03-01T10:40:00.000Z',
      party: 'radiologist',
      name: 'Dr. Deniz',
      kind: 'viewed-images',
      caseNumber: 'SO-2026-000001',
      count: 240,
    });
  });

  it('tells the patient, a doctor with a link, an operator and a stranger apart', () => {
    expect(line({ actorRealm: 'patient', actorId: 'p1' })).toMatchObject({ party: 'you', name: null });
    expect(line({ actorRealm: 'shared', actorId: 's1' })).toMatchObject({ party: 'shared-link', name: 'Dr. Ayla' });
    expect(line({ actorId: 'o1', action: 'accounts.disable' })).toMatchObject({ party: 'operator', name: null });
    expect(
      line({ actorRealm: 'anonymous', actorId: null, action: 'accounts.login', outcome: 'refused' }),
    ).toMatchObject({ party: 'nobody', kind: 'sign-in-refused' });
    expect(line({ actorRealm: 'anonymous', actorId: null, action: 'shares.open', outcome: 'refused' })?.kind).toBe(
      'share-refused',
    );
  });

  it('knows a right password for the patient, and a forgotten one for anybody', () => {
    const anonymous = { actorRealm: 'anonymous', actorId: null, caseId: null };
    expect(line({ ...anonymous, action: 'accounts.login' })).toMatchObject({ party: 'you', kind: 'signed-in' });
    expect(line({ ...anonymous, action: 'accounts.forgot-password' })).toMatchObject({
      party: 'nobody',
      kind: 'asked-password-reset',
    });
  });

  it('is one for what one person did to one case within an hour', () => {
    const lines = [
      line({ action: 'cases.claim', count: 1, from: new Date('2026-03-01T10:01:00Z') })!,
      line({ action: 'reports.open-case', count: 2 })!,
      line({ action: 'reports.open-case', count: 3, from: new Date('2026-03-01T09:59:00Z') })!,
    ];
    expect(mergeLines(lines).map(({ from, count, kind }) => [from, count, kind])).toEqual([
      ['2026-03-01T10:01:00.000Z', 3, 'opened-case'],
      ['2026-03-01T09:59:00.000Z', 3, 'opened-case'],
    ]);
  });

  it('stands where its last moment belongs, the latest first', () => {
    const at = (from: string, to: string, change: Partial<AccessGroup> = {}) =>
      line({ from: new Date(`2026-03-01T${from}Z`), to: new Date(`2026-03-01T${to}Z`), ...change })!;
    const lines = [
      at('10:10:00', '10:12:00', { action: 'reports.read' }),
      at('10:05:00', '10:40:00'),
      at('10:01:00', '10:30:00', { action: 'reports.save' }),
    ];
    expect(mergeLines(lines).map(({ to }) => to.slice(11, 16))).toEqual(['10:40', '10:30', '10:12']);
  });

  it('never hides an action of staff on a case, also one without a word of its own', () => {
    const features = join(import.meta.dirname, '..');
    const actions = readdirSync(features, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /(?<!\.test)\.ts$/.test(entry.name))
      .flatMap((entry) => [
        ...readFileSync(join(entry.parentPath, entry.name), 'utf8').matchAll(
          /'((?:cases|questions|reports|studies)\.[a-z-]+)'/g,
        ),
      ])
      .map((match) => match[1]!);
    expect(actions).toContain('reports.open-case');
    for (const action of actions) expect(line({ action }), action).not.toBeNull();
  });
});
