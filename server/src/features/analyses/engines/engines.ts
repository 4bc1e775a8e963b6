import type { Engine as EngineName } from '@duai/contract';
import { type Breaker, createBreaker } from '../../../core/breaker.ts';
import type { Parts } from '../../../parts.ts';
import type { Engine } from './port.ts';

type Tools = Pick<Parts, 'compute' | 'clock' | 'config'>;

/** One engine for each word of a manifest. */
export function createEngines(tools: Tools): Record<EngineName, Engine> {
  const here = inChildProcess(tools);
  return { builtin: here, onnx: here, kserve: onServers(tools, createBreaker(tools.clock)) };
}

/** Functions on volumes, and networks by ONNX Runtime: in a child process with limits of time and memory. */
const inChildProcess = ({ compute, config }: Tools, extraSeconds = () => 0): Engine => ({
  run({ signal, ...run }) {
    const seconds = config.TASK_TIMEOUT_SECONDS + extraSeconds();
    return compute.run('analyse', { ...run, memoryMb: config.WORKER_MEMORY_MB }, { timeoutMs: seconds * 1000, signal });
  },
});

/** Says nothing about the series: the server is not there, or too slow. */
const SERVER_FAILS = ['REMOTE_DOWN', 'REMOTE_TIMED_OUT'];

/** Networks on other servers: images are prepared here, tensors go there. A server that fails is left alone for a while. */
const onServers = (tools: Tools, breaker: Breaker): Engine => ({
  async run(run) {
    const name = run.package?.manifest.remote?.server ?? '';
    breaker.assertMayAsk(name);
    try {
      // Waiting for the server does not take from the time of the steps before and after it.
      const waiting = () => run.package?.manifest.remote?.timeLimitSeconds ?? 0;
      const outcome = await inChildProcess(tools, waiting).run(run);
      breaker.answered(name);
      return outcome;
    } catch (error) {
      if (SERVER_FAILS.includes((error as { code?: string }).code ?? '')) breaker.failed(name);
      else breaker.answered(name);
      throw error;
    }
  },
});
