import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { generateURI } from 'otplib';
import { z } from 'zod';
import { readConfig } from '../server/src/config.ts';
import { systemContext } from '../server/src/core/actor.ts';
import { errorFacts } from '../server/src/core/error-facts.ts';
import { createLogger } from '../server/src/core/logger.ts';
import { openParts } from '../server/src/deps.ts';
import { createFeatures } from '../server/src/features.ts';

/**
 * npm run staff:add -- --email E --name "N" --role radiologist|operator [--title T] [--registration-number R]: creates a
 * staff account and prints its password and one-time-code secret once. Works while a server is running.
 */
const Wish = z.strictObject({
  email: z.email().transform((email) => email.toLowerCase()),
  name: z.string().trim().min(2).max(200),
  role: z.enum(['radiologist', 'operator']),
  /** Printed under a radiologist's signature; can also be entered later on the console's page of users. */
  title: z.string().trim().min(1).max(200).optional(),
  'registration-number': z.string().trim().min(1).max(200).optional(),
});
const { values } = parseArgs({
  options: {
    email: { type: 'string' },
    name: { type: 'string' },
    role: { type: 'string' },
    title: { type: 'string' },
    'registration-number': { type: 'string' },
  },
});
const wish = Wish.safeParse(values);
if (!wish.success) {
  console.error(
    'Usage: npm run staff:add -- --email ADDRESS --name "FULL NAME" --role radiologist|operator' +
      ' [--title "SPECIALIST IN RADIOLOGY"] [--registration-number NUMBER]',
  );
  console.error(z.prettifyError(wish.error));
  process.exit(2);
}
const { email } = wish.data;
const { parts, close } = await openParts(readConfig(), { log: createLogger('error'), whenRunning: 'share' });
try {
  const { accounts, audit } = createFeatures(parts, () => '');
  const password = randomBytes(15).toString('base64url');
  const { totpSecret } = await parts.db.transaction(async (tx) => {
    const registrationNumber = wish.data['registration-number'];
    const made = await accounts.staff.createStaff(tx, { ...wish.data, registrationNumber, password });
    await audit.record(tx, systemContext, {
      action: 'accounts.create-staff',
      subjectType: 'staff',
      subjectId: made.id,
    });
    return made;
  });
  console.log(`password              ${password}
one-time-code secret  ${totpSecret}
for the app           ${generateURI({ issuer: 'DUAI', label: email, secret: totpSecret })}
Both are shown only now. Sign in at /console/login.`);
} catch (error) {
  const isTaken = (error as { cause?: { code?: string } }).cause?.code === '23505';
  console.error(isTaken ? `There is a staff account for ${email} already.` : errorFacts(error));
  process.exitCode = 1;
} finally {
  await close();
}
