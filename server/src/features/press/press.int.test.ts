import { press } from '@duai/contract';
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
    ['<iframe src="https://a.example"></iframe><img src="x" onerror="alert(1)"><h3>Head</h3>', '<h3>Head</h3>'],
  ])('keep %s as %s', async (given, kept) => {
    const { content } = await operator.call(press.createPressRelease, { body: body(given) });
    expect(content).toBe(kept);
  });

  it('can be read as an Atom feed whose text is escaped', async () => {
    const [first] = await server.client().call(press.listPress);
    const answer = await fetch(`${server.address}/press/feed.xml`);
    expect(answer.headers.get('content-type')).toContain('application/atom+xml');
    const feed = await answer.text();
    expect(feed).toContain(`<id>urn:uuid:${first!.id}</id>`);
    expect(feed).toContain('<title>Bir &amp; iki &lt;üç&gt;</title>');
    expect(feed).toContain(`<link href="${server.address}/press?id=${first!.id}"/>`);
    expect(feed).toContain('<content type="html">&lt;h3&gt;Head&lt;/h3&gt;</content>');
    expect(feed.match(/<entry>/g)).toHaveLength(12);
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
  });
});
