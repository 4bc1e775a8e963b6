import { parse, type Token } from '@messageformat/parser';

/** What a text may read like once its placeholders are filled in: the whole line. */
export const patternOf = (text: string): RegExp => new RegExp(`^${written(parse(text))}$`, 'su');

/** How many letters of a text stand in it whatever its placeholders are. */
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
