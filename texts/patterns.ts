import { parse, type Token } from '@messageformat/parser';

/** A regular expression that matches a text with any values in its placeholders, as a whole. */
export const patternOf = (text: string): RegExp => new RegExp(`^${written(parse(text))}$`, 'su');

/** The least number of letters of a text, whatever the values of its placeholders. */
export const lettersOf = (text: string): number => least(parse(text));

const written = (tokens: readonly Token[]): string =>
  tokens
    .map((token) => {
      if (token.type === 'content') return token.value.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
      if ('cases' in token) return `(?:${token.cases.map(({ tokens: inner }) => written(inner)).join('|')})`;
      return '.+?';
    })
    .join('');

const least = (tokens: readonly Token[]): number =>
  tokens.reduce((sum, token) => {
    if (token.type === 'content') return sum + (token.value.match(/\p{L}/gu)?.length ?? 0);
    return 'cases' in token ? sum + Math.min(...token.cases.map(({ tokens: inner }) => least(inner))) : sum;
  }, 0);
