import type { Logger } from '../core/logger.ts';
import { isLoopbackName } from '../core/network/loopback.ts';
import type { GatewaySettings } from './gateway-settings.ts';
import { IMPLEMENTATION } from './implementation.ts';
import { receive } from './receive.ts';
import { startRounds } from './rounds.ts';
import { createServiceLine } from './service-line.ts';
import { startStatusPage } from './status-page.ts';
import { openVault } from './vault.ts';

export interface RunningGateway {
  dicomPort: number;
  statusPort: number;
  stop(): Promise<void>;
}

/** How long running associations may take to end, in ms. */
const LAST_MS = 10_000;

/**
 * A machine in the hospital, between its archive and the service: receives studies, sends them de-identified, and
 * returns results with the identity restored. No connection comes in from outside.
 * @throws Error where a port is taken, or the service would be called without TLS
 */
export async function startGateway(settings: GatewaySettings, log: Logger): Promise<RunningGateway> {
  const { protocol, hostname } = new URL(settings.serviceUrl);
  if (protocol !== 'https:' && !isLoopbackName(hostname))
    throw new Error('GATEWAY_SERVICE_URL: images leave the house over https only');
  const vault = await openVault(settings.dir);
  const acceptor = await receive(settings, { vault, log, implementation: IMPLEMENTATION });
  try {
    const page = await startStatusPage(vault, settings.statusPort);
    const rounds = startRounds({ settings, vault, line: createServiceLine(settings), log });
    return {
      dicomPort: acceptor.port,
      statusPort: page.port,
      async stop() {
        await Promise.all([acceptor.close(LAST_MS), page.close()]);
        await rounds.stop();
      },
    };
  } catch (error) {
    await acceptor.close(0);
    throw error;
  }
}
