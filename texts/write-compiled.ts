import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compileTexts } from './compile-texts.ts';

const files = compileTexts();
rmSync(join(import.meta.dirname, 'compiled'), { recursive: true, force: true });
for (const [path, content] of files) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
console.log(`${files.size} files written to texts/compiled`);
