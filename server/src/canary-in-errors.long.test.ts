import { accounts } from '@duai/contract';
import { type SQL, sql } from 'drizzle-orm';
import Fastify, { type FastifyBaseLogger } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createPgBossQueue } from './adapters/queue/pg-boss.ts';
import { defineJob } from './adapters/queue/port.ts';
import { createLogger } from './core/logger.ts';
import { registerErrorHandler } from './http/error-handler.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

const CANARY = 'Kanarya-7f3a91';
const JOBS_AT_ONCE = 8;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

interface Failing {
  name: string;
  statement: SQL;
}

/** For every table of the schema, statements that carry the canary and fail; each names the SQLSTATE that it fails with. */
async function failingStatements(): Promise<Failing[]> {
  const { rows } = await server.parts.db.drizzle.execute<{
    table: string;
    text: string | null;
    other: string | null;
  }>(sql`
    select c.relname as table,
      (select attname from pg_attribute a where attrelid = c.oid and attnum > 0 and not attisdropped
        and atttypid = 'text'::regtype and attgenerated = '' order by attnum limit 1) as text,
      (select attname from pg_attribute a where attrelid = c.oid and attnum > 0 and not attisdropped
        and atttypid in ('uuid'::regtype, 'timestamptz'::regtype, 'int4'::regtype, 'int8'::regtype)
        and attgenerated = '' and attidentity = '' order by attnum limit 1) as other
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`);
  expect(rows.length).toBeGreaterThan(35);
  // A table without a text column, or without a column of another type, has fewer ways to fail.
  return rows.flatMap(({ table, text, other }) => {
    const name = sql.identifier(table);
    const ways: [string, SQL | null][] = [
      ['unknown column', sql`insert into ${name} (no_such_column) values (${CANARY})`],
      ['wrong type, written', other ? sql`update ${name} set ${sql.identifier(other)} = ${CANARY}` : null],
      ['wrong type, looked for', other ? sql`select * from ${name} where ${sql.identifier(other)} = ${CANARY}` : null],
      ['constraint', text ? sql`insert into ${name} (${sql.identifier(text)}) values (${CANARY})` : null],
      [
        'connection',
        sql`select pg_terminate_backend(pg_backend_pid()) from (select count(*) from ${name}) t where ${CANARY} <> ''`,
      ],
    ];
    return ways.flatMap(([way, statement]) => (statement ? [{ name: `${table}: ${way}`, statement }] : []));
  });
}

/** Gives every table a trigger that refuses a row and quotes it. */
async function refusingTriggers(): Promise<void> {
  await server.parts.db.drizzle.execute(sql`
    create function refuse_canary() returns trigger language plpgsql as $$
    begin
      if new::text like '%Kanarya%' then
        raise exception 'refused: %', new using detail = new::text, hint = new::text;
      end if;
      return new;
    end $$`);
  await server.parts.db.drizzle.execute(sql`
    do $$ declare t text; begin
      for t in select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
        execute format('create trigger refuse_canary before insert or update on %I for each row execute function refuse_canary()', t);
      end loop;
    end $$`);
}

it('[TRU-007] whatever query of whatever table fails, in a request or in a job, its values are in no log line, answer, job row or health page', async () => {
  const statements = await failingStatements();
  const constraints = statements.filter(({ name }) => name.endsWith('constraint'));
  await refusingTriggers();
  const all = [
    ...statements,
    ...constraints.map(({ name, statement }) => ({ name: `${name}, by a trigger`, statement })),
  ];
  const lines: string[] = [];
  const log = createLogger('debug', { write: (line) => void lines.push(line) });
  const { db, config } = server.parts;
  const run = async (index: number) => void (await db.drizzle.execute(all[index]!.statement));

  const http = Fastify({ loggerInstance: log as FastifyBaseLogger });
  registerErrorHandler(http);
  http.get<{ Params: { index: string } }>('/:index', ({ params }) => run(Number(params.index)));
  const answers: string[] = [];
  for (const [index, { name }] of all.entries()) {
    const answer = await http.inject(`/${index}`);
    expect([name, answer.statusCode]).toEqual([name, expect.toSatisfy((status: number) => status >= 500)]);
    answers.push(answer.body);
  }
  await http.close();

  const failing = defineJob({
    name: 'test.fails',
    payload: z.strictObject({ index: z.number() }),
    options: {
      retryLimit: 0,
      retryDelaySeconds: 1,
      retryBackoff: false,
      expireInSeconds: 60,
      heartbeatSeconds: 10,
      concurrency: JOBS_AT_ONCE,
    },
  });
  const queue = createPgBossQueue({ url: config.DATABASE_URL!, db, log });
  queue.handle(failing, ({ index }) => run(index));
  await queue.start({ work: true });
  await db.transaction(async (tx) => {
    for (const index of all.keys()) await queue.enqueue(tx, failing, { index });
  });
  const deadCount = async () => (await queue.counts()).find(({ name }) => name === failing.name)?.dead;
  await expect.poll(deadCount, { timeout: 110_000 }).toBe(all.length);
  const { rows } = await db.drizzle.execute<{ kept: string }>(sql`select job::text as kept from pgboss.job`);
  const { rows: dead } = await queue.deadJobs({ page: 1 }, 2 * all.length);
  await queue.stop();

  expect(lines.length).toBeGreaterThanOrEqual(all.length);
  expect(rows.length).toBeGreaterThanOrEqual(all.length);
  for (const [where, texts] of Object.entries({
    log: [...lines, ...server.logLines],
    answers,
    jobs: rows.map(({ kept }) => kept),
    health: dead.map(({ reason }) => reason),
  }))
    expect([where, texts.filter((text) => text.includes('Kanarya'))]).toEqual([where, []]);
  // The reason is still useful: it names what failed.
  expect(dead.map(({ reason }) => reason)).toContain('a query failed (the database refused: 42703)');
});

it('[TRU-007] jobs that failed before keep nothing once the server has started again', async () => {
  const { db, config, log } = server.parts;
  await db.drizzle.execute(sql`
    update pgboss.job set output = jsonb_build_object('message', ${`Failed query: insert\nparams: ${CANARY}`}::text)
    where name = 'test.fails'`);
  const queue = createPgBossQueue({ url: config.DATABASE_URL!, db, log });
  await queue.start({ work: false });
  await queue.stop();
  const { rows } = await db.drizzle.execute(sql`select 1 from pgboss.job where job::text like ${`%${CANARY}%`}`);
  expect(rows).toEqual([]);
});

it('[TRU-007] the whole server says nothing of a patient whose row cannot be written', async () => {
  const body = { firstName: CANARY, lastName: CANARY, email: `${CANARY}@duai.example`, password: 'yosunlu-kaya-42' };
  const answer = await server.client().send(accounts.registerPatient, { body });
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain('anarya');
  const said = server.logLines.filter((line) => line.includes('request failed'));
  expect(said.length).toBeGreaterThan(0);
  expect(server.logLines.join('')).not.toMatch(/kanarya/i);
});
