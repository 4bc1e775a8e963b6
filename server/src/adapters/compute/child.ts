import { pathToFileURL } from 'node:url';
import type { Answer } from './child-processes.ts';

/** The entry point of a child process: loads the tasks, answers one message at a time, and ends with its parent. */
const entry = process.argv[2]!;
const { tasks } = (await import(pathToFileURL(entry).href)) as {
  tasks: Record<string, (input: unknown) => Promise<unknown>>;
};

process.on('disconnect', () => process.exit(0));
process.on('message', async ({ id, task, input }: { id: number; task: string; input: unknown }) => {
  const answer = await answerOf(id, task, input);
  process.send!(answer);
});

async function answerOf(id: number, task: string, input: unknown): Promise<Answer> {
  try {
    const run = tasks[task];
    if (!run) throw Object.assign(new Error(`no task ${task}`), { code: 'TASK_UNKNOWN' });
    return { id, value: await run(input) };
  } catch (error) {
    const { code, message } = error as { code?: unknown; message?: unknown };
    return { id, error: { code: typeof code === 'string' ? code : 'TASK_FAILED', message: String(message ?? error) } };
  }
}
