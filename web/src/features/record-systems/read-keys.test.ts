import { expect, it } from 'vitest';
import { readKeys } from './read-keys.ts';

const KEY = { kty: 'EC', kid: 'a', crv: 'P-384', x: 'x', y: 'y' };

it('keys are an address, a key set or one key; anything else is no key', () => {
  expect(readKeys(' https://kbs.example/jwks.json ')).toEqual({ jwksUrl: 'https://kbs.example/jwks.json' });
  expect(readKeys(JSON.stringify({ keys: [KEY] }))).toEqual({ jwks: { keys: [KEY] } });
  expect(readKeys(JSON.stringify(KEY))).toEqual({ jwks: { keys: [KEY] } });
  for (const none of ['', 'https://', '{"keys":[]}', '{"keys":[{"kty":"oct"}]}', '-----BEGIN PUBLIC KEY-----', '7'])
    expect(readKeys(none)).toBeNull();
});
