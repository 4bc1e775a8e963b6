import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * node media/share-images.ts: draws the pictures that a shared link shows (Open Graph, 1200 × 630) into web/public/og.
 * Needs Chromium; run it when a headline changes, and commit the files.
 */
const ROOT = join(import.meta.dirname, '..');
const OUT = join(ROOT, 'web', 'public', 'og');
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const font = (name: string, file: string) =>
  `@font-face{font-family:${name};font-weight:200 900;src:url(${pathToFileURL(join(ROOT, 'node_modules', '@fontsource-variable', file))})}`;

const PICTURES = {
  home: ['AI-powered diagnostics', 'Diagnostics that show their work.'],
  press: ['Press releases', 'News from DUAI.'],
  trial: ['DuaiCheck', 'Radiology AI, tried on your own scans.'],
  'second-opinion': ['Second opinion', 'A second expert opinion on your images.'],
  legal: ['Policies', 'What we keep, why, and what you decide.'],
};

/** Light through a film: concentric sections and the one measured line. */
const FILM = `<svg viewBox="0 0 600 630" width="600" height="630">
${[290, 262, 226, 176, 118, 60].map((radius, index) => `<ellipse cx="420" cy="315" rx="${radius * 1.25}" ry="${radius}" fill="none" stroke="#c9d3d4" stroke-opacity="${0.16 + index * 0.07}" stroke-width="1.5"/>`).join('')}
<path d="M0 315h600" stroke="#52c8d0" stroke-width="2"/><path d="M198 300v30M345 300v30M495 300v30" stroke="#52c8d0" stroke-width="2"/></svg>`;

const page = ([kicker, headline]: string[]) => `<!doctype html><meta charset="utf-8"><style>
${font('Headline', 'source-serif-4/files/source-serif-4-latin-wght-normal.woff2')}
${font('Text', 'inter/files/inter-latin-wght-normal.woff2')}
*{margin:0}body{width:1200px;height:630px;overflow:hidden;background:#0c1114;color:#eef1f0;font-family:Text}
svg{position:absolute;right:0;top:0}main{position:absolute;left:72px;top:64px;bottom:64px;width:760px;display:flex;flex-direction:column}
b{font-size:34px;font-weight:700;letter-spacing:.06em}i{font-style:normal;margin-top:auto;color:#52c8d0;font-size:28px;font-weight:600}
h1{margin-top:14px;font:600 76px/1.06 Headline;letter-spacing:-.02em}</style>${FILM}<main><b>DUAI</b><i>${kicker}</i><h1>${headline}</h1></main>`;

const work = await mkdtemp(join(tmpdir(), 'duai-share-'));
for (const [name, texts] of Object.entries(PICTURES)) {
  const html = join(work, `${name}.html`);
  await writeFile(html, page(texts));
  execFileSync(
    CHROMIUM,
    [
      '--headless',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--hide-scrollbars',
      '--allow-file-access-from-files',
      '--window-size=1200,630',
      '--virtual-time-budget=3000',
      `--screenshot=${join(OUT, `${name}.png`)}`,
      String(pathToFileURL(html)),
    ],
    { stdio: 'ignore' },
  );
  console.log(`web/public/og/${name}.png`);
}
await rm(work, { recursive: true });
