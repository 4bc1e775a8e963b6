import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { given } from '@duai/contract';
import type { Logger } from '../../core/logger.ts';
import { type Compute, type ComputeOptions, TaskFailed, type TaskSet, TaskStopped } from './port.ts';
import { createTurns } from './turns.ts';

const CHILD = join(import.meta.dirname, 'child.ts');
/** Where Node keeps compiled code (scripts/bootstrap.mjs); a process then starts in less than half the time. */
const { NODE_COMPILE_CACHE } = process.env;
const KEPT_CODE = NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {};
const USAGE_CHECK_MS = 250;
const PAGE_BYTES = 4096;
/** Ticks in which Linux tells the processor time of a process (USER_HZ, 100 for every architecture). */
const TICK_MS = 10;

interface Task {
  name: string;
  input: unknown;
  options: ComputeOptions;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export type Answer = { id: number; value: unknown } | { id: number; error: { message: string; code: string } };

/**
 * A pool of Node processes, each started on first use. `entry` is a module that exports `tasks`: `Tasks`. A task that
 * takes too long or too much memory is killed with its process; the next task gets a new one. `lent`: idle processes of
 * the same entry and memory limit, which remain when this pool is closed, and which pools one after another use.
 */
export function createCompute<Tasks extends TaskSet>({
  entry,
  size,
  memoryLimitMb,
  log,
  lent,
}: {
  entry: string;
  size: number;
  memoryLimitMb: number;
  log: Logger;
  lent?: ChildProcess[] | undefined;
}): Compute<Tasks> {
  const waiting = createTurns<Task>();
  const waitingBehind = createTurns<Task>();
  const idle = lent ?? [];
  const busy = new Map<ChildProcess, (error: TaskStopped) => void>();
  /** The number of busy processes of each account, and of what nobody waits for. */
  const held = new Map<string, number>();
  const mayBegin = (account: string | undefined) =>
    account === undefined || size === 1 || (held.get(account) ?? 0) < size - 1;
  let isClosed = false;
  let lastId = 0;

  const spawn = () =>
    fork(CHILD, [entry], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${memoryLimitMb}`],
      env: { PATH: process.env.PATH, TZ: 'UTC', ...KEPT_CODE },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });

  function next(): void {
    if (isClosed || busy.size >= size) return;
    const task = waiting.take(mayBegin) ?? waitingBehind.take(mayBegin);
    if (!task) return;
    if (task.options.signal?.aborted) {
      task.reject(new TaskStopped('ABORTED', 'no longer wanted'));
      next();
      return;
    }
    let child = idle.pop();
    while (child && !child.connected) child = idle.pop();
    runOn(child ?? spawn(), task);
    next();
  }

  function runOn(child: ChildProcess, task: Task): void {
    lastId += 1;
    const id = lastId;
    const { timeoutMs, processorMs } = task.options;
    const account = holderOf(task.options);
    /** At the first look: a task that ends before is not measured. */
    let usedBefore: number | undefined;
    if (account !== undefined) held.set(account, (held.get(account) ?? 0) + 1);
    let isOver = false;
    const finish = (settle: () => void, isReusable: boolean) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      clearInterval(usage);
      child.off('message', onMessage).off('exit', onExit).off('error', onError);
      task.options.signal?.removeEventListener('abort', onAbort);
      busy.delete(child);
      if (account !== undefined) release(account);
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
      () => kill(new TaskStopped(processorMs === undefined ? 'TIMED_OUT' : 'STARVED', `longer than ${timeoutMs} ms`)),
      timeoutMs,
    );
    const usage = setInterval(async () => {
      const bytes = await residentBytes(child.pid);
      if (bytes > memoryLimitMb * 1024 * 1024) kill(new TaskStopped('MEMORY', `more than ${memoryLimitMb} MB`));
      if (processorMs === undefined) return;
      const used = await usedMs(child.pid);
      usedBefore ??= used;
      if (used - usedBefore > processorMs)
        kill(new TaskStopped('TIMED_OUT', `more than ${processorMs} ms of a processor`));
    }, USAGE_CHECK_MS);
    usage.unref();

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
    // The child has a copy now; a long task would otherwise keep its input in memory twice.
    task.input = undefined;
  }

  function release(account: string): void {
    const others = given(held.get(account), 'the count of the account') - 1;
    if (others === 0) held.delete(account);
    else held.set(account, others);
  }

  return {
    run(name, input, options) {
      if (isClosed) return Promise.reject(new TaskStopped('ABORTED', 'closing'));
      return new Promise((resolve, reject) => {
        const task = { name, input, options, resolve: resolve as (value: unknown) => void, reject };
        (options.isBehind ? waitingBehind : waiting).add(holderOf(options), task);
        next();
      });
    },
    async close() {
      isClosed = true;
      const closing = new TaskStopped('ABORTED', 'closing');
      for (const task of [...waiting.takeAll(), ...waitingBehind.takeAll()]) task.reject(closing);
      for (const kill of [...busy.values()]) kill(closing);
      if (!lent) for (const child of idle.splice(0)) child.kill('SIGKILL');
    },
  };
}

/** Whose processes are counted together. */
const holderOf = ({ account, isBehind }: ComputeOptions): string | undefined => (isBehind ? 'behind' : account);

/**
 * Resident memory in bytes, including wasm and native code, which V8's own limit does not cover. Linux only; on other
 * systems only V8's limit applies.
 */
async function residentBytes(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '0 0');
  return Number(text.split(' ')[1]) * PAGE_BYTES;
}

/** Processor time of a process so far; where the system does not tell it (it does on Linux), the clock. */
async function usedMs(pid: number | undefined): Promise<number> {
  if (process.platform !== 'linux') return performance.now();
  // proc(5): user and system time are fields 14 and 15; the second field, the name, is in parentheses and may hold spaces.
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
