import { accounts } from '@duai/contract';
import { describe, expect, it } from 'vitest';
import { emailOf, roleOf, usernameOf } from './provider-claims.ts';

const rules = {
  groupsClaim: 'groups',
  adminGroups: ['Radyoloji Yönetim', 'it'],
  readerGroups: ['okuyucu'],
  memberGroups: ['doktor'],
};

describe('a role', () => {
  it.each([
    [{ groups: ['doktor'] }, 'member'],
    [{ groups: ['doktor', 'it'] }, 'admin'],
    [{ groups: ['doktor', 'okuyucu'] }, 'reader'],
    [{ groups: ['okuyucu', 'it'] }, 'admin'],
    [{ groups: 'it' }, 'admin'],
    [{ groups: ['IT', 'it '] }, null],
    [{ groups: [] }, null],
    [{ groups: [{ name: 'it' }, 7] }, null],
    [{ roles: ['it'] }, null],
    [{}, null],
  ])('of %j is %s', (claims, role) => {
    expect(roleOf(claims, rules)).toBe(role);
  });
});

it('an address of mail is one, or none', () => {
  expect(emailOf({ email: 'Ayse@Kiyi.example' })).toBe('ayse@kiyi.example');
  for (const email of [undefined, 'ayse', ['a@b.example'], 'a@b.example\nBcc: c@d.example'])
    expect(emailOf({ email })).toBeNull();
});

it.each([
  [{ preferred_username: 'Ayşe.Yılmaz@kiyi.example' }, 'ayse.yilmaz'],
  [{ email: 'derya@kiyi.example' }, 'derya'],
  [{ preferred_username: '<x>' }, 'member'],
  [{ preferred_username: '.-_abc' }, 'abc'],
  [{ preferred_username: 'a'.repeat(90) }, 'a'.repeat(40)],
  [{}, 'member'],
])('of %j a username that everybody could have chosen', (claims, username) => {
  expect(usernameOf(claims, null)).toBe(username);
  for (const tail of [null, '3f9a2c'])
    expect(accounts.usernameSchema.safeParse(usernameOf(claims, tail)).success).toBe(true);
});
