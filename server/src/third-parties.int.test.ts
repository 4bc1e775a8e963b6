import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer } from 'node:http';
import { type AddressInfo, isIP, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { integrations, reports } from '@duai/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitFor } from '../../scripts/instance.ts';
import { createReportFactory } from './features/reports/report-factory.ts';
import { createInstitutionFactory } from './testing/institution-factory.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

const LOOPBACK = /^(localhost|127\..+|::1)$/;

let server: TestServer;
/** Hosts that this process connected to or looked up. */
const called = new Set<string>();
/** What an institution's own system was sent. */
const hooked: string[] = [];
const receiver = createServer(async (request, response) => {
  hooked.push(`${JSON.stringify(request.headers)} ${await text(request)}`);
  response.writeHead(200).end();
});
let receiverHost: string;

function watch(message: unknown): void {
  const { socket } = message as { socket: Socket };
  socket.on('connectionAttempt', (address: string) => void called.add(address));
  socket.once('lookup', (_error: Error | null, _address: string, _family: number, host: string) => {
    called.add(host);
  });
}

beforeAll(async () => {
  subscribe('net.client.socket', watch);
  await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready));
  receiverHost = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  server = await startTestServer({ WEBHOOK_ALLOWED_HOSTS: receiverHost });
});
afterAll(async () => {
  await server.end();
  unsubscribe('net.client.socket', watch);
  receiver.closeAllConnections();
  receiver.close();
});

it('[SHR-013] patient data reach no third party: nobody is called who was not named, and who carries messages is told nothing', async () => {
  const phone = '+905551234567';
  const patient = await server.patient({ preferredNotification: 'both', phone });
  const { caseId, report } = await createReportFactory(server, await server.staff('radiologist')).signed(patient);
  const carried = await waitFor(
    async () => {
      const all = (await server.parts.mailbox.list()).filter(({ to }) => to === patient.email || to === phone);
      return all.filter(({ text }) => text.includes('raporu hazır')).length === 2 ? all : undefined;
    },
    60_000,
    () => 'mail and SMS did not come',
  );

  const trials = createInstitutionFactory(server, await server.staff('operator'));
  const { admin } = await trials.activated('ucuncu');
  await admin.call(integrations.createWebhook, {
    body: { url: `http://${receiverHost}/hook`, event: 'analysis.finished' },
  });
  const { scan } = await trials.upload(admin);
  await expect.poll(() => hooked.length).toBe(1);

  // Names of the person and of the images, what algorithms and the radiologist say.
  const { content } = report;
  const told = [content.findings, content.impression, content.plainSummary].filter((part) => part !== '');
  expect(told.length).toBe(3);
  const read = await patient.call(reports.getReport, { params: { caseId } });
  const words = [
    read.patientName,
    'PHANTOM',
    'Zeynep',
    'ct.lung-density',
    ...read.algorithms.map(({ title }) => title),
  ];
  for (const message of [...carried.map((one) => JSON.stringify(one)), ...hooked])
    for (const word of [...told, ...words]) expect(message.toLowerCase()).not.toContain(word.toLowerCase());
  expect(hooked[0]).toContain(scan.id);

  // The database, this test's own calls and its receiver; of other hosts not even the name was looked up.
  expect(called.size).toBeGreaterThan(0);
  expect([...called].filter((host) => !LOOPBACK.test(isIP(host) ? host.replace('::ffff:', '') : host))).toEqual([]);

  // A browser is not let load or send anything elsewhere, whatever a page holds.
  for (const path of ['/api/second-opinion/cases', '/api/press', '/no/such/page']) {
    const policy = (await fetch(`${server.address}${path}`)).headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'self';/);
    // Where the site is built its pages also have the hashes of what stands in them.
    for (const directive of [
      'connect-src',
      'form-action',
      'script-src',
      'style-src',
      'font-src',
      'worker-src',
      'media-src',
    ])
      expect(policy).toMatch(new RegExp(`${directive} 'self'( 'wasm-unsafe-eval')?( 'sha256-[\\w+/=]+')*;`));
    expect(policy).toContain("img-src 'self' data: blob:;");
    expect(policy).not.toMatch(/https?:|\*/);
  }
}, 180_000);
