import type { Page } from '@playwright/test';
import { toast } from '../support/patients.ts';
import { picture } from '../support/pictures.ts';
import { type PlanesWish, planesPhantom, STACK } from '../support/planes-phantom.ts';
import { expect, test } from '../support/server.ts';
import { openReading, Viewer } from '../support/viewer.ts';

const STUDY = '2.25.7731';
const of = (change: Partial<PlanesWish>): PlanesWish => ({ ...STACK, study: STUDY, ...change });
/** Six places at three times, as a perfusion of CT or the b-values of a diffusion: time 2 of place 4 has the value 204. */
const TIMES = [1, 2, 3].map((time) =>
  of({
    series: 1,
    description: 'Perfusion',
    numberedAfter: (time - 1) * 6,
    valueAt: (_x, _y, _z, slice) => time * 100 + slice + 1,
  }),
);
const PLAIN = of({ series: 2, description: 'Plain' });
const SIZES = [
  of({ series: 3, description: 'Sizes', slices: 3 }),
  of({ series: 3, description: 'Sizes', slices: 3, columns: 32, middle: [0, 0, 15], numberedAfter: 3 }),
];
const GAP = [
  of({ series: 4, description: 'Gap', slices: 3 }),
  of({ series: 4, description: 'Gap', slices: 3, middle: [0, 0, 20], numberedAfter: 3 }),
];
/** A coronal localizer in front of axial slices; it goes through the middle of all of them. */
const LOCALIZER = [
  of({ series: 5, description: 'Mixed', slices: 1, down: [0, 0, -1], middle: [0, 0, 12] }),
  of({ series: 5, description: 'Mixed', numberedAfter: 1 }),
];

const choose = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: 'Series' })
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click();

test('a series of several times, sizes or directions, or with a gap, stands in order, scrolls with others, and is told why it makes no planes', {
  tag: '@long',
}, async ({ page, server }) => {
  // As files come from a disc: in no order.
  const files = [...TIMES, PLAIN, ...SIZES, ...GAP, ...LOCALIZER].flatMap(planesPhantom).toReversed();
  const caseId = await openReading(page, server, 'tuhaf-seri@duai.example', files);
  await page.goto(`/console/cases/${caseId}/images`);
  const viewport = (number: number) => page.getByRole('region', { name: `Viewport ${number}`, exact: true });
  const [left, right] = [new Viewer(page, viewport(1)), new Viewer(page, viewport(2))];

  await test.step('times stand one after another, as they are numbered', async () => {
    await choose(page, 'Perfusion');
    for (const [image, value] of [
      [1, 101],
      [6, 106],
      [7, 201],
      [18, 306],
    ] as const) {
      await left.go(image);
      const { x, y } = await left.at(32.5, 20.5, 64, 64);
      await page.mouse.move(x, y);
      await expect(viewport(1).getByText(`32, 20: ${value} HU`)).toBeVisible();
    }
  });

  await test.step('each is told why it makes no planes', async () => {
    for (const [name, reason] of [
      ['Perfusion', 'several of its images lie at the same place (times, b-values or repeats)'],
      ['Sizes', 'its slices differ in size or pixel spacing'],
      ['Gap', 'its slices are not evenly spaced; one may be missing'],
      ['Mixed', 'its slices are not parallel'],
    ] as const) {
      await choose(page, name);
      await page.getByRole('button', { name: 'MPR', exact: true }).click();
      await expect(
        toast(page).filter({ hasText: `Planes cannot be computed from this series: ${reason}` }),
      ).toBeVisible();
    }
    const rail = page.getByRole('navigation', { name: 'Series' });
    await expect(rail.getByText('Series 4 · axial · 6 images')).toBeVisible();
    await expect(rail.getByText('Series 5 · 7 images')).toBeVisible();
    await picture(page, 'room/no-planes');
  });

  await test.step('linked scrolling stays at the time that is on show, and leads to no localizer', async () => {
    await choose(page, 'Plain');
    await page.getByLabel('Layout').selectOption('1 × 2');
    await choose(page, 'Perfusion');
    await right.go(8);
    await left.stage.focus();
    await left.go(2);
    await page.getByRole('button', { name: 'Linked scrolling' }).click();
    await left.stage.press('ArrowDown');
    await expect(right.stage).toHaveAttribute('aria-valuenow', '9');
    await right.stage.focus();
    await choose(page, 'Mixed');
    // The first of its axial slices takes the left one along to the same place.
    await right.go(2);
    await expect(left.stage).toHaveAttribute('aria-valuenow', '1');
    await left.stage.focus();
    await left.stage.press('ArrowDown');
    await expect(left.stage).toHaveAttribute('aria-valuenow', '2');
    // The localizer is the first of seven.
    await expect(right.stage).toHaveAttribute('aria-valuenow', '3');
    await picture(page, 'room/odd-series');
  });
});
