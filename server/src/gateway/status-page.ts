import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Vault } from './vault.ts';

/**
 * Counts of studies by state, with their problems, for the administrator of the machine; on loopback only, and without
 * names.
 */
export async function startStatusPage(vault: Vault, port: number): Promise<{ port: number; close(): Promise<void> }> {
  const server: Server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/') {
      response.writeHead(404).end();
      return;
    }
    statusOf(vault).then(
      (status) =>
        response
          .writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
          .end(`${JSON.stringify(status, null, 2)}\n`),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

async function statusOf(vault: Vault) {
  const counts = { receiving: 0, waiting: 0, returned: 0, 'no-result': 0 };
  const problems: { study: string; problem: string; tries: number; since: string }[] = [];
  let queuedInstances = 0;
  let heldBackInstances = 0;
  let keptAsideInstances = 0;
  for (const study of await vault.studies()) {
    const state = await vault.stateOf(study);
    if (!state) continue;
    counts[state.state] += 1;
    queuedInstances += (await vault.queued(study)).length;
    heldBackInstances += await vault.heldBack(study);
    keptAsideInstances += await vault.keptAside(study);
    const { problem, tries, changedAt } = state;
    if (problem) problems.push({ study, problem, tries, since: new Date(changedAt).toISOString() });
  }
  return { studies: counts, queuedInstances, heldBackInstances, keptAsideInstances, problems };
}
