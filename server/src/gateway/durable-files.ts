import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a file atomically, safe against power loss: to a new file, synced, then renamed. */
export async function writeDurably(path: string, content: string): Promise<void> {
  const beside = `${path}.new`;
  const file = await open(beside, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await renameDurably(beside, path);
}

export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncDirectory(dirname(to));
}

/** Appends lines; the leading line break ends a half line that a crash may have left. */
export async function appendDurably(path: string, line: string): Promise<void> {
  const file = await open(path, 'a', 0o600);
  try {
    await file.appendFile(`\n${line}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
