import { generate } from 'otplib';
import { readConfig } from './config.ts';
import { type Running, start } from './start.ts';

async function main(): Promise<void> {
  const begin = performance.now();
  const running = await start(readConfig());
  await announce(running, (performance.now() - begin) / 1000);
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    await running.stop();
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

async function announce({ address, logins, features }: Running, seconds: number): Promise<void> {
  const lines = [`DUAI is ready after ${seconds.toFixed(1)} s: ${address}`];
  if (features.notifications.isMailboxPageOn) lines.push(`Mails and messages:  ${address}/dev/mailbox`);
  if (logins) {
    const code = async (secret: string) => `one-time-code secret ${secret} (now ${await generate({ secret })})`;
    lines.push(
      'Sample logins (made for this data directory):',
      `  patient      ${address}/second-opinion/login   ${logins.patient.email}  ${logins.patient.password}`,
      `  radiologist  ${address}/console/login          ${logins.radiologist.email}  ${logins.radiologist.password}  ${await code(logins.radiologist.totpSecret)}`,
      `  operator     ${address}/console/login          ${logins.operator.email}  ${logins.operator.password}  ${await code(logins.operator.totpSecret)}`,
      `  institution  ${address}/duaicheck-trial/login  ${logins.institution.username}  ${logins.institution.password}`,
    );
  }
  console.log(`${lines.join('\n')}\nCtrl-C stops it.`);
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  if (process.env.LOG_LEVEL === 'debug') console.error(error);
  process.exit(1);
});
