import { generateSecret, verify } from 'otplib';

/** RFC 6238, 30-second steps; one step of tolerance for clocks that differ. */
const TOLERANCE_SECONDS = 30;

export const newTotpSecret = (): string => generateSecret();

/** The time step of a code that is right and was not used before, else null (RFC 6238 section 5.2: a code works once). */
export async function acceptedStep(secret: string, code: string, lastStep: number, now: Date): Promise<number | null> {
  const result = await verify({
    secret,
    token: code,
    epoch: Math.floor(now.getTime() / 1000),
    epochTolerance: TOLERANCE_SECONDS,
  });
  if (!result.valid || !('timeStep' in result)) return null;
  return result.timeStep > lastStep ? result.timeStep : null;
}
