import { accounts } from '@duai/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const LIMIT = 3;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true', AUTH_RATE_PER_MINUTE: String(LIMIT) });
});
afterAll(() => server.end());

/** A sign-in through a proxy, which appends the address that it saw to what the caller had written. */
const signIn = async (seen: string, written: string): Promise<number> => {
  const { path } = accounts.loginPatient;
  const answer = await server.app!.http.inject({
    method: 'POST',
    url: path,
    headers: { 'x-forwarded-for': `${written}, ${seen}` },
    payload: { email: 'kimse@duai.example', password: 'yanlis-parola' },
  });
  return answer.statusCode;
};

describe('limits of an address behind a proxy', () => {
  it('count the address that the proxy saw, whatever else the caller says', async () => {
    const tries = Array.from({ length: LIMIT + 1 }, (_, time) => `198.51.100.${time}`);
    const answers: number[] = [];
    for (const written of tries) answers.push(await signIn('203.0.113.7', written));
    expect(answers).toEqual([...tries.slice(1).map(() => 401), 429]);
    expect(await signIn('203.0.113.8', tries[0]!)).toBe(401);
  });
});
