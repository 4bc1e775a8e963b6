import { request } from 'node:http';
import { accounts } from '@duai/contract';
import Fastify from 'fastify';
import { generate } from 'otplib';
import { createHttpClient } from '../http-client.ts';
import { startInstance } from '../instance.ts';
import type { Figure } from './figure.ts';

const SECONDS = 4;
const CONNECTIONS = 40;

/**
 * The overhead of every call, authentication and schemas, against a bare Fastify route, one call after the other. The answer
 * comes from the session, so no query of a feature is included.
 */
export async function run(): Promise<Figure> {
  const instance = await startInstance();
  const client = createHttpClient(instance.address);
  const { email, password, totpSecret } = instance.logins.radiologist;
  await client.call(accounts.loginStaff, { body: { email, password, code: await generate({ secret: totpSecret }) } });
  const cookie = client
    .cookies()
    .map((pair) => pair.join('='))
    .join('; ');
  const ours = await rate(`${instance.address}${accounts.getStaff.path}`, { cookie });
  await instance.remove();
  const bare = Fastify();
  bare.get('/', () => ({ user: { id: 'a', name: 'b', email: 'c', role: 'd' } }));
  const baseline = await rate(await bare.listen({ host: '127.0.0.1', port: 0 }), {});
  await bare.close();
  return {
    name: `HTTP: validated JSON with authentication, ${CONNECTIONS} at once`,
    unit: 'requests/s',
    ours,
    baseline,
    aim: 'ratio ≥ 0.5',
  };
}

async function rate(url: string, headers: Record<string, string>): Promise<number> {
  const once = () =>
    new Promise<void>((resolve, reject) => {
      request(url, { headers }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`));
        answer.resume().on('end', resolve);
      })
        .on('error', reject)
        .end();
    });
  for (let warm = 0; warm < 200; warm += 1) await once();
  let count = 0;
  const end = performance.now() + SECONDS * 1000;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() < end) {
        await once();
        count += 1;
      }
    }),
  );
  return count / SECONDS;
}
