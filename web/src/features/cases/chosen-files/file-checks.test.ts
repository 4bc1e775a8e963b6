import { LIMITS } from '@duai/contract';
import { describe, expect, it } from 'vitest';
import { checkFiles } from './file-checks.ts';

const file = (name: string, size = 10, lastModified = 1) => ({
  name,
  size,
  lastModified,
  slice: () => new Blob(['']),
});
const outcome = async (selected: ReturnType<typeof file>[], pending: ReturnType<typeof file>[] = [], inCase = 0) => {
  const { accepted, rejected } = await checkFiles(selected, pending, inCase);
  return { accepted: accepted.map(({ name }) => name), rejected: rejected.map(({ name, code }) => `${name} ${code}`) };
};

describe('chosen files', () => {
  it('takes DICOM, JPEG and PNG by name, in any case of letters', async () => {
    const names = ['a.dcm', 'b.DICOM', 'c.jpg', 'd.JPEG', 'e.png'];
    expect(await outcome(names.map((name) => file(name)))).toEqual({ accepted: names, rejected: [] });
  });

  it('takes a file without extension that carries the DICOM mark', async () => {
    const disc = new File([new Uint8Array(128), 'DICM', new Uint8Array(8)], 'IM000001');
    const text = new File(['x'.repeat(200)], 'README');
    const { accepted, rejected } = await checkFiles([disc, text], [], 0);
    expect(accepted).toEqual([disc]);
    expect(rejected).toEqual([{ path: 'README', name: 'README', code: 'TYPE_NOT_SUPPORTED' }]);
  });

  it('names a wrong type', async () => {
    expect(await outcome([file('letter.pdf'), file('a.dcm')])).toEqual({
      accepted: ['a.dcm'],
      rejected: ['letter.pdf TYPE_NOT_SUPPORTED'],
    });
  });

  it('takes 100 MB and names one byte more', async () => {
    const result = await outcome([file('a.dcm', LIMITS.uploadFileBytes), file('b.dcm', LIMITS.uploadFileBytes + 1)]);
    expect(result).toEqual({ accepted: ['a.dcm'], rejected: ['b.dcm TOO_LARGE'] });
  });

  it('names an empty file as too small [PAT-131]', async () => {
    expect(await outcome([file('a.dcm', 0)])).toEqual({ accepted: [], rejected: ['a.dcm EMPTY'] });
  });

  it('names what is more than 2,000 in one case, counting what is there and pending [PAT-132]', async () => {
    const result = await outcome([file('a.dcm'), file('b.dcm')], [file('p.dcm')], LIMITS.filesPerCase - 2);
    expect(result).toEqual({ accepted: ['a.dcm'], rejected: ['b.dcm TOO_MANY_FILES'] });
  });

  it('takes the same file once', async () => {
    expect(await outcome([file('a.dcm'), file('a.dcm'), file('p.dcm')], [file('p.dcm')])).toEqual({
      accepted: ['a.dcm'],
      rejected: ['a.dcm DUPLICATE', 'p.dcm DUPLICATE'],
    });
  });

  it('tells apart files of the same name in the folders of a disc', async () => {
    const inFolder = (path: string) => Object.assign(file('IM0001.dcm'), { webkitRelativePath: path });
    const selected = [inFolder('CD/SE1/IM0001.dcm'), inFolder('CD/SE2/IM0001.dcm'), inFolder('CD/SE1/IM0001.dcm')];
    expect(await outcome(selected)).toEqual({
      accepted: ['IM0001.dcm', 'IM0001.dcm'],
      rejected: ['IM0001.dcm DUPLICATE'],
    });
  });
});
