import { expect, it } from 'vitest';
import { HOME_NAVIGATION } from './navigation.ts';

it('a navigation item has exactly a title and an href, an anchor of the home page [PUB-055]', () => {
  for (const item of HOME_NAVIGATION) {
    expect(Object.keys(item).sort()).toEqual(['href', 'title']);
    expect(item.title).not.toBe('');
    expect(item.href).toMatch(/^#[a-z]+$/);
  }
});
