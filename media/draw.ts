import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BACKGROUNDS } from './backgrounds.ts';
import { encodeFilm, encodeStill, type Film } from './encode.ts';
import { heroFilm, signalFilm, wallFilm } from './films.ts';
import { LOGOS, PARTNER_LOGOS, PLACEHOLDER } from './logos.ts';
import { portrait, SITTER_NAMES } from './portraits.ts';

/**
 * npm run media [-- NAME …]: draws every picture of the public pages and encodes the named films, or all of them (ffmpeg with
 * SVT-AV1, x264 and WebP). The output is committed, so no other command needs it.
 */
const OUT = join(import.meta.dirname, '..', 'server', 'site-assets');
/** Copies that the pages use if the call for an image fails. */
const LOCAL = join(import.meta.dirname, '..', 'web', 'public', 'images');

function write(folder: string, pictures: Record<string, string>): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, svg] of Object.entries(pictures)) writeFileSync(join(folder, `${name}.svg`), svg);
}
write(join(OUT, 'images'), LOGOS);
write(LOCAL, { ...LOGOS, placeholder: PLACEHOLDER });
write(join(OUT, 'partners'), PARTNER_LOGOS);
write(join(OUT, 'backgrounds'), BACKGROUNDS);
write(join(OUT, 'members'), Object.fromEntries(SITTER_NAMES.map((name) => [name, portrait(name)])));

/**
 * The part of the hero's still that a phone shows, small enough to be inlined: half of its width, at the position of
 * `object-position: 62%` (home.css). It has more pixels than its place on the page, because otherwise the film would count as
 * the larger picture when it appears (Largest Contentful Paint 3.1: effective visual size).
 */
const HERO_ON_PHONES = {
  path: join(import.meta.dirname, '..', 'web', 'src', 'app', 'public', 'home', 'hero-still-phone.webp'),
  filter: 'scale=960:-1,crop=480:540:298:0,scale=576:-1',
  quality: 25,
};

const FILMS: Record<string, { film: Film; still: number; folder: string }> = {
  hero: { film: heroFilm(), still: 0, folder: 'assets' },
  duaicheck: { film: wallFilm(), still: 40, folder: 'video' },
  quantactintro: { film: signalFilm(), still: 120, folder: 'video' },
};
const wanted = process.argv.slice(2);
for (const [name, { film, still, folder }] of Object.entries(FILMS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  mkdirSync(join(OUT, folder), { recursive: true });
  await encodeFilm(film, join(OUT, folder, name));
  await encodeStill(film, still, join(OUT, 'assets', `${name}-still.webp`));
  if (name === 'hero')
    await encodeStill(film, still, HERO_ON_PHONES.path, HERO_ON_PHONES.filter, HERO_ON_PHONES.quality);
}
