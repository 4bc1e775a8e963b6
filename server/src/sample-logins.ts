/** The logins that `npm start` prints in demo mode, generated once for each data directory and never in the code. */
export interface SampleLogins {
  patient: { email: string; password: string };
  radiologist: { email: string; password: string; totpSecret: string };
  operator: { email: string; password: string; totpSecret: string };
  institution: { username: string; password: string };
}
