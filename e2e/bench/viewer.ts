import { readFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
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
import { type QuickSteps, type Steps, viewerOn } from './on-page.ts';

/**
 * npm run bench:viewer: one study of 300 slices in headless Chromium, whose WebGL runs in software, in the reading room and
 * in OHIF before Orthanc, one after the other; then a stack of 4,000 slices in the reading room. Needs a built site.
 */
const SLICES = 300;
const STEPS = 100;
/** Odd: the median is told. */
const VISITS = 5;
const QUICK_MS = 2500;
const LONG_STACK = 4000;
const LONG_STACK_MS = 60_000;
const ANALYSED_WITHIN_MS = 15 * 60_000;
/** What is fetched ahead has come when nothing more came for so long. */
const AT_REST_MS = 2000;
/** The machine is at rest when for so long no more than this share of its processors was at work. */
const QUIET_SECONDS = 3;
const QUIET_SHARE = 0.15;
const LONGEST_UNREST_SECONDS = 300;
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

interface Measured extends QuickSteps {
  firstImageSeconds: number;
  wheel: Steps;
  keys: Steps;
}
type Prepare = (context: BrowserContext) => Promise<void>;

const load = () => given(loadavg()[0], 'a figure').toFixed(1);
const loadBefore = load();
const { files } = chestPhantom({ slices: SLICES, matrix: 512, pixelSpacingMm: 0.7, sliceThicknessMm: 1 });
const instance = await startInstance();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...WEBGL],
});
try {
  const reader = await signedIn(instance);
  const caseId = await analysedCase(instance, reader);
  const path = `/console/cases/${caseId}/images`;
  const asReader: (address: string) => Prepare = (address) => async (context) => {
    await context.addCookies(reader.cookies().map(([name, value]) => ({ name, value, url: address })));
    await context.addInitScript(() => localStorage.setItem('duai-language', 'en'));
  };
  await drawAnyPage();
  let wrongPixels = Number.NaN;
  const ours = await measure(OURS, instance.address + path, asReader(instance.address), async (page) => {
    // Masks are drawn into the image.
    await page.getByRole('slider', { name: 'Image of the series' }).press('m');
    wrongPixels = await wrongPixelsOn(page, await reader.call(studies.getReading, { params: { caseId } }));
  });
  const ohif = await startOhif(files);
  const { header } = await decodeFrame(given(files[0], 'a slice').bytes);
  const theirs =
    ohif &&
    (await measure(THEIRS, ohif.addressOf(given(header.studyInstanceUid, 'a study')), withoutTour).finally(ohif.close));
  const least = await leastOf();
  const stack = await startLongStack(instance.address, caseId, LONG_STACK);
  const memoryMb = await memoryWhileScrolling(stack.address + path, asReader(stack.address)).finally(stack.close);

  const number = (value: number | undefined) => (value === undefined ? '–' : value.toFixed(value < 10 ? 2 : 0));
  const row = (what: string, unit: string, of: (one: Measured) => number, aim: string) => [
    what,
    `${number(of(ours))} ${unit}`.trim(),
    theirs ? `${number(of(theirs))} ${unit}`.trim() : '–',
    theirs && of(theirs) > 0 ? number(of(ours) / of(theirs)) : '–',
    aim,
  ];
  const rows = [
    row(`first image, nothing cached (median of ${VISITS})`, 's', (one) => one.firstImageSeconds, 'ratio ≤ 0.3'),
    row(`${STEPS} steps of the wheel, each image awaited`, 's', (one) => one.wheel.seconds, 'ratio ≤ 0.25'),
    ['the same on a page with nothing but 64 × 64 pixels', `${number(least.wheel)} s`, '–', '–', 'stated'],
    row(`${STEPS} steps of the arrow key, each image awaited`, 's', (one) => one.keys.seconds, 'ratio ≤ 0.25'),
    ['the same on a page with nothing but 64 × 64 pixels', `${number(least.keys)} s`, '–', '–', 'stated'],
    row(
      'further steps after which no other image came within 5 s',
      '',
      (one) => one.wheel.withoutImage + one.keys.withoutImage,
      '0',
    ),
    row(`different images drawn of ${STEPS} steps in ${QUICK_MS / 1000} s`, '', (one) => one.drawn, '≥ 60'),
    row('blank images among them', '', (one) => one.blanks, '0'),
    row('from the last of these steps to the last image', 'ms', (one) => one.latencyMs, 'stated'),
    ['pixels of the last image that differ from the decoded file', String(wrongPixels), '–', '–', '0'],
    [
      `memory of the page at most, ${LONG_STACK} slices scrolled through`,
      `${number(memoryMb)} MB`,
      '–',
      '–',
      '≤ 1024 MB',
    ],
  ];
  const beside = theirs ? `OHIF ${OHIF_VERSION} before Orthanc` : 'nothing: the server of OHIF is not there';
  await writeSection(
    'viewer',
    `## The viewer\n\n\`npm run bench:viewer\` on ${machine()}, Chromium ${browser.version()} without a graphics card, beside ${beside}: one CT of ${SLICES} slices of 512 × 512, begun when the machine is at rest, each figure from a page of its own with an empty cache in a browser that has drawn a page before, one run. Load of the machine: ${loadBefore} at the start, ${load()} at the end. Images are told apart by a sample of 48 × 48 pixels of the canvas, looked at with each frame of the browser. The stack of ${LONG_STACK} is one slice under ${LONG_STACK} names.\n\n${table(['what', 'ours', 'OHIF', 'ratio', 'aim'], rows)}`,
  );
} finally {
  await browser.close();
  await instance.remove();
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

async function opened(prepare: Prepare, selector: string) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  await prepare(context);
  const page = await context.newPage();
  return { context, page, viewer: await viewerOn(page, selector) };
}

/** Each figure in a browser context of its own, with nothing in its cache. */
async function measure(
  selector: string,
  address: string,
  prepare: Prepare,
  atTheEnd: (page: Page) => Promise<void> = async () => {},
): Promise<Measured> {
  await machineAtRest();
  console.log(`${new Date().toISOString()} ${new URL(address).pathname}`);
  const seconds: number[] = [];
  for (let visit = 1; visit < VISITS; visit += 1) {
    const { context, viewer } = await opened(prepare, selector);
    seconds.push(await viewer.open(address));
    await context.close();
  }
  const first = await opened(prepare, selector);
  seconds.push(await first.viewer.open(address));
  await atRest(first.page);
  const wheel = await first.viewer.stepByStep(STEPS, 'wheel');
  await first.context.close();
  const byKeys = await opened(prepare, selector);
  await byKeys.viewer.open(address);
  await atRest(byKeys.page);
  const keys = await byKeys.viewer.stepByStep(STEPS, 'key');
  await byKeys.context.close();
  const second = await opened(prepare, selector);
  await second.viewer.open(address);
  await atRest(second.page);
  const quick = await second.viewer.quickSteps(STEPS, QUICK_MS);
  await atTheEnd(second.page);
  await second.context.close();
  const firstImageSeconds = given(seconds.toSorted((one, other) => one - other)[(VISITS - 1) / 2], 'the median');
  return { firstImageSeconds, wheel, keys, ...quick };
}

/** What the loops themselves take, s: the browser answers a turn of the wheel two frames later, whatever a page draws. */
async function leastOf(): Promise<{ wheel: number; keys: number }> {
  const { context, page, viewer } = await opened(async () => {}, 'canvas');
  await viewer.open(`data:text/html,${encodeURIComponent(LEAST)}`);
  await atRest(page);
  const [wheel, keys] = [await viewer.stepByStep(STEPS, 'wheel'), await viewer.stepByStep(STEPS, 'key')];
  await context.close();
  return { wheel: wheel.seconds, keys: keys.seconds };
}

/** What an upload leaves to do (storing, tidying of the database) is over: for the first image of both viewers alike. */
async function machineAtRest(): Promise<void> {
  let quietSeconds = 0;
  for (let second = 0; quietSeconds < QUIET_SECONDS; second += 1) {
    if (second > LONGEST_UNREST_SECONDS) throw new Error('the machine is busy with other things');
    const before = workOf();
    await pause(1000);
    quietSeconds = workOf() - before < QUIET_SHARE * 1000 * cpus().length ? quietSeconds + 1 : 0;
  }
}

/** Ms in which processors were not idle, all together. */
function workOf(): number {
  return cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0);
}

/** The processes of a browser start with its first page, whoever's it is. */
async function drawAnyPage(): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto('data:text/html,<p>ready');
  await page.screenshot();
  await context.close();
}

/** Nothing more comes from the server. */
async function atRest(page: Page): Promise<void> {
  let lastAt = performance.now();
  page.on('response', () => {
    lastAt = performance.now();
  });
  await waitFor(
    async () => performance.now() - lastAt > AT_REST_MS || undefined,
    120_000,
    () => 'the page does not come to rest',
  );
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
async function memoryWhileScrolling(address: string, prepare: Prepare): Promise<number> {
  const { context, viewer } = await opened(prepare, OURS);
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
