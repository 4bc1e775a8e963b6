import type { Config } from '../config.ts';
import { createLogger } from '../core/logger.ts';
import { checkHops } from './check.ts';
import { readGatewaySettings } from './gateway-settings.ts';
import { startGateway } from './start-gateway.ts';

/** Runs the gateway until `signal` aborts; with the command `check` it prints a line for each hop. @returns the exit code */
export async function runGateway(config: Config, command: string | undefined, signal: AbortSignal): Promise<number> {
  const settings = await readGatewaySettings(config);
  if (command === 'check') {
    const hops = await checkHops(settings);
    for (const { name, isWell, words } of hops) console.log(`${isWell ? 'ok    ' : 'wrong '} ${name}: ${words}`);
    return hops.every(({ isWell }) => isWell) ? 0 : 1;
  }
  if (command !== undefined) throw new Error(`the gateway knows no command ${command}: only check`);
  const gateway = await startGateway(settings, createLogger(config.LOG_LEVEL));
  console.log(
    `The gateway takes studies on ${config.DICOM_HOST}:${gateway.dicomPort}; status: http://127.0.0.1:${gateway.statusPort}/`,
  );
  if (!signal.aborted) await new Promise((ended) => signal.addEventListener('abort', ended, { once: true }));
  await gateway.stop();
  return 0;
}
