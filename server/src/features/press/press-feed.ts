import { given, type press } from '@duai/contract';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
/** Characters that XML 1.0 does not allow (2.2); a single one would make the whole feed invalid. */
const UNWRITABLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
const escapeXml = (text: string): string =>
  text
    .replace(UNWRITABLE, '')
    .replace(/[&<>"']/g, (character) => given(ESCAPES[character], 'the escape of a character'));

/** The update time of a feed without entries: the day of the first release. */
const FOUNDED = new Date('2025-04-01T00:00:00Z');

type FeedRelease = press.PressRelease & { changedAt: Date };

/** A release has a date without a time; it is published at midnight UTC. */
const publishedAt = ({ date }: FeedRelease): Date => new Date(`${date}T00:00:00Z`);
/** The time of the last change, but not before the publication, since a text may be written earlier. */
const updatedAt = (release: FeedRelease): Date =>
  new Date(Math.max(publishedAt(release).getTime(), release.changedAt.getTime()));
/** RFC 3339 to the second, as Atom requires. */
const timeOf = (at: Date): string => at.toISOString().replace(/\.\d+Z$/, 'Z');

/** Makes links absolute, because feed readers do not agree on xml:base. */
const withWholeAddresses = (html: string, origin: string): string =>
  html.replaceAll('<a href="/', `<a href="${origin}/`);

/**
 * Press releases as an Atom feed (RFC 4287).
 * @param releases newest first, their content sanitised
 * @param origin address of the site, without a slash at the end
 */
export function atomFeed(releases: readonly FeedRelease[], origin: string): string {
  const entries = releases.map((release) => {
    const { id, title, content } = release;
    return `  <entry>
    <id>urn:uuid:${id}</id>
    <title>${escapeXml(title)}</title>
    <link href="${escapeXml(`${origin}/press?id=${id}`)}"/>
    <published>${timeOf(publishedAt(release))}</published>
    <updated>${timeOf(updatedAt(release))}</updated>
    <content type="html">${escapeXml(withWholeAddresses(content, origin))}</content>
  </entry>
`;
  });
  const newest = Math.max(FOUNDED.getTime(), ...releases.map((release) => updatedAt(release).getTime()));
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en" xml:base="${escapeXml(`${origin}/`)}">
  <id>${escapeXml(`${origin}/press`)}</id>
  <title>DUAI press releases</title>
  <author><name>DUAI</name></author>
  <link rel="self" type="application/atom+xml" href="${escapeXml(`${origin}/press/feed.xml`)}"/>
  <link rel="alternate" type="text/html" href="${escapeXml(`${origin}/press`)}"/>
  <updated>${timeOf(new Date(newest))}</updated>
${entries.join('')}</feed>
`;
}
