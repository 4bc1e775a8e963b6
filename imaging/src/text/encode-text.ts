import { textDecoderFor } from './charset.ts';

/** Character sets that hold ASCII alone; UTF-8 may stand in for them, because ASCII is the same in it (PS3.3 C.12.1.1.2). */
const ASCII_ALONE = new Set(['', 'ISO_IR 6', 'ISO 2022 IR 6']);
const UTF_8 = 'ISO_IR 192';
/** Sets in which a byte of the upper half is one letter. */
const SINGLE_BYTE = /^ISO(_IR| 2022 IR) (100|101|109|110|144|127|126|138|148|203)$/;
/** Letters that no mark can be taken from. */
const PLAIN: Readonly<Record<string, string>> = {
  ı: 'i',
  ł: 'l',
  Ł: 'L',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
};

/** How a text is written into a data set of this Specific Character Set. */
interface WrittenText {
  bytes: Uint8Array;
  /** The character set that the data set has to name then; undefined: the one that it names. */
  characterSet: string | undefined;
}

/**
 * Writes text so that a data set with other texts in `specificCharacterSet` still reads. What the set has no letter for
 * loses its mark (`ğ` becomes `g`); a letter that has no plain form becomes `?`.
 */
export function encodeText(text: string, specificCharacterSet: string): WrittenText {
  const [first = ''] = specificCharacterSet.split('\\').map((name) => name.trim());
  const isAscii = /^[\x20-\x7e]*$/.test(text);
  if (isAscii || first === UTF_8) return { bytes: new TextEncoder().encode(text), characterSet: undefined };
  if (specificCharacterSet.split('\\').every((name) => ASCII_ALONE.has(name.trim())))
    return { bytes: new TextEncoder().encode(text), characterSet: UTF_8 };
  const table = SINGLE_BYTE.test(first) ? upperHalfOf(first) : new Map<string, number>();
  const bytes = [...text.normalize('NFC')].flatMap((letter) => {
    const known = /^[\x20-\x7e]$/.test(letter) ? letter.charCodeAt(0) : table.get(letter);
    if (known !== undefined) return [known];
    const plain = PLAIN[letter] ?? letter.normalize('NFD').replace(/\p{M}/gu, '');
    return [...(/^[\x20-\x7e]+$/.test(plain) ? plain : '?')].map((one) => one.charCodeAt(0));
  });
  return { bytes: Uint8Array.from(bytes), characterSet: undefined };
}

function upperHalfOf(set: string): Map<string, number> {
  const decode = textDecoderFor(set) ?? textDecoderFor(undefined);
  const letters = new Map<string, number>();
  for (let byte = 0xa0; byte <= 0xff; byte += 1) letters.set(decode(Uint8Array.of(byte)), byte);
  return letters;
}
