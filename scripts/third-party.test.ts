import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type LockedPackage, thirdPartyDocument } from './third-party-list.ts';

const ROOT = join(import.meta.dirname, '..');
const noFile = () => '';

describe('list of third-party parts', () => {
  it('is as new as the lockfile (npm run third-party)', () => {
    const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, LockedPackage>;
    };
    const document = thirdPartyDocument(packages, (path) => readFileSync(join(ROOT, path, 'LICENSE'), 'utf8'));
    expect(readFileSync(join(ROOT, 'docs', 'third-party.md'), 'utf8')).toBe(document);
  });

  it('counts a package as part of the product when one of its copies is', () => {
    const document = thirdPartyDocument(
      {
        'node_modules/a': { version: '1.0.0', license: 'MIT', dev: true },
        'node_modules/b/node_modules/a': { version: '1.0.0', license: 'MIT' },
        'node_modules/c': { version: '2.0.0', license: 'ISC', dev: true },
      },
      noFile,
    );
    const [product, development] = document
      .split('## Packages of the product')[1]!
      .split('## Packages for development');
    expect(product).toContain('| a | 1.0.0 | MIT |');
    expect(development).toContain('| c | 2.0.0 | ISC |');
    expect(development).not.toContain('| a |');
  });

  it('refuses a licence that nobody has looked at, and a package without one', () => {
    const list = (license?: string) => thirdPartyDocument({ 'node_modules/x': { version: '1.0.0', license } }, noFile);
    expect(() => list('GPL-3.0-only')).toThrow('x (GPL-3.0-only)');
    expect(() => list('MIT AND GPL-3.0-only')).toThrow('x (MIT AND GPL-3.0-only)');
    expect(() => list('MIT OR GPL-3.0-only')).not.toThrow();
    expect(() => list(undefined)).toThrow('names no licence');
  });
});
