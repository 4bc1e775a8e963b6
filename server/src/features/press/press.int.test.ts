import { press } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../../../../scripts/http-client.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let operator: HttpClient;
beforeAll(async () => {
  server = await startTestServer();
  operator = await server.staff('operator');
});
afterAll(() => server.end());

const body = (content: string, date = '2026-01-05') => ({ title: 'Bir & iki <üç>', date, content, linkUrl: '/press' });
const DAY_MS = 86_400_000;
const dayFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

describe('press releases', () => {
  it('are an array of id, title, date, content and linkUrl, newest first [PRS-012]', async () => {
    expect(await server.client().call(press.listPress)).toEqual([]);
    const older = await operator.call(press.createPressRelease, { body: body('<p>Older</p>', '2025-04-01') });
    const newer = await operator.call(press.createPressRelease, { body: body('<p>Newer</p>') });
    const answer = await server.client().send(press.listPress);
    expect(await answer.json()).toEqual([
      { id: newer.id, title: 'Bir & iki <üç>', date: '2026-01-05', content: '<p>Newer</p>', linkUrl: '/press' },
      { id: older.id, title: 'Bir & iki <üç>', date: '2025-04-01', content: '<p>Older</p>', linkUrl: '/press' },
    ]);
  });

  it.each([
    ['<script>alert(1)</script><p>Text</p>', '<p>Text</p>'],
    ['<p onclick="alert(1)" style="color:red">Text</p>', '<p>Text</p>'],
    ['<a href="javascript:alert(1)">x</a>', '<a rel="noopener noreferrer">x</a>'],
    ['<a href="//evil.example/x">x</a>', '<a rel="noopener noreferrer">x</a>'],
    ['<a href="/\\evil.example">x</a>', '<a rel="noopener noreferrer">x</a>'],
    ['<a href=" \t//evil.example">x</a>', '<a rel="noopener noreferrer">x</a>'],
    ['<a href="http://plain.example">x</a>', '<a rel="noopener noreferrer">x</a>'],
    ['<a href="/second-opinion">x</a>', '<a href="/second-opinion" rel="noopener noreferrer">x</a>'],
    ['<a href="https://a.example/b?c=1">x</a>', '<a href="https://a.example/b?c=1" rel="noopener noreferrer">x</a>'],
    ['<p dir="rtl" lang="ar" id="x">نص</p>', '<p dir="rtl" lang="ar">نص</p>'],
    ['<h1>Head</h1><b>bold</b> <i>slanted</i>', '<h3>Head</h3><strong>bold</strong> <em>slanted</em>'],
    ['<svg><a href="javascript:alert(1)" onload="alert(1)">x</a></svg>', '<a rel="noopener noreferrer">x</a>'],
    ['Plain text\nof two lines\n\nand <1 paragraph', '<p>Plain text<br />of two lines</p>\n<p>and &lt;1 paragraph</p>'],
    ['<iframe src="https://a.example"></iframe><img src="x" onerror="alert(1)"><h3>Head</h3>', '<h3>Head</h3>'],
  ])('keep %s as %s', async (given, kept) => {
    const { content } = await operator.call(press.createPressRelease, { body: body(given) });
    expect(content).toBe(kept);
  });

  it.each(['<script>alert(1)</script>', '<p> &nbsp;</p>', '<img src="x">', '   '])(
    'refuse %j: nothing to read',
    async (text) => {
      await expect(operator.call(press.createPressRelease, { body: body(text) })).rejects.toThrow('PRESS_TEXT_EMPTY');
    },
  );

  it('can be read as an Atom feed whose text is escaped', async () => {
    const [first] = await server.client().call(press.listPress);
    const answer = await fetch(`${server.address}/press/feed.xml`);
    expect(answer.headers.get('content-type')).toContain('application/atom+xml');
    const feed = await answer.text();
    expect(feed).toContain(`<id>urn:uuid:${first!.id}</id>`);
    expect(feed).toContain('<title>Bir &amp; iki &lt;üç&gt;</title>');
    expect(feed).toContain(`<link href="${server.address}/press?id=${first!.id}"/>`);
    expect(feed).toContain('<content type="html">&lt;h3&gt;Head&lt;/h3&gt;</content>');
    expect(feed.match(/<entry>/g)).toHaveLength(16);
    expect(feed).toContain(`&lt;a href=&quot;${server.address}/second-opinion&quot;`);
  });

  it('are seen by visitors when they are published and their day has come; editors keep them all', async () => {
    const text = '<p>Not yet</p>';
    const draft = await operator.call(press.createPressRelease, { body: { ...body(text), isPublished: false } });
    const scheduled = await operator.call(press.createPressRelease, { body: body(text, dayFromNow(2)) });
    const today = await operator.call(press.createPressRelease, { body: body(text, dayFromNow(0)) });
    const feed = async () => (await fetch(`${server.address}/press/feed.xml`)).text();
    const seen = async () => (await server.client().call(press.listPress)).map(({ id }) => id);
    expect(await seen()).toContain(today.id);
    for (const { id } of [draft, scheduled]) {
      expect(await seen()).not.toContain(id);
      expect(await feed()).not.toContain(id);
    }
    const edited = await operator.call(press.listEditedReleases);
    expect(edited.find(({ id }) => id === draft.id)).toMatchObject({ content: text, isPublished: false });
    expect(edited.find(({ id }) => id === scheduled.id)?.isPublished).toBe(true);

    const params = { releaseId: today.id };
    const change = (at: string, changed: { isPublished?: boolean }) =>
      operator.call(press.updatePressRelease, {
        params,
        body: { ...body('<p>Better</p>', '2026-01-04'), ...changed, seen: at },
      });
    const withdrawn = await change(today.changedAt, { isPublished: false });
    expect(await seen()).not.toContain(today.id);
    const better = await change(withdrawn.changedAt, {});
    expect(better.isPublished).toBe(false);
    const again = await change(better.changedAt, { isPublished: true });
    expect(await seen()).toContain(today.id);
    const last = await change(again.changedAt, {});
    expect(last.isPublished).toBe(true);
    await operator.call(press.deletePressRelease, { params, query: { seen: last.changedAt } });
    expect((await operator.call(press.listEditedReleases)).map(({ id }) => id)).not.toContain(today.id);
  });

  it('are not changed from a page that shows an older one, also not published again or deleted', async () => {
    const release = await operator.call(press.createPressRelease, { body: body('<p>First</p>') });
    const change = (content: string, changed: { seen: string; isPublished?: boolean }) =>
      operator.call(press.updatePressRelease, {
        params: { releaseId: release.id },
        body: { ...body(content), ...changed },
      });
    const withdrawn = await change('<p>Of B</p>', { seen: release.changedAt, isPublished: false });
    await expect(change('<p>Of A</p>', { seen: release.changedAt })).rejects.toThrow('RELEASE_CHANGED');
    await expect(change('<p>Of A</p>', { seen: release.changedAt, isPublished: true })).rejects.toThrow(
      'RELEASE_CHANGED',
    );
    const remove = (seen: string) =>
      operator.call(press.deletePressRelease, { params: { releaseId: release.id }, query: { seen } });
    await expect(remove(release.changedAt)).rejects.toThrow('RELEASE_CHANGED');
    expect((await operator.call(press.listEditedReleases)).find(({ id }) => id === release.id)).toEqual(withdrawn);
  });

  it('are updated in the feed when they were changed, never before their day (RFC 4287, 4.2.15)', async () => {
    const { id } = await operator.call(press.createPressRelease, { body: body('<p>\u000bOld</p>', '2025-01-02') });
    const feed = async () => (await fetch(`${server.address}/press/feed.xml`)).text();
    const times = (text: string) =>
      new RegExp(`${id}</id>[\\s\\S]*?<published>(.*?)</published>\\s*<updated>(.*?)</updated>`).exec(text)!;
    const [, published, updated] = times(await feed());
    expect(published).toBe('2025-01-02T00:00:00Z');
    expect(Math.abs(Date.parse(updated!) - Date.now())).toBeLessThan(DAY_MS);
    const [head] = (await feed()).split('<entry>');
    expect(/<updated>(.*?)<\/updated>/.exec(head!)![1]! >= updated!).toBe(true);
    expect(await feed()).not.toContain('\u000b');
  });
});

describe('announcements', () => {
  it('carry id, title, linkText and linkUrl, newest first, until they are ended [PUB-065]', async () => {
    const announcement = { title: 'We are at the congress', linkText: 'Visit us', linkUrl: '/press' };
    const first = await operator.call(press.createAnnouncement, { body: announcement });
    const second = await operator.call(press.createAnnouncement, { body: { ...announcement, linkText: 'Come' } });
    expect(await (await server.client().send(press.listNews)).json()).toEqual([
      { id: second.id, ...announcement, linkText: 'Come' },
      { id: first.id, ...announcement },
    ]);
    await operator.call(press.endAnnouncement, { params: { announcementId: second.id } });
    expect((await server.client().call(press.listNews)).map(({ id }) => id)).toEqual([first.id]);
    await expect(
      operator.call(press.createAnnouncement, { body: { ...announcement, linkUrl: '//evil.example' } }),
    ).rejects.toThrow('VALIDATION_FAILED');
    await expect(operator.call(press.createAnnouncement, { body: { ...announcement, linkUrl: '' } })).rejects.toThrow(
      'VALIDATION_FAILED',
    );
    await operator.call(press.endAnnouncement, { params: { announcementId: first.id } });
  });

  it('are refused at the field: a last day that is past, and text of spaces alone', async () => {
    const answer = await operator.send(press.createAnnouncement, {
      body: { title: '  ', linkText: 'Visit us', linkUrl: '/press', lastDay: dayFromNow(-1) },
    });
    expect([answer.status, ((await answer.json()) as { details: { path: string }[] }).details]).toEqual([
      400,
      [
        { path: 'title', message: 'This field is required' },
        { path: 'lastDay', message: 'This day is past. Choose today (UTC) or a later day' },
      ],
    ]);
  });

  it('are shown until the end of their last day', async () => {
    const announcement = { title: 'Congress', linkText: 'Visit us', linkUrl: '/press' };
    const announce = (lastDay: string) =>
      operator.call(press.createAnnouncement, { body: { ...announcement, lastDay } });
    const today = await announce(dayFromNow(0));
    await server.parts.db.drizzle.execute(sql`
      insert into announcements (id, title, link_text, link_url, created_at, ends_at)
      values (gen_random_uuid(), 'Over', 'Visit us', '/press', now(), date_trunc('day', now() at time zone 'UTC') at time zone 'UTC')`);
    expect(await (await server.client().send(press.listNews)).json()).toEqual([{ id: today.id, ...announcement }]);
    expect(await operator.call(press.listEditedAnnouncements)).toEqual([
      { id: today.id, ...announcement, lastDay: dayFromNow(0) },
    ]);
  });
});
