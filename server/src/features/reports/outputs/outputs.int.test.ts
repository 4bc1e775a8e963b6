import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeRuns, marks, reports, studies } from '@duai/contract';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkReading, WRITTEN } from '../../../../../scripts/check-reading.ts';
import type { HttpClient } from '../../../../../scripts/http-client.ts';
import { waitFor } from '../../../../../scripts/instance.ts';
import { type FhirEntry, fhirProblems } from '../../../testing/fhir.ts';
import { SIGNS, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createReportFactory } from '../report-factory.ts';

let server: TestServer;
let radiologist: HttpClient;
let directory: string;
let reading: studies.Reading;
let files: Record<string, Uint8Array>;
let unsigned: Record<string, Uint8Array>;

type Points = readonly (readonly [number, number])[];
/** One mark of every kind, in columns and rows of the image. */
const DRAWN: readonly (readonly [marks.Measure, Points, string?])[] = [
  [
    'length',
    [
      [2, 3],
      [14, 19],
    ],
  ],
  [
    'bidirectional',
    [
      [10, 4],
      [10, 8],
      [4, 6],
      [20, 6],
    ],
  ],
  [
    'angle',
    [
      [20, 10],
      [10, 10],
      [20, 20],
    ],
  ],
  [
    'cobb',
    [
      [0, 10],
      [10, 20],
      [0, 30],
      [10, 20],
    ],
  ],
  [
    'ellipse',
    [
      [8, 6],
      [16, 22],
    ],
  ],
  [
    'rectangle',
    [
      [4, 20],
      [12, 28],
    ],
  ],
  [
    'freehand',
    [
      [2, 2],
      [12, 2],
      [12, 12],
      [7, 6],
      [2, 12],
    ],
  ],
  [
    'arrow',
    [
      [5, 6],
      [9, 12],
    ],
    'Nodül',
  ],
  ['probe', [[16.5, 15.5]]],
];

/** As it comes out of a table of a word processor. */
const PASTED = 'Nodül.\tSağ üst lob.\u000bKontrol \u0001önerilir.';

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'outputs-'));
  server = await startTestServer();
  radiologist = await server.staff('radiologist');
  const factory = createReportFactory(server, radiologist);
  const begun = await factory.drafted(await server.patient());
  const { caseId } = begun;
  const params = { caseId };
  const { instances } = begun.reading.studies[0]!.series[0]!;
  const keyImages = [
    { imageId: instances[3]!.id, frame: 0, window: null, suvFactor: null, region: null, caption: 'Üst\tlob' },
  ];
  const content = { ...begun.draft.content, ...WRITTEN, technique: PASTED, impression: PASTED, keyImages };
  const saved = await radiologist.call(reports.saveReport, {
    params,
    body: { version: begun.draft.version, language: 'tr', content },
  });
  for (const [measure, points, text = ''] of DRAWN)
    await radiologist.call(marks.addMeasurement, {
      params,
      body: { imageId: instances[3]!.id, frame: 0, measure, points: points.map(([x, y]) => ({ x, y })), text },
    });
  const drawn = await radiologist.send(marks.exportMeasurements, { params });
  unsigned = unzipSync(new Uint8Array(await drawn.arrayBuffer()));
  await checkReading(radiologist, caseId);
  await radiologist.call(reports.signReport, { params, body: { ...SIGNS, version: saved.version } });
  reading = await radiologist.call(studies.getReading, { params });
  files = unzipSync(await archiveOf(caseId));
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(directory, name), bytes);
  for (const [name, bytes] of Object.entries(unsigned)) await writeFile(join(directory, `unsigned-${name}`), bytes);
  await writeFile(join(directory, 'image'), await server.parts.storage.open(instances[3]!.sha256));
}, 180_000);
afterAll(async () => {
  await server.end();
  await rm(directory, { recursive: true, force: true });
});

/** Waits for the archive: the PDF is made after the signature. */
const archiveOf = (caseId: string) =>
  waitFor(
    async () => {
      const answer = await radiologist.send(reports.getReportObjects, { params: { caseId } });
      return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : undefined;
    },
    60_000,
    () => 'no objects',
  );

/** DICOM JSON model (PS3.18 annex F), as DCMTK writes it. */
interface Attribute {
  Value?: unknown[];
  InlineBinary?: string;
}
type Json = Record<string, Attribute>;

function run(program: string, name: string) {
  const { status, stdout, stderr, error } = spawnSync(program, [join(directory, name)], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) throw new Error(`${program} is not installed`);
  return { status, stdout, stderr };
}
/** Read by DCMTK, a second program that knows nothing of the one that wrote it. */
const readBack = (name: string): Json => JSON.parse(run('dcm2json', name).stdout) as Json;
const items = (of: Json, tag: string): Json[] => (of[tag]?.Value ?? []) as Json[];
const first = (of: Json, tag: string): unknown => of[tag]?.Value?.[0];
const codeOf = (of: Json, tag: string): [unknown, unknown] => {
  const [code] = items(of, tag);
  return [first(code!, '00080102'), first(code!, '00080100') ?? first(code!, '00080119')];
};
/** Content items at any depth whose concept has this name. */
const contentOf = (of: Json): Json[] => items(of, '0040A730').flatMap((item) => [item, ...contentOf(item)]);
const named = (of: Json, value: string): Json[] =>
  items(of, '0040A730').filter((item) => item['0040A043'] && codeOf(item, '0040A043')[1] === value);
const startingWith = (start: string): string[] => Object.keys(files).filter((name) => name.startsWith(start));

describe('what a signature gives out', () => {
  it('[RED-016] is a report by TID 2000, measurements by TID 1500, a segmentation, a PDF and key objects, which dciodvfy and dsrdump accept', () => {
    const kinds = Object.keys(files).map((name) => name.replace(/-[0-9a-f]{8}-.*/, '').replace(/\.dcm$/, ''));
    expect(new Set(kinds)).toEqual(
      new Set([
        'report.pdf',
        'fhir-bundle.json',
        'report',
        'report-pdf',
        'measurements',
        'reader-measurements',
        'key-images',
        'segmentation',
      ]),
    );
    for (const name of Object.keys(files).filter((each) => each.endsWith('.dcm'))) {
      const { stdout, stderr } = run('dciodvfy', name);
      expect(`${stdout}${stderr}`.match(/^Error.*/gm) ?? [], name).toEqual([]);
      const modality = first(readBack(name), '00080060');
      if (modality !== 'SR' && modality !== 'KO') continue;
      const dumped = run('dsrdump', name);
      expect([dumped.status, dumped.stderr.match(/^[EF]: .*/gm) ?? []], name).toEqual([0, []]);
    }
    const bundle = JSON.parse(Buffer.from(files['fhir-bundle.json']!).toString()) as { entry: FhirEntry[] };
    expect(fhirProblems(bundle)).toEqual([]);
    expect(bundle.entry.map(({ resource }) => resource.resourceType)).toContain('Observation');
  });

  it('[RED-016] says measurements that a second program reads back equal: value, unit, standard code, site, algorithm, tracking', () => {
    const [name] = startingWith('measurements');
    const report = readBack(name!);
    expect([codeOf(report, '0040A043'), first(report, '0040A493'), first(report, '00080201')]).toEqual([
      ['DCM', '126000'],
      'VERIFIED',
      '+0300',
    ]);
    expect(first(items(report, '0040A504')[0]!, '0040DB00')).toBe('1500');
    const groups = named(named(report, '126010')[0]!, '125007');
    const told = groups.map((group) => {
      const number = items(group, '0040A730').find((item) => first(item, '0040A040') === 'NUM')!;
      const [measured] = items(number, '0040A300');
      const text = (code: string) => first(named(group, code)[0]!, '0040A160');
      return {
        tracking: text('112039'),
        algorithm: [text('111001'), text('111003'), text('122405')],
        value: (first(measured!, '0040A161') as number | undefined) ?? Number(first(measured!, '0040A30A')),
        unit: codeOf(measured!, '004008EA'),
      };
    });
    const wanted = reading.analyses.flatMap((run) =>
      run.measurements.map((measured) => ({
        tracking: `${measured.name.en} (${run.algorithmId} ${measured.code})`,
        algorithm: [run.algorithmId, run.algorithmVersion, 'DUAI'],
        value: measured.value,
        unit: ['UCUM', measured.unit],
      })),
    );
    expect(wanted.length).toBeGreaterThan(5);
    const inOrder = (list: typeof wanted) =>
      list.toSorted((a, b) => String(a.tracking).localeCompare(String(b.tracking)));
    expect(inOrder(told as unknown as typeof wanted)).toEqual(inOrder(wanted));
    const right = groups.find((group) => String(first(named(group, '112039')[0]!, '0040A160')).includes('_RIGHT'))!;
    expect(codeOf(named(right, '363698007')[0]!, '0040A168')).toEqual(['SCT', '3341006']);
    expect(named(right, '118565006')).toHaveLength(1);
    const uids = groups.map((group) => first(named(group, '112040')[0]!, '0040A124'));
    expect(new Set(uids).size).toBe(groups.length);
  });

  /** The values of the measured image, read by DCMTK. */
  function imageRead() {
    const image = readBack('image');
    const number = (tag: string) => Number(first(image, tag));
    const [rows, columns, slope, intercept] = ['00280010', '00280011', '00281053', '00281052'].map(number);
    const pixels = Buffer.from(image['7FE00010']!.InlineBinary!, 'base64');
    const [rowMm, columnMm] = image['00280030']!.Value!.map(Number);
    const valueAt = (column: number, row: number) =>
      pixels.readInt16LE((row * columns! + column) * 2) * slope! + intercept!;
    return { rows: rows!, columns: columns!, rowMm: rowMm!, columnMm: columnMm!, valueAt };
  }
  /** Each group by its tracking identifier: its numbers, its shapes, its text. */
  function marksIn(report: Json) {
    return named(named(report, '126010')[0]!, '125007').map((group) => {
      const inGroup = contentOf(group);
      const numbers = inGroup
        .filter((item) => first(item, '0040A040') === 'NUM')
        .map((item) => {
          const [measured] = items(item, '0040A300');
          const [derived] = named(item, '121401');
          return {
            concept: codeOf(item, '0040A043').join(' '),
            derivation: derived ? codeOf(derived, '0040A168')[1] : null,
            value: (first(measured!, '0040A161') as number | undefined) ?? Number(first(measured!, '0040A30A')),
            unit: codeOf(measured!, '004008EA').join(' '),
          };
        });
      const shapes = inGroup
        .filter((item) => first(item, '0040A040') === 'SCOORD')
        .map((item) => [first(item, '00700023'), ...(item['00700022']!.Value as number[])]);
      const images = inGroup.flatMap((item) => items(item, '00081199').map((image) => first(image, '00081155')));
      const text = named(group, '121106').map((item) => first(item, '0040A160'));
      return {
        tracking: first(named(group, '112039')[0]!, '0040A160'),
        uid: first(named(group, '112040')[0]!, '0040A124'),
        method: inGroup.flatMap((item) => named(item, '370129005').map((each) => codeOf(each, '0040A168')[1])),
        numbers,
        shapes,
        images,
        text,
      };
    });
  }

  it("[RED-016] says the signer's measurements by TID 1500: a second program reads back the figures that DCMTK's pixels give, in UCUM, with coordinates, image and kind of spacing", () => {
    const report = readBack(startingWith('reader-measurements')[0]!);
    expect([codeOf(report, '0040A043')[1], first(report, '0040A493')]).toEqual(['126000', 'VERIFIED']);
    const { rows, columns, rowMm, columnMm, valueAt } = imageRead();
    const found = new Map(marksIn(report).map((group) => [group.tracking, group]));
    expect([...found.keys()]).toEqual(DRAWN.map(([measure]) => `${measure} 1`));
    const figures = (name: string) => found.get(name)!.numbers;
    const sizes = [columnMm, rowMm] as const;
    const mm = ([x, y]: readonly [number, number]) => Math.hypot(x * sizes[0], y * sizes[1]);
    const one = (concept: string, value: number, unit: string) => ({
      concept,
      derivation: null,
      value: expect.closeTo(value, 9) as number,
      unit,
    });
    expect(figures('length 1')).toEqual([one('SCT 410668003', mm([12, 16]), 'UCUM mm')]);
    expect(figures('bidirectional 1')).toEqual([
      one('SCT 103339001', mm([16, 0]), 'UCUM mm'),
      one('SCT 103340004', mm([0, 4]), 'UCUM mm'),
    ]);
    expect(figures('angle 1')).toEqual([one('SCT 1483009', 45, 'UCUM deg')]);
    expect(figures('cobb 1')).toEqual([one('SCT 285285000', 90, 'UCUM deg')]);
    expect(figures('probe 1')).toEqual([one('DCM 112031', valueAt(16, 15), "UCUM [hnsf'U]")]);
    expect([figures('arrow 1'), found.get('arrow 1')!.text]).toEqual([[], ['Nodül']]);
    const region = (isIn: (x: number, y: number) => boolean, area: number) => {
      const inside: number[] = [];
      for (let row = 0; row < rows; row += 1)
        for (let column = 0; column < columns; column += 1)
          if (isIn(column + 0.5, row + 0.5)) inside.push(valueAt(column, row));
      const mean = inside.reduce((sum, value) => sum + value, 0) / inside.length;
      const deviation = Math.sqrt(inside.reduce((sum, value) => sum + (value - mean) ** 2, 0) / inside.length);
      const value = (derivation: string, figure: number) => ({
        ...one('DCM 112031', figure, "UCUM [hnsf'U]"),
        derivation,
      });
      return [
        value('373098007', mean),
        value('386136009', deviation),
        value('255605001', Math.min(...inside)),
        value('56851009', Math.max(...inside)),
        one('SCT 42798000', area * rowMm * columnMm, 'UCUM mm2'),
      ];
    };
    expect(figures('rectangle 1')).toEqual(region((x, y) => x > 4 && x < 12 && y > 20 && y < 28, 64));
    expect(figures('ellipse 1')).toEqual(
      region((x, y) => ((x - 12) / 4) ** 2 + ((y - 14) / 8) ** 2 <= 1, (Math.PI / 4) * 8 * 16),
    );
    // A square with side 10 minus a notch in its lower side, whose edges run from (2, 12) and (12, 12) to (7, 6).
    const notch = (x: number, y: number) => y > 6 && Math.abs(x - 7) < ((y - 6) * 5) / 6;
    expect(figures('freehand 1')).toEqual(
      region((x, y) => x > 2 && x < 12 && y > 2 && y < 12 && !notch(x, y), 100 - 30),
    );
    expect(found.get('ellipse 1')!.shapes).toEqual([['ELLIPSE', 12, 6, 12, 22, 8, 14, 16, 14]]);
    expect(found.get('rectangle 1')!.shapes).toEqual([['POLYLINE', 4, 20, 12, 20, 12, 28, 4, 28, 4, 20]]);
    expect(found.get('cobb 1')!.shapes).toEqual([
      ['POLYLINE', 0, 10, 10, 20],
      ['POLYLINE', 0, 30, 10, 20],
    ]);
    expect(found.get('bidirectional 1')!.shapes).toEqual([
      ['POLYLINE', 4, 6, 20, 6],
      ['POLYLINE', 10, 4, 10, 8],
    ]);
    expect([found.get('probe 1')!.shapes, found.get('arrow 1')!.shapes]).toEqual([
      [['POINT', 16.5, 15.5]],
      [['POINT', 5, 6]],
    ]);
    const image = reading.studies[0]!.series[0]!.instances[3]!.sopInstanceUid;
    for (const { images } of found.values()) expect(new Set(images)).toEqual(new Set([image]));
    expect(found.get('length 1')!.method).toEqual(['SPACING_PATIENT']);
  });

  it('gives a reader the same measurements before the signature, followed by the same UIDs and verified by nobody; who measured nothing has none', async () => {
    const [name] = Object.keys(unsigned);
    const before = `unsigned-${name}`;
    expect(run('dciodvfy', before).stderr.match(/^Error.*/gm) ?? []).toEqual([]);
    const [draft, signed] = [readBack(before), readBack(name!)];
    expect([first(draft, '0040A493'), first(signed, '0040A493')]).toEqual(['UNVERIFIED', 'VERIFIED']);
    expect(marksIn(draft)).toEqual(marksIn(signed));
    expect(first(draft, '00080018')).not.toBe(first(signed, '00080018'));
    const colleague = await server.staff('radiologist');
    const params = { caseId: reading.case.id };
    expect((await colleague.send(marks.exportMeasurements, { params })).status).toBe(404);
  });

  it('says the words of the report, verified by its signer, and the key image', () => {
    const report = readBack('report.dcm');
    expect(codeOf(report, '0040A043')).toEqual(['LN', '24627-2']);
    const [verifier] = items(report, '0040A073');
    expect(first(verifier!, '0040A075')).toEqual({ Alphabetic: reading.report!.signedBy });
    const words = (heading: string) => first(contentOf(named(report, heading)[0]!)[0]!, '0040A160');
    const written = 'Nodül. Sağ üst lob.\nKontrol önerilir.';
    expect([words('59776-5'), words('55111-9'), words('19005-8')]).toEqual([
      reading.report!.content.findings,
      written,
      written,
    ]);
    expect(reading.report!.content.impression).toBe(PASTED);
    const { entry } = JSON.parse(Buffer.from(files['fhir-bundle.json']!).toString()) as { entry: FhirEntry[] };
    expect(entry.find(({ resource }) => 'conclusion' in resource)?.resource).toMatchObject({ conclusion: written });
    const chosen = reading.studies[0]!.series[0]!.instances[3]!.sopInstanceUid;
    for (const of of [named(report, '55113-5')[0]!, readBack(startingWith('key-images')[0]!)]) {
      const images = contentOf(of).flatMap((item) => items(item, '00081199').map((image) => first(image, '00081155')));
      expect(images).toEqual([chosen]);
    }
    expect(Buffer.from(readBack('report-pdf.dcm')['00420011']!.InlineBinary!, 'base64').subarray(0, 5).toString()).toBe(
      '%PDF-',
    );
  });

  it('[RED-016] says masks that a second program reads back pixel by pixel', () => {
    const masks = reading.analyses.flatMap(({ result, seriesId }) =>
      result?.outcome === 'evaluated' ? result.overlays.map((overlay) => ({ ...overlay, seriesId })) : [],
    );
    const wanted = masks
      .flatMap(({ code, slices, columns, rows }) =>
        slices.map(({ sopInstanceUid, runs }) => [
          code,
          sopInstanceUid,
          Buffer.from(decodeRuns(runs, columns * rows)).toString('hex'),
        ]),
      )
      .toSorted();
    const found = startingWith('segmentation').flatMap((name) => {
      const segmentation = readBack(name);
      const bits = Buffer.from(segmentation['7FE00010']!.InlineBinary!, 'base64');
      const pixels = Number(first(segmentation, '00280010')) * Number(first(segmentation, '00280011'));
      const labels = items(segmentation, '00620002').map((segment) => first(segment, '00620005'));
      return items(segmentation, '52009230').map((frame, at) => {
        const mask = Buffer.alloc(pixels);
        for (let pixel = 0; pixel < pixels; pixel += 1) {
          const bit = at * pixels + pixel;
          mask[pixel] = (bits[bit >> 3]! >> (bit & 7)) & 1;
        }
        const segment = Number(first(items(frame, '0062000A')[0]!, '0062000B'));
        const image = first(items(items(frame, '00089124')[0]!, '00082112')[0]!, '00081155');
        return [labels[segment - 1], image, mask.toString('hex')];
      });
    });
    expect(wanted.length).toBeGreaterThan(5);
    expect(found.toSorted()).toEqual(wanted);
  });

  it('is the same, UID for UID, whenever it is asked for, and not there before the signature', async () => {
    const again = unzipSync(await archiveOf(reading.case.id));
    for (const [name, bytes] of Object.entries(files)) expect(Buffer.compare(bytes, again[name]!), name).toBe(0);
    const open = await createReportFactory(server, radiologist).drafted(await server.patient());
    const answer = await radiologist.send(reports.getReportObjects, { params: { caseId: open.caseId } });
    expect(answer.status).toBe(409);
  });
});
