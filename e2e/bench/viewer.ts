import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { accounts, cases, given, studies } from '@duai/contract';
import { chestPhantom, decodeFrame, windowToGrey } from '@duai/imaging';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { generate } from 'otplib';
import { machine, table, writeSection } from '../../scripts/bench/section.ts';
import { createHttpClient, type HttpClient, imagesForm } from '../../scripts/http-client.ts';
import { type Instance, startInstance, waitFor } from '../../scripts/instance.ts';
import { OHIF_VERSION } from '../support/ohif.ts';
import { startLongStack } from './long-stack.ts';
import { startOhif } from './ohif.ts';
import { type Candidate, FIRST_IMAGES, measureInTurn, medianOf, opened, type Round, STEPS } from './rounds.ts';
import { takeShare } from './slower-machine.ts';

/**
 * npm run bench:viewer: one study of 300 slices in headless Chromium, whose WebGL runs in software, in the reading room and
 * in OHIF before Orthanc, in turn; then a stack of 4,000 slices in the reading room. Needs a built site. With
 * `-- --taken 0.33` a third of each core is taken away, as if on a slower machine.
 */
const SLICES = 300;
/** Odd: medians are told. */
const ROUNDS = 5;
const LONG_STACK = 4000;
const LONG_STACK_MS = 60_000;
const ANALYSED_WITHIN_MS = 15 * 60_000;
const OURS = 'canvas[data-pixels=stored]';
const THEIRS = 'canvas.cornerstone-canvas';
/** As the server of OHIF asks for it (see the README of its folder). */
const WEBGL = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'];

/** The least that a viewer can be: a page whose canvas of 64 × 64 pixels takes another grey at each step. */
const LEAST = `<body style="margin:0"><canvas width="64" height="64"></canvas><script>
  const context = document.querySelector('canvas').getContext('2d');
  let steps = 0;
  const draw = () => {
    const grey = 20 + (steps++ % 200);
    context.fillStyle = 'rgb(' + [grey, grey, grey] + ')';
    context.fillRect(0, 0, 64, 64);
  };
  draw();
  addEventListener('keydown', draw);
  addEventListener('wheel', (event) => { event.preventDefault(); draw(); }, { passive: false });
</script>`;

const { values: chosen } = parseArgs({ options: { taken: { type: 'string', default: '0' } } });
const taken = Number(chosen.taken);
if (!(taken >= 0 && taken < 1)) throw new Error('--taken is a share of the machine, from 0 to less than 1');
const load = () => given(loadavg()[0], 'a figure').toFixed(1);
const loadBefore = load();
const { files } = chestPhantom({ slices: SLICES, matrix: 512, pixelSpacingMm: 0.7, sliceThicknessMm: 1 });
const giveBack = taken > 0 ? await takeShare(taken) : () => {};
const instance = await startInstance();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...WEBGL],
});
try {
  const reader = await signedIn(instance);
  const caseId = await analysedCase(instance, reader);
  const path = `/console/cases/${caseId}/images`;
  const asReader: (address: string) => Candidate['prepare'] = (address) => async (context) => {
    await context.addCookies(reader.cookies().map(([name, value]) => ({ name, value, url: address })));
    await context.addInitScript(() => localStorage.setItem('duai-language', 'en'));
  };
  await drawAnyPage();
  let wrongPixels = 0;
  const ohif = await startOhif(files);
  const { header } = await decodeFrame(given(files[0], 'a slice').bytes);
  const [ours = [], least = [], theirs = []] = await measureInTurn(
    browser,
    [
      {
        selector: OURS,
        address: instance.address + path,
        prepare: asReader(instance.address),
        async atTheEnd(page) {
          // Masks are drawn into the image.
          await page.getByRole('slider', { name: 'Image of the series' }).press('m');
          wrongPixels += await wrongPixelsOn(page, await reader.call(studies.getReading, { params: { caseId } }));
        },
      },
      { selector: 'canvas', address: `data:text/html,${encodeURIComponent(LEAST)}`, prepare: async () => {} },
      ...(ohif
        ? [
            {
              selector: THEIRS,
              address: ohif.addressOf(given(header.studyInstanceUid, 'a study')),
              prepare: withoutTour,
            },
          ]
        : []),
    ],
    ROUNDS,
    taken,
  ).finally(() => ohif?.close());
  const stack = await startLongStack(instance.address, caseId, LONG_STACK);
  const memoryMb = await memoryWhileScrolling(stack.address + path, asReader(stack.address)).finally(stack.close);

  const number = (value: number) => value.toFixed(Number.isInteger(value) || value >= 10 ? 0 : 2);
  const told = (values: readonly number[], unit = '', written = number) => {
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const range = least === most ? '' : ` (${written(least)} to ${written(most)})`;
    return values.length === 0 ? '–' : `${written(medianOf(values))} ${unit}`.trim() + range;
  };
  /** As many digits as a median beside an aim of 0.25 needs. */
  const ratio = (value: number) => value.toFixed(3);
  const row = (what: string, unit: string, of: (one: Round) => number, aim: string) => {
    const ratios = theirs.map((one, round) => of(given(ours[round], 'our round')) / of(one));
    return [
      what,
      told(ours.map(of), unit),
      told(theirs.map(of), unit),
      told(least.map(of), unit),
      told(ratios.filter(Number.isFinite), '', ratio),
      aim,
    ];
  };
  const { made, withinSeconds } = STEPS;
  const rows = [
    row('first image, nothing cached', 's', (one) => one.firstImageSeconds, 'ratio ≤ 0.3'),
    row(`${made} steps of the wheel, each image awaited`, 's', (one) => one.wheel.seconds, 'ratio ≤ 0.25'),
    row('of these, from the event in the page to the image', 's', (one) => one.wheel.inPageSeconds, 'stated'),
    row(`${made} steps of the arrow key, each image awaited`, 's', (one) => one.keys.seconds, 'ratio ≤ 0.25'),
    row('of these, from the event in the page to the image', 's', (one) => one.keys.inPageSeconds, 'stated'),
    row(
      'further steps after which no other image came within 5 s',
      '',
      (one) => one.wheel.withoutImage + one.keys.withoutImage,
      '0',
    ),
    row(`different images drawn of ${made} steps in ${withinSeconds} s`, '', (one) => one.quick.drawn, '≥ 60'),
    row('blank images among them', '', (one) => one.quick.blanks, '0'),
    row('from the last of these steps to the last image', 'ms', (one) => one.quick.latencyMs, 'stated'),
    ['pixels of the last images that differ from the decoded file', String(wrongPixels), '–', '–', '–', '0'],
    [
      `memory of the page at most, ${LONG_STACK} slices scrolled through`,
      `${number(memoryMb)} MB`,
      '–',
      '–',
      '–',
      '≤ 1024 MB',
    ],
  ];
  const beside = ohif ? `OHIF ${OHIF_VERSION} before Orthanc` : 'nothing: the server of OHIF is not there';
  const slower =
    taken > 0
      ? `, of which ${Math.round(taken * 100)} % of each core was taken away by processes that the scheduler runs first, a piece of every 3 ms`
      : '';
  await writeSection(
    taken > 0 ? 'viewer-slower' : 'viewer',
    `## The viewer${taken > 0 ? ' on a slower machine' : ''}\n\n\`npm run bench:viewer${taken > 0 ? ` -- --taken ${taken}` : ''}\` on ${machine()}${slower}, Chromium ${browser.version()} without a graphics card, beside ${beside}: one CT of ${SLICES} slices of 512 × 512, each figure from a page of its own with an empty cache in a browser that has drawn a page before. ${ROUNDS} rounds, each begun when the machine is at rest; in a round ours, OHIF and a page with nothing but 64 × 64 pixels take turns with each figure, and ${FIRST_IMAGES} times with the first image, of which the median counts. Told are the medians, of the ratios too, and the least and the most. Load of the machine: ${loadBefore} at the start, ${load()} at the end. A step ends when its image is there and the browser has answered the driver; on the page of 64 × 64 pixels nearly all of this is the browser's own. Images are told apart by a sample of 48 × 48 pixels of the canvas, looked at with each frame of the browser. The stack of ${LONG_STACK} is one slice under ${LONG_STACK} names.\n\n${table(['what', 'ours', 'OHIF', '64 × 64 pixels', 'ratio of ours to OHIF', 'aim'], rows)}`,
  );
} finally {
  await browser.close();
  await instance.remove();
  giveBack();
}

async function signedIn({ address, logins }: Instance): Promise<HttpClient> {
  const { email, password, totpSecret } = logins.radiologist;
  const reader = createHttpClient(address);
  await reader.call(accounts.loginStaff, { body: { email, password, code: await generate({ secret: totpSecret }) } });
  return reader;
}

/** The study as a patient sends it, when every analysis has ended: nothing else is at work then. */
async function analysedCase({ address, logins }: Instance, reader: HttpClient): Promise<string> {
  const patient = createHttpClient(address);
  const { email, password } = logins.patient;
  patient.useToken((await patient.call(accounts.loginPatient, { body: { email, password } })).token);
  const { id: caseId } = await patient.call(cases.createCase, { body: { modality: 'CT', bodyPart: 'Göğüs' } });
  await patient.call(cases.uploadCaseImages, { params: { caseId }, form: imagesForm(files) });
  const isReady = async () =>
    (await reader.call(cases.getWorklist)).some((row) => row.id === caseId && row.pipeline === 'draft-ready');
  await waitFor(
    async () => (await isReady()) || undefined,
    ANALYSED_WITHIN_MS,
    () => 'the analysis did not end',
  );
  return caseId;
}

/** The processes of a browser start with its first page, whoever's it is. */
async function drawAnyPage(): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto('data:text/html,<p>ready');
  await page.screenshot();
  await context.close();
}

/** OHIF shows a tour at its first visit, which would lie over the image. */
async function withoutTour(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => localStorage.setItem('shownTours', JSON.stringify(['basicViewerTour'])));
}

/** How many pixels of the canvas are another grey than the file has in the window of its image. */
async function wrongPixelsOn(page: Page, reading: studies.Reading): Promise<number> {
  const shown = await page.evaluate((selector) => {
    const canvas = document.querySelector<HTMLCanvasElement>(selector);
    const data = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
    const label = canvas?.getAttribute('aria-label') ?? '';
    return { label, grey: Array.from({ length: (data?.length ?? 0) / 4 }, (_, at) => data?.[at * 4] ?? 0) };
  }, OURS);
  const at = Number(/(\d+)/.exec(shown.label)?.[1]) - 1;
  const image = reading.studies.flatMap(({ series }) => series.flatMap(({ instances }) => instances))[at];
  for (const { bytes } of files) {
    const frame = await decodeFrame(bytes);
    if (frame.header.sopInstanceUid !== image?.sopInstanceUid || !image.window) continue;
    const { center, width } = image.window;
    const grey = windowToGrey(frame, { center, width });
    return grey.reduce((wrong, level, pixel) => wrong + (level === shown.grey[pixel] ? 0 : 1), 0);
  }
  throw new Error(`no file is called "${shown.label}"`);
}

/** The most that the process of the page held while its reader went through all slices, MB. */
async function memoryWhileScrolling(address: string, prepare: Candidate['prepare']): Promise<number> {
  const { context, viewer } = await opened(browser, { selector: OURS, prepare });
  await viewer.open(address);
  const session = await browser.newBrowserCDPSession();
  let most = 0;
  const look = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    for (const { id, type } of processInfo) if (type === 'renderer') most = Math.max(most, await residentMb(id));
  };
  const watch = setInterval(() => void look().catch(() => undefined), 500);
  await viewer.quickSteps(LONG_STACK, LONG_STACK_MS);
  clearInterval(watch);
  await look();
  await context.close();
  return most;
}

/** Resident memory in MB (2^20 bytes). Linux. */
async function residentMb(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '0 0');
  return (Number(text.split(' ')[1]) * 4096) / 2 ** 20;
}
