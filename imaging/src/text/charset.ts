/** Decodes the bytes of one text value to a string. */
export type DecodeText = (bytes: Uint8Array) => string;

/** Maps Specific Character Set (PS3.3 C.12.1.1.2) to labels of the Encoding standard. */
const LABELS: Readonly<Record<string, string>> = {
  'ISO_IR 6': 'windows-1252',
  'ISO_IR 100': 'iso-8859-1',
  'ISO_IR 101': 'iso-8859-2',
  'ISO_IR 109': 'iso-8859-3',
  'ISO_IR 110': 'iso-8859-4',
  'ISO_IR 144': 'iso-8859-5',
  'ISO_IR 127': 'iso-8859-6',
  'ISO_IR 126': 'iso-8859-7',
  'ISO_IR 138': 'iso-8859-8',
  'ISO_IR 148': 'iso-8859-9',
  'ISO_IR 203': 'iso-8859-15',
  'ISO_IR 166': 'windows-874',
  'ISO_IR 13': 'shift_jis',
  'ISO_IR 192': 'utf-8',
  GB18030: 'gb18030',
  GBK: 'gbk',
  'ISO_IR 87': 'iso-2022-jp',
  'ISO_IR 159': 'iso-2022-jp',
  'ISO_IR 149': 'euc-kr',
  'ISO_IR 58': 'gbk',
};

/** Maps escape sequences (ISO/IEC 2022, PS3.3 tables C.12-3 and C.12-4), without ESC, to the character set they switch to. */
const ESCAPES: Readonly<Record<string, string>> = {
  '(B': 'ISO_IR 6',
  '-A': 'ISO_IR 100',
  '-B': 'ISO_IR 101',
  '-C': 'ISO_IR 109',
  '-D': 'ISO_IR 110',
  '-L': 'ISO_IR 144',
  '-G': 'ISO_IR 127',
  '-F': 'ISO_IR 126',
  '-H': 'ISO_IR 138',
  '-M': 'ISO_IR 148',
  '-b': 'ISO_IR 203',
  '-T': 'ISO_IR 166',
  ')I': 'ISO_IR 13',
  '(J': 'ISO_IR 13',
  $B: 'ISO_IR 87',
  '$(D': 'ISO_IR 159',
  '$)C': 'ISO_IR 149',
  '$)A': 'ISO_IR 58',
};

const ESC = 0x1b;
const REPLACEMENT = '\uFFFD';

/** `ISO 2022 IR n` is the same set as `ISO_IR n` and allows switching. */
const normalise = (name: string) => name.trim().replace(/^ISO 2022 IR (\d+)$/, 'ISO_IR $1');

/**
 * The decoder for a Specific Character Set; undefined if it contains a name that is not in the standard. The caller then
 * warns and reads Latin-1, because texts only describe the image and no decision depends on them.
 */
export function textDecoderFor(specificCharacterSet: undefined): DecodeText;
export function textDecoderFor(specificCharacterSet: string | undefined): DecodeText | undefined;
export function textDecoderFor(specificCharacterSet: string | undefined): DecodeText | undefined {
  const names = (specificCharacterSet ?? '').split('\\').map(normalise);
  if (names.some((name) => name !== '' && LABELS[name] === undefined)) return undefined;
  const first = decoderOf(names[0] || 'ISO_IR 6');
  return names.length === 1
    ? (bytes) => first.decode(bytes)
    : (bytes) => (bytes.includes(ESC) ? decodeSwitching(bytes, first) : first.decode(bytes));
}

/** Cached, because making a TextDecoder costs as much as parsing a small header; the table has few. */
const decoders = new Map<string, InstanceType<typeof TextDecoder>>();

function decoderOf(set: string): InstanceType<typeof TextDecoder> {
  const label = LABELS[set];
  if (label === undefined) throw new RangeError(`no character set ${set}`);
  const decoder = decoders.get(label) ?? new TextDecoder(label);
  decoders.set(label, decoder);
  return decoder;
}

/** Decodes text with code extensions: each run after an escape sequence is in the character set that it names. */
function decodeSwitching(bytes: Uint8Array, first: InstanceType<typeof TextDecoder>): string {
  let text = '';
  let at = 0;
  let decode: DecodeText = (run) => first.decode(run);
  while (at < bytes.length) {
    const escapeAt = bytes.indexOf(ESC, at);
    const end = escapeAt < 0 ? bytes.length : escapeAt;
    text += decode(bytes.subarray(at, end));
    if (escapeAt < 0) break;
    const follows = String.fromCharCode(...bytes.subarray(escapeAt + 1, escapeAt + 4));
    const sequence = Object.entries(ESCAPES).find(([candidate]) => follows.startsWith(candidate));
    if (sequence) decode = runDecoder(sequence[1]);
    else text += REPLACEMENT;
    at = escapeAt + 1 + (sequence?.[0].length ?? 0);
  }
  return text;
}

/** Decoders start anew at each run, so Japanese sets of two 7-bit bytes are moved to the upper half, as in EUC. */
function runDecoder(set: string): DecodeText {
  if (set === 'ISO_IR 87') return (run) => new TextDecoder('euc-jp').decode(run.map((byte) => byte | 0x80));
  if (set === 'ISO_IR 159') return (run) => new TextDecoder('euc-jp').decode(supplementary(run));
  const decoder = decoderOf(set);
  return (run) => decoder.decode(run);
}

/** JIS X 0212 in EUC-JP: 8F precedes each pair. */
function supplementary(run: Uint8Array): Uint8Array {
  const out = new Uint8Array(Math.ceil(run.length / 2) * 3);
  for (let pair = 0; pair * 2 < run.length; pair += 1) {
    out.set([0x8f, run[pair * 2]! | 0x80, (run[pair * 2 + 1] ?? 0x20) | 0x80], pair * 3);
  }
  return out;
}
