import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import * as contract from '../index.ts';
import type { Endpoint } from './endpoint.ts';
import { RULE_CODES, ruleOf } from './rules.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'audience' in value;

/** Every call of the contract, once. */
const ENDPOINTS = [
  ...new Set(
    Object.values(contract as Record<string, unknown>)
      .flatMap((value) => [value, ...(typeof value === 'object' && value !== null ? Object.values(value) : [])])
      .filter(isEndpoint),
  ),
];

const WRONG: unknown[] = [
  undefined,
  null,
  0,
  -1,
  1e9,
  1.5,
  true,
  '',
  ' ',
  'x',
  'x'.repeat(100_000),
  [],
  ['x'],
  {},
  { x: 1 },
];

/** The names of the fields of a body or query, also if its schema is wrapped; for a union, those of all members. */
function fieldsOf(schema: z.ZodType): string[] {
  const { def } = schema as unknown as { def: Record<string, unknown> };
  const shape = (schema as unknown as { shape?: Record<string, unknown> }).shape;
  const inner = [def.in, def.out, def.innerType, def.schema, ...((def.options as unknown[]) ?? [])].filter(
    (each): each is z.ZodType => typeof each === 'object' && each !== null && 'def' in each,
  );
  return [...(shape ? Object.keys(shape) : []), ...inner.flatMap(fieldsOf)];
}

/** zod's own messages, which appear where a rule has no code. */
const OF_THE_LIBRARY = /^(Invalid|Too (big|small)|Unrecognized key)/;

describe('what is said of a wrong value', () => {
  it('is a rule of ours, for every field of every endpoint and every wrong type', () => {
    expect(ENDPOINTS.length).toBeGreaterThan(100);
    let refused = 0;
    for (const endpoint of ENDPOINTS)
      for (const schema of [endpoint.body, endpoint.query]) {
        if (!schema) continue;
        const given = fieldsOf(schema).flatMap((field) => WRONG.map((value) => ({ [field]: value })));
        for (const value of [...given, ...WRONG]) {
          const { error } = schema.safeParse(value);
          for (const { message } of error?.issues ?? []) {
            const isOurs = RULE_CODES.some((code) => code === message) || OF_THE_LIBRARY.test(message);
            expect([endpoint.path, message, isOurs]).toEqual([endpoint.path, message, true]);
            expect(RULE_CODES).toContain(ruleOf(message));
            refused += 1;
          }
        }
      }
    expect(refused).toBeGreaterThan(3000);
  });

  it('says what is missing and what is too long', () => {
    const said = (value: unknown) =>
      contract.accounts.patientLoginSchema.safeParse(value).error!.issues.map(({ message }) => ruleOf(message));
    expect(said({ email: 'a@duai.example' })).toEqual(['REQUIRED']);
    expect(said({ email: 'a@duai.example', password: '' })).toEqual(['PASSWORD_REQUIRED']);
    expect(said({ email: 'a@duai.example', password: 'x'.repeat(200) })).toEqual(['TOO_LONG']);
    expect(said({ email: 7, password: 'x' })).toEqual(['NOT_ALLOWED']);
  });
});
