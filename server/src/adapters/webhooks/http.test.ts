import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../core/network/public-address.ts';
import { createHttpWebhooks } from './http.ts';

const CALL = { body: '{"a":1}', headers: { 'x-test': 'yes' } };
let host: string;
let act: (request: IncomingMessage, response: ServerResponse) => void;
const server = createServer((request, response) => act(request, response));
beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('the address guard', () => {
  it.each([
    'https://127.0.0.1/',
    'https://localhost/',
    'https://10.1.2.3/',
    'https://192.168.0.1/',
    'https://172.20.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/',
    'https://0.0.0.0/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[64:ff9b::a00:1]/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
    'https://[2002:a00:1::]/',
    // Other spellings of 127.0.0.1, which the URL parser normalises.
    'https://2130706433/',
    'https://0x7f.1/',
    'https://user:secret@example.com/',
    'http://93.184.215.14/',
    'ftp://93.184.215.14/',
  ])('refuses %s', async (url) => {
    await expect(createHttpWebhooks({}).check(url)).rejects.toMatchObject({ code: 'REFUSED' });
  });

  it('refuses a name when one of its addresses is private, or when it has none', async () => {
    const named = (...addresses: string[]) =>
      createHttpWebhooks({ resolve: async () => addresses.map((address) => ({ address, family: 4 })) });
    await expect(named('93.184.215.14').check('https://hook.example/')).resolves.toBeUndefined();
    await expect(named('93.184.215.14', '10.0.0.1').check('https://hook.example/')).rejects.toThrow('open internet');
    await expect(named().check('https://hook.example/')).rejects.toThrow('no address');
  });

  it('looks again when it calls: a name that turned private is not reached', async () => {
    let address = '93.184.215.14';
    const hooks = createHttpWebhooks({ resolve: async () => [{ address, family: 4 }] });
    await hooks.check('https://hook.example/');
    address = '127.0.0.1';
    await expect(hooks.call({ ...CALL, url: 'https://hook.example/' })).rejects.toMatchObject({ code: 'REFUSED' });
  });

  it('knows public addresses of both families', () => {
    expect(['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'].every(isPublicAddress)).toBe(true);
    expect(isPublicAddress('example.com')).toBe(false);
  });
});

describe('a call', () => {
  it('to a host that the operator allowed posts the body and answers the status', async () => {
    let seen: unknown;
    act = async (request, response) => {
      seen = [request.method, request.headers['x-test'], await text(request)];
      response.writeHead(204).end();
    };
    const hooks = createHttpWebhooks({ allowedHosts: [host] });
    expect(await hooks.call({ ...CALL, url: `http://${host}/hook` })).toEqual({ status: 204 });
    expect(seen).toEqual(['POST', 'yes', '{"a":1}']);
  });

  it('does not follow a redirect', async () => {
    let calls = 0;
    act = (_request, response) => {
      calls += 1;
      response.writeHead(302, { location: `http://${host}/other` }).end();
    };
    expect(await createHttpWebhooks({ allowedHosts: [host] }).call({ ...CALL, url: `http://${host}/` })).toEqual({
      status: 302,
    });
    expect(calls).toBe(1);
  });

  it('gives up on a receiver that says nothing, and on one that is not there', async () => {
    act = () => {};
    const slow = createHttpWebhooks({ allowedHosts: [host], timeoutMs: 50 });
    await expect(slow.call({ ...CALL, url: `http://${host}/` })).rejects.toMatchObject({ code: 'TIMED_OUT' });
    const nobody = createHttpWebhooks({ allowedHosts: ['127.0.0.1'] });
    await expect(nobody.call({ ...CALL, url: 'http://127.0.0.1:9/' })).rejects.toMatchObject({ code: 'FAILED' });
  });
});
