import { expectAccessible } from '../support/accessible.ts';
import { picture } from '../support/pictures.ts';
import { planesPhantom, STACK } from '../support/planes-phantom.ts';
import { expect, test } from '../support/server.ts';
import { signInStaff } from '../support/staff.ts';
import { openReading, Viewer } from '../support/viewer.ts';

const SIDE = 64;
const files = planesPhantom({
  ...STACK,
  study: '2.25.90371',
  description: 'Halves',
  numberedAfter: 100,
  spacing: { rowMm: 1, columnMm: 1 },
  valueAt: (x) => (x < 0 ? 100 : 300),
});

test('[RED-003] who takes a case over gets the measurements behind the sentences of the draft, under their reader’s name', async ({
  page,
  server,
  openBrowser,
}) => {
  const caseId = await openReading(page, server, 'devir@duai.example', files);
  await page.getByRole('button', { name: 'Claim case' }).click();
  await expect(page.getByRole('textbox', { name: /^Findings/ })).toBeEditable();
  await page.getByLabel('Language of the report').selectOption('en');
  const viewer = new Viewer(page);
  await viewer.go(1);
  await page.getByRole('button', { name: 'Length', exact: true }).click();
  await viewer.draw([await viewer.at(10, 20, SIDE, SIDE), await viewer.at(30, 20, SIDE, SIDE)]);
  await viewer.list.getByRole('button', { name: 'To the report: Length on image 101' }).click();
  await expect(page.getByText(/^Saved, version/)).toBeVisible();

  const other = await openBrowser({ locale: 'en-GB', viewport: { width: 1440, height: 900 } });
  await signInStaff(other, server, 'radiologist');
  await other.goto(`${server.address}/console/cases/${caseId}`);
  const theirs = new Viewer(other);
  await expect(theirs.stage).toBeVisible();
  await expect(theirs.list).toHaveCount(0);
  await other.getByRole('button', { name: 'Take over' }).click();
  await other.getByLabel('Reason').selectOption('agreed');
  await other.getByRole('dialog').getByRole('button', { name: 'Take over' }).click();
  const length = theirs.list.getByRole('button', { name: /^Image 101: Length, / });
  await expect(length).toBeVisible();
  await expect(theirs.list.getByText(/^by /)).toBeVisible();
  const unmatched = other
    .getByRole('status')
    .filter({ hasText: 'no measurement on the images that you see has these' });
  await expect(other.getByRole('textbox', { name: /^Findings/ })).toHaveValue(/Length: (19|20)/);
  await expect(unmatched).toHaveCount(0);
  await length.click();
  await length.scrollIntoViewIfNeeded();
  await picture(other, 'reading/taken-over');
  await expectAccessible(other);
  // A colleague's measurement is not moved.
  const { x, y } = await theirs.at(30, 20, SIDE, SIDE);
  await other.mouse.move(x, y);
  await expect(other.locator('[data-handles]')).toHaveCount(0);

  await theirs.list.getByRole('button', { name: 'Remove Length on image 101' }).click();
  await expect(theirs.list).toHaveCount(0);
  await expect(unmatched).toBeVisible();
});
