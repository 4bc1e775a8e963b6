import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { LineChart, roundUp } from './line-chart.tsx';

it('rounds the upper end of a scale up', () => {
  expect([0, 0.4, 1, 1.2, 3, 7, 10, 11, 480, 501].map(roundUp)).toEqual([1, 1, 1, 2, 5, 10, 10, 20, 500, 1000]);
});

it('leaves a gap where points are too far apart, and says in words what it shows', () => {
  const points = [0, 0.1, 0.2, 0.9, 1].map((x) => ({ x, y: 5 }));
  const html = renderToStaticMarkup(
    <LineChart
      id="jobs"
      title="Jobs"
      description="Five all day."
      lines={[{ name: 'jobs', className: 'stroke-signal', points, joinsWithin: 0.15 }]}
      ticks={[]}
    />,
  );
  const path = /<path d="(M[^"]*)" stroke-width/.exec(html)![1]!;
  expect(path.match(/[ML]/g)!.join('')).toBe('MLLML');
  expect(html).toContain('Five all day.');
});

it('writes below each point of how many it is, and says more where the pointer stands', () => {
  const points = [0.2, 0.4].map((x) => ({ x, y: 5 }));
  const counts = points.map(({ x }, at) => ({ x, count: at + 7, hint: `Week ${at}` }));
  const html = renderToStaticMarkup(
    <LineChart
      id="w"
      title="Weeks"
      description=""
      lines={[{ name: 'w', className: '', points }]}
      ticks={[]}
      counts={counts}
    />,
  );
  expect([...html.matchAll(/<title>(Week \d)<\/title>.*?<text[^>]*>(\d)<\/text>/g)].map((m) => m.slice(1))).toEqual([
    ['Week 0', '7'],
    ['Week 1', '8'],
  ]);
});
