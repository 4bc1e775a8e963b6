import { generate } from 'otplib';
import { readConfig } from './config.ts';
import { errorFacts, errorWords } from './core/error-facts.ts';
import { createLogger } from './core/logger.ts';
import { runGateway } from './gateway/run-gateway.ts';
import { modeOf } from './mode.ts';
import { type Running, start } from './start.ts';

/** Longest stop after the running requests: jobs have 10 s and the database at most 15 s; usually it takes no time. */
const LONGEST_STOP_MS = 30_000;

async function main(): Promise<void> {
  const begin = performance.now();
  const config = readConfig();
  const longestStopMs = config.LAST_REQUESTS_SECONDS * 1000 + LONGEST_STOP_MS;
  const asked = new AbortController();
  const ask = () => {
    if (asked.signal.aborted) return;
    asked.abort();
    // Whatever does not end by itself (a silent database, a step of the start) is ended with the process.
    setTimeout(() => process.exit(1), longestStopMs).unref();
  };
  process.on('SIGINT', ask);
  process.on('SIGTERM', ask);
  if (config.DUAI_ROLE === 'gateway') process.exit(await runGateway(config, process.argv[2], asked.signal));
  try {
    const running = await start(config, { signal: asked.signal });
    if (!asked.signal.aborted) {
      await announce(running, (performance.now() - begin) / 1000);
      await untilAborted(asked.signal);
    }
    await running.stop();
  } catch (error) {
    if (!asked.signal.aborted) throw error;
  }
  process.exit(0);
}

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

async function announce({ address, listensOn, logins, features, parts }: Running, seconds: number): Promise<void> {
  const lines = [`DUAI is ready after ${seconds.toFixed(1)} s: ${address}`];
  if (listensOn && listensOn !== address) lines.push(`Listening on:        ${listensOn}`);
  lines.push(`Mode:                ${modeOf(parts.config).words}`);
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

// Node would print the whole error, including query parameters.
process.on('uncaughtException', (error) => {
  createLogger('fatal').fatal({ err: error }, 'an error that nobody caught ends this process');
  process.exit(1);
});

await main().catch((error: unknown) => {
  console.error(errorWords(error));
  if (process.env.LOG_LEVEL === 'debug') console.error(errorFacts(error));
  process.exit(1);
});
