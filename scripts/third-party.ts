import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LockedPackage, thirdPartyDocument } from './third-party-list.ts';

/** npm run third-party: writes docs/third-party.md, the list of third-party parts with their licences. */
const ROOT = join(import.meta.dirname, '..');
const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>;
};
writeFileSync(
  join(ROOT, 'docs', 'third-party.md'),
  thirdPartyDocument(packages, (path) => readFileSync(join(ROOT, path, 'LICENSE'), 'utf8')),
);
