import { open, readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { bytesSource, decodeFrame, type Inspection, inspectFile } from '@duai/imaging';

/**
 * npm run ingest:check -- DIR [--json]: what the server would say of every file of a directory, without a server.
 * One line a file; ends with 1 when the directory is not there.
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

const entries = (await readdir(dir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
const outcomes: Outcome[] = [];
for (const path of entries.map((entry) => join(entry.parentPath, entry.name)).sort()) {
  const outcome = { file: relative(dir, path), ...(await check(path)) };
  outcomes.push(outcome);
  if (!isJson) console.log(lineOf(outcome));
}
if (isJson) console.log(JSON.stringify(outcomes, null, 2));
else {
  const accepted = outcomes.filter((outcome) => outcome.status === 'accepted').length;
  console.log(`\n${accepted} accepted, ${outcomes.length - accepted} refused`);
}

async function check(path: string): Promise<Omit<Outcome, 'file'>> {
  const inspection = await inspect(path);
  if (inspection.status === 'refused') return inspection;
  if (inspection.kind !== 'dicom') return { status: 'accepted', kind: inspection.kind };
  // The worker decodes before it accepts for good.
  const failure = await decodeFrame(await readFile(path)).then(
    () => undefined,
    (error: { code?: string; message: string }) => error,
  );
  if (failure) return { status: 'refused', code: failure.code ?? 'NOT_READABLE', reason: failure.message };
  const { modality, transferSyntaxUid, frames } = inspection.header;
  return { status: 'accepted', kind: 'dicom', modality, transferSyntaxUid, frames };
}

async function inspect(path: string): Promise<Inspection> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size === 0) return inspectFile(bytesSource(new Uint8Array()));
    return await inspectFile({
      sizeBytes: size,
      async read(offset, length) {
        const buffer = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
        const { bytesRead } = await file.read(buffer, 0, buffer.length, offset);
        return buffer.subarray(0, bytesRead);
      },
    });
  } finally {
    await file.close();
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
