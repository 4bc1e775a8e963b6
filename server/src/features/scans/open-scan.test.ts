import { expect, it } from 'vitest';
import { systemContext } from '../../core/actor.ts';
import { GATEWAY_USER_AGENT } from '../../core/gateway-user-agent.ts';
import { arrivalOf, spokenName } from './open-scan.ts';

it('a request says by which way a study came', () => {
  const ofKey = { ...systemContext, actor: { realm: 'api-key', id: 'a', institutionId: 'b', scopes: [] } } as const;
  expect(arrivalOf(systemContext, 'upload')).toBe('browser');
  expect(arrivalOf(ofKey, 'upload')).toBe('api');
  expect(arrivalOf(ofKey, 'pacs')).toBe('stow-rs');
  expect(arrivalOf({ ...ofKey, userAgent: GATEWAY_USER_AGENT }, 'pacs')).toBe('gateway');
});

it.each([
  ['ÖRNEK^Ayşe^Nur^Dr.^PhD', 'Dr. Ayşe Nur ÖRNEK PhD'],
  ['Yamada^Tarou=山田^太郎=やまだ^たろう', 'Tarou Yamada'],
  ['Family Practice', 'Family Practice'],
  ['^^^', null],
  [null, null],
])('the name %j is said as %j', (written, said) => {
  expect(spokenName(written)).toBe(said);
});
