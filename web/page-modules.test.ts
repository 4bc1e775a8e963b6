import { expect, it } from 'vitest';
import { modulesOfPages } from './page-modules.ts';

it('each page names its modules and those of the layouts around it, once, and none that the fallback page names', () => {
  const routes = {
    root: { id: 'root', path: '', module: '/assets/root.js', imports: ['/assets/react.js'] },
    room: {
      id: 'room',
      parentId: 'root',
      module: '/assets/room.js',
      imports: ['/assets/react.js', '/assets/texts.js'],
    },
    layout: { id: 'layout', parentId: 'room', path: 'console', module: '/assets/layout.js' },
    start: { id: 'start', parentId: 'layout', module: '/assets/start.js' },
    images: {
      id: 'images',
      parentId: 'layout',
      path: 'cases/:caseId/images',
      module: '/assets/images.js',
      imports: ['/assets/texts.js'],
    },
  };
  const fallback =
    '<link rel="modulepreload" href="/assets/root.js"/><link rel="modulepreload" href="/assets/react.js"/>';
  const pages = modulesOfPages({ routes }, fallback);
  const around = ['/assets/room.js', '/assets/texts.js', '/assets/layout.js'];
  expect(pages.get('/console/cases/:caseId/images')).toEqual([...around, '/assets/images.js']);
  expect(pages.get('/console')).toEqual([...around, '/assets/start.js']);
});
