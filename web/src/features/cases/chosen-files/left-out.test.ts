import { describe, expect, it } from 'vitest';
import type { FileReport } from '../preflight/preflight-client.ts';
import { createLeftOut } from './left-out.ts';

const fileAt = (path: string) =>
  Object.defineProperty(new File(['x'], path.split('/').at(-1) ?? path), 'webkitRelativePath', { value: path });
const reportOf = (inspection: object) => ({ inspection }) as FileReport;
const unreadable = reportOf({ status: 'refused', code: 'TRUNCATED' });

describe('what a browser leaves out of a submission', () => {
  it('are files that are too large, empty or too many; not letters, and not what is chosen twice', () => {
    const leftOut = createLeftOut();
    leftOut.refused(
      (['EMPTY', 'TOO_LARGE', 'TOO_MANY_FILES', 'DUPLICATE', 'TYPE_NOT_SUPPORTED'] as const).map((code) => ({
        path: `CD/${code}`,
        name: code,
        code,
      })),
    );
    expect(leftOut.list().map(({ code }) => code)).toEqual(['EMPTY', 'TOO_LARGE', 'TOO_MANY_FILES']);
  });

  it('are files that were taken off because they cannot be read, each by its path', () => {
    const leftOut = createLeftOut();
    leftOut.takenOff(fileAt('CD/A/IM1'), unreadable);
    leftOut.takenOff(fileAt('CD/B/IM1'), unreadable);
    leftOut.takenOff(fileAt('CD/C/IM1'), reportOf({ status: 'accepted' }));
    leftOut.takenOff(fileAt('CD/D/IM1'), null);
    const one = { name: 'IM1', code: 'TRUNCATED' };
    expect(leftOut.list()).toEqual([one, one]);
  });

  it('are not files that are chosen again', () => {
    const leftOut = createLeftOut();
    leftOut.takenOff(fileAt('CD/A/IM1'), unreadable);
    leftOut.chosen([fileAt('CD/B/IM1')]);
    expect(leftOut.list()).toHaveLength(1);
    leftOut.chosen([fileAt('CD/A/IM1')]);
    expect(leftOut.list()).toEqual([]);
  });
});
