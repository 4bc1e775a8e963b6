import { lettering, round } from './lettering.ts';

const INK = '#14191c';
const PAPER = '#fbfaf7';
const SIGNAL = '#00808a';
const BRIGHT = '#52c8d0';
const PURPLE = '#5a4fcf';

const stroked = (path: string, stroke: string, width = 2.5) =>
  `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="square"/>`;

/** Logo marks on a 32 × 32 grid. DUAI: a D with a line of light through it. */
const duai = (ink: string, light: string) => stroked('M9 6h7a10 10 0 0 1 0 20H9z', ink) + stroked('M4 16h24', light);
const duaiCheck = (ink: string, light: string) =>
  stroked('M9 6h7a10 10 0 0 1 0 20H9z', ink) + stroked('M4 16h8l4 4 11-11', light);
/** ZeroToken: a long thread that becomes one line inside a zero. */
const zeroToken = (ink: string, light: string) =>
  stroked('M16 4a9 12 0 1 1 0 24a9 12 0 1 1 0-24z', ink) +
  stroked('M12 11h8M12 16h8', ink, 1.5) +
  stroked('M12 21h8', light);
/** InterPACS: two archives that overlap. */
const interPacs = (ink: string, light: string) =>
  stroked('M5 5h15v15H5z', ink) + stroked('M12 12h15v15H12z', light) + stroked('M12 16h8', ink, 1.5);

const logo = (mark: string, word: string, ink: string): string => {
  const { svg, width } = lettering(word, 42, 9, ink);
  return picture(round(44 + width), 32, word, mark + svg);
};
const picture = (width: number, height: number, title: string, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><title>${title}</title>${content}</svg>\n`;

/** File names from the specification; "black" and "white" name the background that they are not for. */
export const LOGOS: Record<string, string> = {
  logo: picture(32, 32, 'DUAI', `<rect width="32" height="32" rx="4" fill="${INK}"/>${duai(PAPER, BRIGHT)}`),
  blacklogo: logo(duai(INK, SIGNAL), 'DUAI', INK),
  whitelogo: logo(duai(PAPER, BRIGHT), 'DUAI', PAPER),
  purplelogo: logo(duai(PURPLE, PURPLE), 'DUAI', PURPLE),
  'duaicheck-logo': logo(duaiCheck(INK, SIGNAL), 'DuaiCheck', INK),
  duaichecklogotrans: logo(duaiCheck(PAPER, BRIGHT), 'DuaiCheck', PAPER),
  zerotokenlogo: logo(zeroToken(PAPER, BRIGHT), 'ZeroToken', PAPER),
  'interpacs-new-logo': logo(interPacs(INK, SIGNAL), 'InterPACS', INK),
};

/** Logos of the sample partners, in a grey for light and dark backgrounds. */
const GREY = '#6f7a7e';
const partner = (word: string, mark: string) => logo(mark, word, GREY);
export const PARTNER_LOGOS: Record<string, string> = {
  halden: partner('Halden', stroked('M6 26V6M26 26V6M6 20c7-8 13 0 20-8', GREY)),
  clairiere: partner('Clairière', stroked('M16 4v8M16 20v8M4 16h8M20 16h8M8 8l5 5M19 19l5 5', GREY)),
  ondalma: partner('Ondalma', stroked('M4 11c6-8 9 8 24 0M4 17c6-8 9 8 24 0M4 23c6-8 9 8 24 0', GREY)),
  fenwick: partner('Fenwick', `${stroked('M8 27V5h17M8 15h12', GREY)}<circle cx="24" cy="23" r="3.4" fill="${GREY}"/>`),
  'torre-ossea': partner('Torre Ossea', stroked('M11 27V9a5 5 0 0 1 10 0v18M7 27h18M11 16h10', GREY)),
};

/** Replaces a portrait or a logo that cannot be loaded. */
export const PLACEHOLDER = picture(
  240,
  300,
  'No picture',
  `<rect width="240" height="300" fill="#dfe3e1"/>${stroked('M120 82a42 52 0 1 1 0 104a42 52 0 1 1 0-104zM28 300c8-62 44-90 92-90s84 28 92 90', '#6f7a7e', 3)}`,
);
