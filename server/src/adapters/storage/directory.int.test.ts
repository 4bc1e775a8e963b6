import { execFile } from 'node:child_process';
import { chmod, type FileHandle, mkdtemp, open as openFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { expect, it, vi } from 'vitest';
import { contentOf } from './blocks.ts';
import { createDirectoryStorage } from './directory.ts';
import { storageSuite } from './storage.suite.ts';

const run = promisify(execFile);

async function open() {
  const dir = await mkdtemp(join(tmpdir(), 'duai-storage-'));
  return {
    dir,
    storage: createDirectoryStorage({ dir: join(dir, 'files'), stagingDir: join(dir, 'staging') }),
    close: () => rm(dir, { recursive: true, force: true }),
  };
}

storageSuite('storage in a directory', open);

it('is not usable where its directory cannot be made', async () => {
  const { dir, close } = await open();
  await writeFile(join(dir, 'in-the-way'), '');
  const blocked = createDirectoryStorage({ dir: join(dir, 'in-the-way', 'files'), stagingDir: join(dir, 'staging') });
  await expect(blocked.assertUsable()).rejects.toMatchObject({ code: 'ENOTDIR' });
  await close();
});

it('is not usable once its directory is gone, and makes it again neither for a check nor for a file', async () => {
  const { dir, storage, close } = await open();
  await storage.assertUsable();
  const { sha256 } = contentOf(Buffer.from('özgün'));
  await rename(join(dir, 'files'), join(dir, 'elsewhere'));
  await expect(storage.assertUsable()).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(storage.write(sha256, Buffer.from('özgün'))).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(storage.assertUsable()).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await readdir(dir)).toEqual(['elsewhere', 'staging']);
  await rename(join(dir, 'elsewhere'), join(dir, 'files'));
  await storage.assertUsable();
  await storage.write(sha256, Buffer.from('özgün'));
  expect(await storage.has(sha256)).toBe(true);
  await close();
});

it('says of a file that it is not there only where that is known', async () => {
  const { dir, storage, close } = await open();
  const { sha256 } = contentOf(Buffer.from('özgün'));
  const all = async () => {
    const found = [];
    for await (const file of storage.list()) found.push(file);
    return found;
  };
  await storage.assertUsable();
  expect([await storage.has(sha256), await all()]).toEqual([false, []]);
  // Simulates a failing disk with a file in place of the directory: nothing below it can be read.
  await rm(join(dir, 'files'), { recursive: true });
  await writeFile(join(dir, 'files'), '');
  await expect(storage.has(sha256)).rejects.toMatchObject({ code: 'ENOTDIR' });
  await expect(all()).rejects.toMatchObject({ code: 'ENOTDIR' });
  await close();
});

it('refuses a stored file whose content was changed', async () => {
  const { dir, storage, close } = await open();
  const { sha256 } = contentOf(Buffer.from('özgün'));
  await storage.write(sha256, Buffer.from('özgün'));
  const [path] = (await readdir(join(dir, 'files'), { recursive: true })).filter((name) => name.endsWith(sha256));
  await chmod(join(dir, 'files', path!), 0o600);
  await writeFile(join(dir, 'files', path!), 'değiştirilmiş');
  await expect(storage.checkout(sha256)).rejects.toMatchObject({ code: 'CORRUPT' });
  expect(await readdir(join(dir, 'staging'))).toEqual([]);
  await storage.write(sha256, Buffer.from('özgün'));
  await (await storage.checkout(sha256)).release();
  await close();
});

it('gives a file no name whose bytes the disk did not take', async () => {
  const { dir, storage, close } = await open();
  const { sha256 } = contentOf(Buffer.from('özgün'));
  const handle = await openFile(join(dir, 'any'), 'w');
  await handle.close();
  const disk = vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'sync');
  disk.mockRejectedValueOnce(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
  const stage = () => storage.stage(Readable.from([Buffer.from('özgün')]), { maxBytes: 100 });
  await expect(storage.commit(await stage())).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(await storage.has(sha256)).toBe(false);
  // The next time it has room.
  disk.mockRestore();
  await storage.commit(await stage());
  expect(await storage.has(sha256)).toBe(true);
  await close();
});

it('has no file in staging of which the disk took only a part', async () => {
  const { dir, close } = await open();
  const staging = JSON.stringify(join(import.meta.dirname, 'staging.ts'));
  const program = `
    import { Readable } from 'node:stream';
    const { createStaging } = await import(${staging});
    const staging = createStaging(${JSON.stringify(join(dir, 'staging'))});
    const told = (size) => staging.stage(Readable.from([Buffer.alloc(size, 1)]), { maxBytes: size })
      .then((staged) => staged.sizeBytes, ({ code }) => code);
    console.log(JSON.stringify([await told(300_000), await told(500)]));`;
  // The largest file that the process may write, in blocks of 512 bytes: the system takes that much of a longer piece.
  const { stdout } = await run('sh', [
    '-c',
    `ulimit -f 200; exec "$0" --input-type=module -e "$1"`,
    process.execPath,
    program,
  ]);
  expect(JSON.parse(stdout)).toEqual(['EFBIG', 500]);
  expect((await readdir(join(dir, 'staging'))).length).toBe(1);
  await close();
});
