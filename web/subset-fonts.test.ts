import { copyFile, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { subsetFonts } from './subset-fonts.ts';

const { resolve } = createRequire(import.meta.url);
const face = (file: string, range: string) =>
  `@font-face{font-family:F;src:url(/assets/${file})format("woff2-variations");unicode-range:${range}}`;

let client: string;
beforeAll(async () => {
  client = await mkdtemp(join(tmpdir(), 'duai-fonts-'));
  await mkdir(join(client, 'assets'));
  for (const [name, part] of [
    ['inter-latin-wght-normal', 'latin'],
    ['inter-latin-ext-wght-normal', 'latin-ext'],
  ]) {
    const source = resolve(`@fontsource-variable/inter/files/inter-${part}-wght-normal.woff2`);
    await copyFile(source, join(client, 'assets', `${name}-AbCd_123.woff2`));
  }
});
afterAll(() => rm(client, { recursive: true }));

it('small faces stand after the whole ones, with the characters of the text only', async () => {
  const whole = [
    face('inter-latin-wght-normal-AbCd_123.woff2', 'U+??,U+2000-206F'),
    face('inter-latin-ext-wght-normal-AbCd_123.woff2', 'U+100-17F'),
  ].join('');
  const local = '@font-face{font-family:L;src:local("Arial")}';
  const styles = await subsetFonts(`${whole}${local}p{color:red}`, 'é ł', client);
  expect(styles.startsWith(whole + local)).toBe(true);
  expect(styles.endsWith('p{color:red}')).toBe(true);
  const small = styles.slice((whole + local).length, -'p{color:red}'.length).match(/@font-face\{[^}]*\}/g)!;
  expect(small).toHaveLength(2);
  expect(small[0]).toMatch(/unicode-range:U\+20-7E,.*U\+E9[,-]/);
  expect(small[1]).toContain('U+142');
  for (const css of small) {
    const [, url, name] = /url\((\/assets\/(inter-latin(?:-ext)?)-wght-normal-subset-[\w-]{8}\.woff2)\)/.exec(css)!;
    const size = async (path: string) => (await stat(join(client, path))).size;
    expect(await size(url!)).toBeLessThan((await size(`/assets/${name}-wght-normal-AbCd_123.woff2`)) / 2);
  }
}, 30_000);

it('a face without file or range is an error of the build', async () => {
  await expect(subsetFonts('@font-face{font-family:F}', '', client)).rejects.toThrow('a face without');
});
