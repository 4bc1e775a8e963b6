import { accounts } from '@duai/contract';
import { generate } from 'otplib';
import type { Running } from '../../server/src/start.ts';
import { createHttpClient, type HttpClient } from '../http-client.ts';

/** The signed-in accounts whose pages are measured, and the owners of the rows. */
export interface People {
  institution: HttpClient;
  radiologist: HttpClient;
  operator: HttpClient;
  patient: HttpClient;
  nobody: HttpClient;
  whose: { institutionId: string; patientId: string; radiologistId: string };
}

export async function signIn({ address, logins, parts }: Running): Promise<People> {
  const client = () => createHttpClient(address);
  const staff = async ({ email, password, totpSecret }: NonNullable<Running['logins']>['operator']) => {
    const http = client();
    await http.call(accounts.loginStaff, { body: { email, password, code: await generate({ secret: totpSecret }) } });
    return http;
  };
  const institution = client();
  await institution.call(accounts.loginInstitutionUser, { body: logins!.institution });
  const patient = client();
  const { token } = await patient.call(accounts.loginPatient, { body: logins!.patient });
  patient.useToken(token);
  const radiologist = await staff(logins!.radiologist);
  return {
    institution,
    patient,
    radiologist,
    operator: await staff(logins!.operator),
    nobody: client(),
    whose: {
      institutionId: (await institution.call(accounts.getInstitutionUser)).user.institution.id,
      patientId: String(
        (await parts.db.drizzle.execute(`select id from patients where email = '${logins!.patient.email}'`)).rows[0]!
          .id,
      ),
      radiologistId: (await radiologist.call(accounts.getStaff)).user.id,
    },
  };
}
