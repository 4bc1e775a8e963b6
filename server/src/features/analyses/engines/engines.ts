import type { Engine as EngineName } from '@duai/contract';
import { type Breaker, createBreaker } from '../../../core/breaker.ts';
import type { Parts } from '../../../parts.ts';
import type { Audit } from '../../audit/index.ts';
import type { Packages } from '../../packages/index.ts';
import { askGuarded } from './ask-guarded.ts';
import type { Engine, EngineRun } from './port.ts';
import { createVendorEngine, type InstitutionOf } from './vendor-engine.ts';

export type EngineTools = Pick<Parts, 'db' | 'queue' | 'compute' | 'elsewhere' | 'clock' | 'config' | 'encryptionKey'>;
export interface EngineNeighbours {
  audit: Audit;
  packages: Packages;
  institutionOf: InstitutionOf;
}

/** The engine for each engine name of a manifest. */
export function createEngines(tools: EngineTools, neighbours: EngineNeighbours): Record<EngineName, Engine> {
  const here: Engine = { run: (run) => inChildProcess(tools.compute, tools, run) };
  const breaker = createBreaker(tools.clock);
  return {
    builtin: here,
    onnx: here,
    kserve: onServers(tools, breaker),
    dicom: createVendorEngine(tools, neighbours, breaker),
  };
}

/** Functions on volumes, and networks by ONNX Runtime, in a child process with limits of time and memory. */
function inChildProcess(
  compute: EngineTools['compute'],
  { config }: EngineTools,
  { signal, owner: _owner, isShadow, ...run }: EngineRun,
  extraSeconds = 0,
) {
  const timeoutMs = (config.TASK_TIMEOUT_SECONDS + extraSeconds) * 1000;
  return compute.run(
    'analyse',
    { ...run, memoryMb: config.WORKER_MEMORY_MB },
    { timeoutMs, account: undefined, isBehind: isShadow, signal },
  );
}

/**
 * Networks on other servers: images are prepared here and tensors are sent there. A server that keeps failing is not
 * asked for a while.
 */
const onServers = (tools: EngineTools, breaker: Breaker): Engine => ({
  run(run) {
    const { server = '', timeLimitSeconds = 0 } = run.package?.manifest.remote ?? {};
    // Time spent waiting for the server does not count towards the limits of the steps before and after.
    return askGuarded(breaker, server, () => inChildProcess(tools.elsewhere, tools, run, timeLimitSeconds));
  },
});
