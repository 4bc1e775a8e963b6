import { given, press } from '@duai/contract';

const { title, linkText, linkUrl } = press.ANNOUNCEMENT_PLACE;
const PLACE = /(<aside data-enhance="news-banner"[^>]*?) hidden=""/;
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/**
 * Writes the current announcement into a built page, so that the layout does not shift. `<html data-announcement>`
 * tells the script before the first paint which one it is (web/src/before-paint.js).
 */
export function withAnnouncement(html: string, announcement: press.Announcement | null): string {
  const said = announcement ?? { title: '', linkText: '', linkUrl: '' };
  const filled = html
    .replaceAll(title, () => escaped(said.title))
    .replaceAll(linkText, () => escaped(said.linkText))
    .replaceAll(linkUrl, () => escaped(said.linkUrl));
  if (!announcement) return filled;
  const mark = `data-announcement="${escaped(announcement.id)}"`;
  return filled.replace(PLACE, (_, opened) => `${opened} ${mark}`).replace('<html ', () => `<html ${mark} `);
}

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => given(ENTITIES[character], 'the entity of a character'));
