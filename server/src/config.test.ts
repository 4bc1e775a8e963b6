import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig, settings } from './config.ts';

describe('settings', () => {
  it('have defaults for everything', () => {
    expect(readConfig({})).toMatchObject({ HOST: '127.0.0.1', PORT: 3000, DUAI_ROLE: 'all' });
  });

  it('are checked together: all problems are named', () => {
    expect(() => readConfig({ PORT: 'abc', DUAI_ROLE: 'king', ENCRYPTION_KEY: 'short' })).toThrow(
      /PORT[\s\S]*DUAI_ROLE[\s\S]*ENCRYPTION_KEY/,
    );
    expect(() => readConfig({ S3_BUCKET: 'b' })).toThrow('S3_ACCESS_KEY_ID');
  });

  it('say how many proxies are believed', () => {
    const believed = [undefined, 'false', 'true', '0', '2'].map(
      (given) => readConfig({ TRUST_PROXY: given }).TRUST_PROXY,
    );
    expect(believed).toEqual([0, 0, 1, 0, 2]);
    expect(() => readConfig({ TRUST_PROXY: 'everybody' })).toThrow('TRUST_PROXY');
  });

  it('move the time nowhere but in tests', () => {
    expect(readConfig({ CLOCK_OFFSET_FILE: '/tmp/offset' }).CLOCK_OFFSET_FILE).toBe('/tmp/offset');
    expect(() => readConfig({ CLOCK_OFFSET_FILE: '/tmp/offset', NODE_ENV: 'production' })).toThrow('CLOCK_OFFSET_FILE');
  });

  it('are all in docs/operations.md', () => {
    const text = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'operations.md'), 'utf8');
    const listed = [...text.matchAll(/^\| `(\w+)`/gm)].map((match) => match[1]);
    expect(listed).toEqual(Object.keys(settings));
  });
});
