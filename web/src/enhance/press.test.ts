import { press } from '@duai/contract';
import { describe, expect, it } from 'vitest';
import { addressOf, PRESS_PATH, shareOnLinkedIn, structuredData } from './press.ts';

const ORIGIN = 'https://clinic.example';
const release = {
  id: 'a1',
  title: 'One & two',
  date: '2025-04-01',
  content: '<p>Text</p>',
  linkUrl: '/second-opinion',
};

describe('a press release', () => {
  it.each([
    ['/second-opinion', 'https://clinic.example/second-opinion'],
    ['https://other.example/a?b=1&c=2', 'https://other.example/a?b=1&c=2'],
    ['', 'https://clinic.example/press?id=a1'],
  ])('with the link %j is shared from %s', (linkUrl, address) => {
    expect(addressOf({ id: 'a1', linkUrl }, ORIGIN)).toBe(address);
    const share = new URL(shareOnLinkedIn(address));
    expect(share.host).toBe('www.linkedin.com');
    expect(share.searchParams.get('url')).toBe(address);
  });

  it('is a NewsArticle to search engines', () => {
    const [entry] = structuredData([release], ORIGIN).itemListElement;
    expect(entry).toMatchObject({
      position: 1,
      item: {
        '@type': 'NewsArticle',
        headline: 'One & two',
        datePublished: '2025-04-01',
        image: 'https://clinic.example/og/press.png',
        author: { name: 'DUAI' },
      },
    });
  });
});

it('the call is the one of the contract', () => {
  expect(PRESS_PATH).toBe(press.listPress.path);
});
