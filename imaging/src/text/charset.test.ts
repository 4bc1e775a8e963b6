import { describe, expect, it } from 'vitest';
import { textDecoderFor } from './charset.ts';

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe('text of a Specific Character Set', () => {
  it('reads the Japanese and Korean examples of PS3.5 annexes H and I', () => {
    const japanese = textDecoderFor('\\ISO 2022 IR 87')!;
    const name = 'Yamada^Tarou=\x1b$B;3ED\x1b(B^\x1b$BB@O:\x1b(B=\x1b$B$d$^$@\x1b(B^\x1b$B$?$m$&\x1b(B';
    expect(japanese(bytes(name))).toBe('Yamada^Tarou=山田^太郎=やまだ^たろう');
    const korean = textDecoderFor('\\ISO 2022 IR 149')!;
    expect(korean(bytes('Hong^Gildong=\x1b$)C\xfb\xf3^\x1b$)C\xd1\xce\xd4\xd7'))).toBe('Hong^Gildong=洪^吉洞');
  });

  it('reads Turkish in Latin-5 and in UTF-8', () => {
    expect(textDecoderFor('ISO_IR 148')!(bytes('A\xf0r\xfd \xde\xfckr\xfc'))).toBe('Ağrı Şükrü');
    expect(textDecoderFor('ISO_IR 192')!(new TextEncoder().encode('Ağrı Şükrü'))).toBe('Ağrı Şükrü');
  });

  it('does not know a name outside the standard, and marks an unknown escape sequence', () => {
    expect(textDecoderFor('ISO_IR 999')).toBeUndefined();
    expect(textDecoderFor('\\ISO 2022 IR 87')!(bytes('a\x1b%zb'))).toBe('a\uFFFD%zb');
  });
});
