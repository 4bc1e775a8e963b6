import { accountSettings, accounts, CONSENT_PURPOSES, CONSENT_VERSION, consentTexts } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HttpClient } from '../../../../../scripts/http-client.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let operator: HttpClient;
beforeAll(async () => {
  server = await startTestServer();
  operator = await server.staff('operator');
});
afterAll(() => server.end());

const listed = () => operator.call(consentTexts.listConsentTexts);

it('every version is listed with its words, when it was agreed to, and how many did or withdrew', async () => {
  expect(await listed()).toMatchObject([
    {
      version: CONSENT_VERSION,
      isInForce: true,
      purposes: CONSENT_PURPOSES.map((purpose) => ({ purpose, agreed: 0 })),
    },
  ]);
  const [first] = [await server.patient(), await server.patient()];
  const purpose = 'ai-analysis' as const;
  await first!.call(accountSettings.withdrawConsent, { params: { purpose } });
  const found = async (of: string) => (await listed())[0]!.purposes.find((one) => one.purpose === of)!;
  expect(await found('ai-analysis')).toMatchObject({ agreed: 1, withdrawn: 1 });
  expect(await found('health-data')).toMatchObject({ agreed: 2, withdrawn: 0 });
  expect((await found('health-data')).texts).toEqual(consentTexts.CONSENT_TEXTS[CONSENT_VERSION]['health-data']);
  // Given again it counts once, as agreed.
  await first!.call(accounts.giveConsents, {
    body: { consents: [{ purpose, textVersion: CONSENT_VERSION, language: 'tr' }] },
  });
  const again = await found('ai-analysis');
  expect(again).toMatchObject({ agreed: 2, withdrawn: 0 });
  expect(Date.parse(again.firstAt!)).toBeLessThanOrEqual(Date.parse(again.lastAt!));
});

it('a version that is agreed to and whose words are not kept is named, and not in force', async () => {
  await server.parts.db.drizzle.execute(sql`
    insert into consents (id, patient_id, purpose, text_version, language, given_at)
    select gen_random_uuid(), id, 'terms', '2024-01-01', 'tr', '2024-02-03' from patients limit 1`);
  const [newest, older] = await listed();
  expect([newest!.version, older!.version, older!.isInForce]).toEqual([CONSENT_VERSION, '2024-01-01', false]);
  expect(older!.purposes[0]).toMatchObject({
    purpose: 'terms',
    agreed: 1,
    texts: null,
    firstAt: '2024-02-03T00:00:00.000Z',
  });
});

it('is for operators', async () => {
  const radiologist = await server.staff('radiologist');
  expect((await radiologist.send(consentTexts.listConsentTexts)).status).toBe(403);
});
