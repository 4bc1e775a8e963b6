import { press } from '@duai/contract';
import { expect, it } from 'vitest';
import { announcementToShow, NEWS_PATH } from './news-banner.ts';

const [older, newer] = ['1', '2'].map((id) => ({ id, title: `News ${id}`, linkText: 'Read', linkUrl: '/press' }));

it('the newest announcement is shown, unless it was closed; an older one does not come back instead', () => {
  const news = [newer!, older!];
  expect(announcementToShow([], () => false)).toBeNull();
  expect(announcementToShow(news, () => false)).toBe(newer);
  expect(announcementToShow(news, (key) => key === 'announcement-1-dismissed')).toBe(newer);
  expect(announcementToShow(news, (key) => key === 'announcement-2-dismissed')).toBeNull();
});

it('the call is the one of the contract', () => {
  expect(NEWS_PATH).toBe(press.listNews.path);
});
