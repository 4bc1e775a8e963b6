import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { safeName, type ZipEntry, zipStream } from './zip-stream.ts';

const modifiedAt = new Date('2026-03-01T10:00:00Z');
const entry = (name: string, open: () => Promise<Readable>): ZipEntry => ({ name, modifiedAt, open });

describe('a streamed ZIP', () => {
  it('holds every entry as it is, compressed or not', async () => {
    const zip = zipStream([
      { ...entry('a/metin.txt', async () => Readable.from([Buffer.from('Işık')])), isCompressed: true },
      entry('a/b.dcm', async () => Readable.from([Buffer.alloc(100_000, 7)])),
    ]);
    const files = unzipSync(new Uint8Array(await buffer(zip)));
    expect(Buffer.from(files['a/metin.txt']!).toString()).toBe('Işık');
    expect(files['a/b.dcm']).toEqual(new Uint8Array(100_000).fill(7));
  });

  it('opens one file at a time, and breaks where one cannot be opened', async () => {
    const opened: string[] = [];
    const zip = zipStream([
      entry('1', async () => {
        opened.push('1');
        return Readable.from([Buffer.from('one')]);
      }),
      entry('2', async () => {
        opened.push('2');
        throw new Error('the link was closed');
      }),
      entry('3', async () => {
        opened.push('3');
        return Readable.from([]);
      }),
    ]);
    await expect(buffer(zip)).rejects.toThrow('the link was closed');
    expect(opened).toEqual(['1', '2']);
  });

  it('goes on without a file that it may miss, also one that breaks in the middle, and leads past what went out of it', async () => {
    const missed: string[] = [];
    const broken = async function* () {
      yield Buffer.alloc(50_000, 1);
      throw new Error('lost');
    };
    const file = (name: string, isCompressed: boolean) => ({
      ...entry(name, async () => Readable.from([Buffer.from(name)])),
      isCompressed,
    });
    const zip = zipStream(
      [
        file('1', false),
        entry('never', async () => {
          throw new Error('lost');
        }),
        entry('half', async () => Readable.from(broken())),
        { ...entry('half, compressed', async () => Readable.from(broken())), isCompressed: true },
        file('2', true),
      ],
      {
        goesOnWithout: ({ name }, error) => {
          missed.push(name);
          return (error as Error).message === 'lost';
        },
      },
    );
    const files = unzipSync(new Uint8Array(await buffer(zip)));
    expect(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()])).toEqual([
      ['1', '1'],
      ['2', '2'],
    ]);
    expect(missed).toEqual(['never', 'half', 'half, compressed']);
  });

  it('closes the file that is open when the reader goes away', async () => {
    const endless = new Readable({ read: () => {} });
    const zip = zipStream([entry('1', async () => endless)]);
    endless.push(Buffer.alloc(1000));
    await new Promise((resolve) => zip.once('data', resolve));
    const closed = new Promise((resolve) => endless.once('close', resolve));
    zip.destroy();
    await closed;
    expect(endless.destroyed).toBe(true);
  });

  it('is read by others with 66,000 entries, asked for one after the other', async () => {
    let asked = 0;
    const entries = async function* () {
      for (; asked < 66_000; asked += 1)
        yield entry(`e/${asked}`, async () => Readable.from([Buffer.from(`${asked}`)]));
    };
    const zip = zipStream(entries());
    await new Promise((resolve) => zip.once('readable', resolve));
    expect(asked).toBeLessThan(5000);
    // More than 65,535 files need ZIP64; fflate, an independent program, reads the archive.
    const files = unzipSync(new Uint8Array(await buffer(zip)));
    expect(Object.keys(files)).toHaveLength(66_000);
    expect(Buffer.from(files['e/65999']!).toString()).toBe('65999');
  }, 60_000);

  it('takes paths and what file systems mind out of a name', () => {
    expect(safeName('../BT: Toraks/<1>')).toBe('__BT_ Toraks__1_');
    expect(safeName('')).toBe('_');
  });
});
