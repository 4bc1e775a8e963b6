import { flushCompileCache } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { Answer } from './child-processes.ts';

/** The entry point of a child process: loads the tasks, answers one message at a time, and ends with its parent. */
const entry = process.argv[2]!;
const { tasks } = (await import(pathToFileURL(entry).href)) as {
  tasks: Record<string, (input: unknown) => Promise<unknown>>;
};

/** Names of tasks that ran here. */
const begun = new Set<string>();

process.on('disconnect', () => process.exit(0));
process.on('message', async ({ id, task, input }: { id: number; task: string; input: unknown }) => {
  const answer = await answerOf(id, task, input);
  process.send!(answer);
  if (begun.has(task)) return;
  begun.add(task);
  // What was compiled for the task is kept for the next process: this one is killed at its end and would keep nothing.
  flushCompileCache();
});

async function answerOf(id: number, task: string, input: unknown): Promise<Answer> {
  try {
    const work = tasks[task];
    if (!work) throw Object.assign(new Error(`no task ${task}`), { code: 'TASK_UNKNOWN' });
    return { id, value: await work(input) };
  } catch (error) {
    const { code, message } = error as { code?: unknown; message?: unknown };
    return { id, error: { code: typeof code === 'string' ? code : 'TASK_FAILED', message: String(message ?? error) } };
  }
}
