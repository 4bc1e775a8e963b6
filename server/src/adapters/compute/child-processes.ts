import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../../core/logger.ts';
import { type Compute, type ComputeOptions, TaskFailed, TaskStopped } from './port.ts';

const CHILD = join(import.meta.dirname, 'child.ts');
const MEMORY_CHECK_MS = 250;
const PAGE_BYTES = 4096;

interface Task {
  name: string;
  input: unknown;
  options: ComputeOptions;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export type Answer = { id: number; value: unknown } | { id: number; error: { message: string; code: string } };

/**
 * A pool of Node processes, started when first needed. `entry` is a module that exports `tasks`. A task that takes too
 * long or too much memory is killed with its process; the next task gets a new one.
 */
export function createCompute({
  entry,
  size,
  memoryLimitMb,
  log,
}: {
  entry: string;
  size: number;
  memoryLimitMb: number;
  log: Logger;
}): Compute {
  const waiting: Task[] = [];
  const idle: ChildProcess[] = [];
  const busy = new Map<ChildProcess, (error: TaskStopped) => void>();
  let isClosed = false;
  let lastId = 0;

  const spawn = () =>
    fork(CHILD, [entry], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${memoryLimitMb}`],
      env: { PATH: process.env.PATH, TZ: 'UTC' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });

  function next(): void {
    if (isClosed || waiting.length === 0 || busy.size >= size) return;
    const child = idle.pop() ?? spawn();
    if (!child.connected) {
      next();
      return;
    }
    runOn(child, waiting.shift()!);
    next();
  }

  function runOn(child: ChildProcess, task: Task): void {
    lastId += 1;
    const id = lastId;
    let isOver = false;
    const finish = (settle: () => void, isReusable: boolean) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      clearInterval(memory);
      child.off('message', onMessage).off('exit', onExit).off('error', onError);
      task.options.signal?.removeEventListener('abort', onAbort);
      busy.delete(child);
      if (isReusable && child.connected && !isClosed) idle.push(child);
      else child.kill('SIGKILL');
      settle();
      next();
    };
    const kill = (error: TaskStopped) => {
      log.warn({ task: task.name, code: error.code }, 'task was stopped');
      finish(() => task.reject(error), false);
    };
    const onMessage = (answer: Answer) => {
      if (answer.id !== id) return;
      if ('error' in answer) finish(() => task.reject(new TaskFailed(answer.error.code, answer.error.message)), true);
      else finish(() => task.resolve(answer.value), true);
    };
    const onExit = (code: number | null, signal: string | null) =>
      kill(
        new TaskStopped(
          signal === 'SIGABRT' || code === 134 ? 'MEMORY' : 'CRASHED',
          `the process ended (${signal ?? code})`,
        ),
      );
    const onError = (error: Error) => kill(new TaskStopped('CRASHED', error.message));
    const onAbort = () => kill(new TaskStopped('ABORTED', 'no longer wanted'));
    const timer = setTimeout(
      () => kill(new TaskStopped('TIMED_OUT', `longer than ${task.options.timeoutMs} ms`)),
      task.options.timeoutMs,
    );
    const memory = setInterval(async () => {
      const bytes = await residentBytes(child.pid);
      if (bytes > memoryLimitMb * 1024 * 1024) kill(new TaskStopped('MEMORY', `more than ${memoryLimitMb} MB`));
    }, MEMORY_CHECK_MS);
    memory.unref();

    busy.set(child, kill);
    child.on('message', onMessage).on('exit', onExit).on('error', onError);
    task.options.signal?.addEventListener('abort', onAbort);
    if (task.options.signal?.aborted) {
      onAbort();
      return;
    }
    child.send({ id, task: task.name, input: task.input }, (error) => {
      if (error) kill(new TaskStopped('CRASHED', error.message));
    });
    // The child has it now; a long task would hold its input twice.
    task.input = undefined;
  }

  return {
    run<T>(name: string, input: unknown, options: ComputeOptions): Promise<T> {
      if (isClosed) return Promise.reject(new TaskStopped('ABORTED', 'closing'));
      return new Promise<T>((resolve, reject) => {
        waiting.push({ name, input, options, resolve: resolve as (value: unknown) => void, reject });
        next();
      });
    },
    async close() {
      isClosed = true;
      const closing = new TaskStopped('ABORTED', 'closing');
      for (const task of waiting.splice(0)) task.reject(closing);
      for (const kill of [...busy.values()]) kill(closing);
      for (const child of idle.splice(0)) child.kill('SIGKILL');
    },
  };
}

/** Resident memory, wasm and native code included, which V8's own limit does not see. Linux; elsewhere only V8's limit holds. */
async function residentBytes(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '0 0');
  return Number(text.split(' ')[1]) * PAGE_BYTES;
}
