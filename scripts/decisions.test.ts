import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const FOLDER = join(import.meta.dirname, '..', 'docs', 'decisions');
const HEADINGS = ['## Context', '## Alternatives', '## Decision', '## Consequence'];

interface Row {
  number: string;
  file: string;
  title: string;
  date: string;
  state: string;
}
const index = readFileSync(join(FOLDER, 'README.md'), 'utf8');
const rows = [...index.matchAll(/^\| \[(\d{4})\]\((\S+)\)\s*\| (.+?)\s*\| (\S+)\s*\| (.+?)\s*\|$/gm)].map(
  ([, number, file, title, date, state]): Row => ({
    number: number!,
    file: file!,
    title: title!,
    date: date!,
    state: state!,
  }),
);
const files = readdirSync(FOLDER).filter((name) => name !== 'README.md');

describe('decision records', () => {
  it.each(rows)('$file has the format and stands in the index as it is', ({ number, file, title, date }) => {
    const text = readFileSync(join(FOLDER, file), 'utf8');
    expect(file).toMatch(new RegExp(`^${number}-[a-z0-9-]+\\.md$`));
    expect(text).toMatch(/^# .+\n\n\d{4}-\d{2}-\d{2}\n\n## Context\n/);
    expect(text.split('\n').slice(0, 3)).toEqual([`# ${title}`, '', date]);
    expect(text.match(/^## .+/gm)).toEqual(HEADINGS);
    for (const part of text.split(/^## .+\n/m).slice(1)) expect(part.trim()).not.toBe('');
  });

  it('are all in the index, each number once', () => {
    const listed = rows.map((row) => row.file);
    expect(new Set(rows.map((row) => row.number)).size).toBe(rows.length);
    expect(files.filter((file) => !listed.includes(file))).toEqual([]);
  });

  it('have no gap in their numbers that the README does not name', () => {
    const known = new Set(files.map((file) => file.slice(0, 4)));
    const unused = new Set(/not needed: ([\d, ]+)/.exec(index.replaceAll('\n', ' '))![1]!.match(/\d{4}/g));
    const [, from, to] = /being written: (\d{4}) to (\d{4})/.exec(index) ?? [];
    const isReserved = (number: string) => from !== undefined && number >= from && number <= to!;
    const last = Math.max(...files.map((file) => Number(file.slice(0, 4))));
    const numbers = Array.from({ length: last }, (_, at) => at + 1);
    const text = (number: number) => String(number).padStart(4, '0');
    expect(
      numbers.map(text).filter((number) => !known.has(number) && !unused.has(number) && !isReserved(number)),
    ).toEqual([]);
    expect([...unused].filter((number) => known.has(number))).toEqual([]);
  });

  it('that replace another one exist', () => {
    const known = new Set(rows.map((row) => row.number));
    for (const { state } of rows) {
      expect(state).toMatch(/^(in force|in force, in part replaced by \d{4}|replaced by \d{4})$/);
      for (const number of state.match(/\d{4}/g) ?? []) expect(known.has(number)).toBe(true);
    }
  });
});
