import { Readable } from 'node:stream';
import { accounts, institutions as institutionContract, members, scans as scanContract } from '@duai/contract';
import { type HttpClient, imagesForm } from '../../../scripts/http-client.ts';
import { waitFor } from '../../../scripts/instance.ts';
import { smallPhantom } from './samples.ts';
import type { TestServer } from './test-server.ts';

const PASSWORD = 'kuytu-liman-77';

export const application = (email: string) => ({
  institutionName: 'Kıyı Radyoloji',
  contactName: 'Derya Örnek',
  email,
  phone: '+90 555 000 00 00',
  country: 'Turkey' as const,
  pacsVendor: 'InterPACS',
  gdprConsent: true as const,
});

/** For tests: institutions on trial, created over HTTP as in real use, and scans that are really analysed. */
export function createInstitutionFactory(server: TestServer, operator: HttpClient) {
  let seed = 40_000;

  async function signIn(username: string): Promise<HttpClient> {
    const client = server.client();
    await client.call(accounts.loginInstitutionUser, { body: { username, password: PASSWORD } });
    return client;
  }

  /** An institution at the start of its trial, with a signed-in admin. */
  async function activated(name: string): Promise<{ admin: HttpClient; institutionId: string; email: string }> {
    const email = `${name}@duai.example`;
    await server.client().call(institutionContract.registerTrial, { body: application(email) });
    const { id } = (await operator.call(institutionContract.listApplications)).find((row) => row.email === email)!;
    await operator.call(institutionContract.approveApplication, { params: { applicationId: id } });
    const invitation = await server.mailedToken(email, 'invitation');
    await server
      .client()
      .call(accounts.registerInstitutionUser, { body: { invitation, username: name, password: PASSWORD } });
    const admin = await signIn(name);
    const { user } = await admin.call(accounts.getInstitutionUser);
    return { admin, institutionId: user.institution.id, email };
  }

  /** A member of the admin's institution, joined by invitation. */
  async function member(
    admin: HttpClient,
    username: string,
    role: accounts.InstitutionRole = 'member',
  ): Promise<HttpClient> {
    const email = `${username}@duai.example`;
    await admin.call(members.inviteMember, { body: { email, role } });
    const invitation = await server.mailedToken(email, 'invitation');
    await server
      .client()
      .call(accounts.registerInstitutionUser, { body: { invitation, username, password: PASSWORD } });
    return signIn(username);
  }

  /** A chest phantom that nobody has sent before; every algorithm for chest CT can analyse it. */
  const freshPhantom = () => {
    seed += 1;
    return smallPhantom(seed, 'PHANTOM^CHEST');
  };

  const upload = (admin: HttpClient, files = freshPhantom().files) =>
    admin.call(scanContract.uploadScan, { form: imagesForm(files) });

  /** Waits until no scan of the institution is being analysed any more. */
  const settled = (admin: HttpClient): Promise<scanContract.Scan[]> =>
    waitFor(
      async () => {
        const scans = await admin.call(scanContract.listScans);
        return scans.every((scan) => scan.status !== 'processing') ? scans : undefined;
      },
      60_000,
      () => `scans are still being analysed; log:\n${server.logLines.slice(-5).join('')}`,
    );

  const receive = (files: { name: string; bytes: Uint8Array }[]) =>
    server.features.studies.receive(
      (async function* () {
        for (const { name, bytes } of files) yield { name, stream: Readable.from([Buffer.from(bytes)]) };
      })(),
      { dicomOnly: true },
    );

  return { activated, member, signIn, freshPhantom, upload, settled, receive, password: PASSWORD };
}
