import { chestPhantom } from '@duai/imaging';
import { toast } from '../support/patients.ts';
import { expect, test } from '../support/server.ts';
import { acceptResults, acknowledgeIdentity } from '../support/staff.ts';
import { openReading } from '../support/viewer.ts';

const { files } = chestPhantom({ slices: 8, matrix: 64, pixelSpacingMm: 5.6, sliceThicknessMm: 30 });

test('[RED-011] dictated words can be undone like typed ones, and none reaches a text whose signature has begun', async ({
  page,
  server,
}) => {
  await page.addInitScript(() => {
    /** Turns into text what the test says. */
    class Speech extends EventTarget {
      static available = async () => 'available';
      start() {
        Object.assign(window, {
          isListening: true,
          say: (...said: string[]) =>
            this.dispatchEvent(
              Object.assign(new Event('result'), {
                resultIndex: 0,
                results: said.map((transcript) => Object.assign([{ transcript }], { isFinal: true })),
              }),
            ),
        });
      }
      stop() {
        Object.assign(window, { isListening: false });
        this.dispatchEvent(new Event('end'));
      }
    }
    Object.assign(window, { SpeechRecognition: Speech });
  });
  const say = (...said: string[]) =>
    page.evaluate((words) => (window as unknown as { say: (...said: string[]) => void }).say(...words), said);
  const isListening = () => page.evaluate(() => (window as unknown as { isListening?: boolean }).isListening);
  await openReading(page, server, 'dikte@duai.example', files);
  await page.getByRole('button', { name: 'Claim case' }).click();
  const findings = page.getByRole('textbox', { name: /^Findings/ });
  const impression = page.getByRole('textbox', { name: /^Impression/ });
  await findings.fill('Kalp doğal.');
  await page.getByRole('button', { name: 'Dictate Findings' }).click();
  await impression.click();
  await say('Nodül yok.', 'Plevra doğal.');
  await expect(findings).toHaveValue('Kalp doğal. Nodül yok. Plevra doğal.');
  await expect(impression).toBeFocused();
  await findings.click();
  // In the steps of the browser.
  const undone: string[] = [];
  for (let step = 0; step < 5 && undone.at(-1) !== 'Kalp doğal.'; step += 1) {
    await findings.press('ControlOrMeta+z');
    undone.push(await findings.inputValue());
  }
  expect(undone.at(-1)).toBe('Kalp doğal.');
  await findings.press('ControlOrMeta+Shift+z');
  await expect(findings).toHaveValue(/^Kalp doğal\. Nodül yok\./);
  await impression.fill('Doğal.');

  await page.getByLabel(/^Summary for the patient/).fill('Akciğerleriniz sağlıklı görünüyor.');
  await expect(page.getByText(/^Saved, version/)).toBeVisible();
  await acceptResults(page);
  await acknowledgeIdentity(page);
  await page.getByRole('button', { name: 'Sign report' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  expect(await isListening()).toBe(false);
  // A word that was still being recognised.
  await say('Kitle.');
  await expect(findings).toHaveValue(/Kitle/);
  await expect(page.getByText(/^Saved, version/)).toBeVisible();
  const critical = dialog.getByLabel('A finding that cannot wait');
  await critical.check();
  await dialog.getByLabel('Your password').fill(server.logins.radiologist.password);
  await dialog.getByRole('button', { name: 'Sign now' }).click();
  await expect(toast(page).filter({ hasText: 'The report has changed in the meantime' })).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(findings).toBeEditable();
  // What was said in it is not forgotten with it.
  await page.getByRole('button', { name: 'Sign report' }).click();
  await expect(critical).toBeChecked();
});
