import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { createCompute } from '../server/src/adapters/compute/child-processes.ts';
import { createLogger } from '../server/src/core/logger.ts';
import type { Tasks } from '../server/src/parts.ts';

/**
 * npm run ingest:check -- DIR [--json]: reports whether the server would accept each file of a directory, without a server.
 * The same tasks run in a child process, which is killed if a file exceeds its limits. One line for each file; exits with 1
 * if the directory does not exist.
 */
interface Outcome {
  file: string;
  status: 'accepted' | 'refused';
  code?: string;
  reason?: string;
  kind?: string;
  modality?: string | null;
  transferSyntaxUid?: string;
  frames?: number;
}

const [dir] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const isJson = process.argv.includes('--json');
if (
  !dir ||
  !(await stat(dir).then(
    (found) => found.isDirectory(),
    () => false,
  ))
) {
  console.error('Usage: npm run ingest:check -- DIR [--json]');
  process.exit(1);
}

const TIMEOUT_MS = 60_000;
const compute = createCompute<Tasks>({
  entry: join(import.meta.dirname, '..', 'server', 'src', 'compute', 'tasks.ts'),
  size: 1,
  memoryLimitMb: 1536,
  log: createLogger('silent'),
});
const entries = (await readdir(dir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
const outcomes: Outcome[] = [];
for (const path of entries.map((entry) => join(entry.parentPath, entry.name)).sort()) {
  const outcome = { file: relative(dir, path), ...(await check(path)) };
  outcomes.push(outcome);
  if (!isJson) console.log(lineOf(outcome));
}
await compute.close();
if (isJson) console.log(JSON.stringify(outcomes, null, 2));
else {
  const accepted = outcomes.filter((outcome) => outcome.status === 'accepted').length;
  console.log(`\n${accepted} accepted, ${outcomes.length - accepted} refused`);
}

async function check(path: string): Promise<Omit<Outcome, 'file'>> {
  const inspection = await inChild(() =>
    compute.run('inspect', { path }, { timeoutMs: TIMEOUT_MS, account: undefined }),
  );
  if (inspection.status === 'refused') return inspection;
  const { kind } = inspection;
  if (kind === 'presentation') return { status: 'accepted', kind };
  const frames = kind === 'dicom' ? inspection.header.frames : 1;
  // The worker decodes a file before it is finally accepted.
  const prepared = await inChild(() =>
    compute.run('prepare-instance', { path, kind, frames }, { timeoutMs: TIMEOUT_MS, account: undefined }),
  );
  if (prepared.status === 'refused') return prepared;
  if (kind !== 'dicom') return { status: 'accepted', kind };
  const { modality, transferSyntaxUid } = inspection.header;
  return { status: 'accepted', kind, modality, transferSyntaxUid, frames };
}

/** A crash, a timeout or too much memory counts as a fault of the file, as on the server. */
async function inChild<T>(run: () => Promise<T>) {
  try {
    return await run();
  } catch (error) {
    return { status: 'refused' as const, code: 'NOT_READABLE', reason: (error as Error).message };
  }
}

function lineOf({ file, status, code, reason, kind, modality, transferSyntaxUid, frames }: Outcome): string {
  if (status === 'refused') return `refused   ${file}  ${code}: ${reason}`;
  const detail =
    kind === 'dicom'
      ? `${modality ?? 'no modality'}  ${transferSyntaxUid}  ${frames} frame${frames === 1 ? '' : 's'}`
      : kind;
  return `accepted  ${file}  ${detail}`;
}
