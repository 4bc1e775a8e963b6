/** What `npm start` prints in demo mode; made once per data directory, never in the code. */
export interface SampleLogins {
  patient: { email: string; password: string };
  radiologist: { email: string; password: string; totpSecret: string };
  operator: { email: string; password: string; totpSecret: string };
  institution: { username: string; password: string };
}
