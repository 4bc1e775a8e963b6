import type { press } from '@duai/contract';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);

/** A release carries a day, not a time: the day begins at midnight UTC. */
const timeOf = (date: string): string => `${date}T00:00:00Z`;

/**
 * Press releases as an Atom feed (RFC 4287).
 * @param releases newest first, their content sanitised
 * @param origin address of the site, without a slash at the end
 */
export function atomFeed(releases: readonly press.PressRelease[], origin: string): string {
  const entries = releases.map(
    ({ id, title, date, content }) => `  <entry>
    <id>urn:uuid:${id}</id>
    <title>${escapeXml(title)}</title>
    <link href="${escapeXml(`${origin}/press?id=${id}`)}"/>
    <published>${timeOf(date)}</published>
    <updated>${timeOf(date)}</updated>
    <content type="html">${escapeXml(content)}</content>
  </entry>
`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en" xml:base="${escapeXml(`${origin}/`)}">
  <id>${escapeXml(`${origin}/press`)}</id>
  <title>DUAI press releases</title>
  <author><name>DUAI</name></author>
  <link rel="self" type="application/atom+xml" href="${escapeXml(`${origin}/press/feed.xml`)}"/>
  <link rel="alternate" type="text/html" href="${escapeXml(`${origin}/press`)}"/>
  <updated>${timeOf(releases[0]?.date ?? '2025-04-01')}</updated>
${entries.join('')}</feed>
`;
}
