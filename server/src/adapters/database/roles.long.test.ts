import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { temporaryDirectory } from '../../../../scripts/instance.ts';
import { createLogger } from '../../core/logger.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createPgBossQueue } from '../queue/pg-boss.ts';
import { connectDatabase } from './connect.ts';
import { startEmbeddedPostgres } from './embedded.ts';
import { migrate } from './migrate.ts';

const MIGRATIONS = join(import.meta.dirname, '..', '..', '..', 'migrations');
const INSUFFICIENT_PRIVILEGE = '42501';
const log = createLogger('silent');

let server: TestServer;
beforeAll(async () => {
  // Without DATABASE_URL: the embedded database, as `npm start` runs it.
  server = await startTestServer({ DATABASE_URL: '' });
});
afterAll(() => server.end());

it('the running application is no superuser and can neither change, delete nor truncate the audit trail', async () => {
  const { drizzle } = server.parts.db;
  const { rows } = await drizzle.execute(sql`
    select rolname, rolsuper, rolcreaterole, rolcreatedb, rolbypassrls from pg_roles where rolname = current_user`);
  expect(rows).toEqual([
    { rolname: 'duai_app', rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false },
  ]);
  await server.patient();
  for (const attempt of [
    sql`update audit_events set outcome = 'refused'`,
    sql`delete from audit_events`,
    sql`truncate audit_events cascade`,
    sql`alter table audit_events disable trigger all`,
    sql`drop table audit_events cascade`,
    sql`create or replace function refuse_change() returns trigger language plpgsql as 'begin return new; end'`,
    sql`update schema_migrations set sha256 = ''`,
    sql`set session_replication_role = replica`,
    sql`copy audit_events to program 'cat'`,
  ])
    await expect(drizzle.execute(attempt)).rejects.toMatchObject({ cause: { code: INSUFFICIENT_PRIVILEGE } });
  expect(await server.parts.databaseRole.findExcess()).toBeNull();
  expect(await server.features.audit.verify()).toMatchObject({ firstBadSequence: null });
});

it('and may read and write the rows of every other table', async () => {
  const { rows } = await server.parts.db.drizzle.execute<{ name: string }>(sql`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and not (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
        and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete'))
    order by relname`);
  expect(rows.map(({ name }) => name)).toEqual(['audit_events', 'schema_migrations']);
});

it('takes over a data directory that had one role for everything, the queue included', async () => {
  const dataDir = await temporaryDirectory();
  const embedded = await startEmbeddedPostgres({ dataDir: join(dataDir, 'database'), log });
  const owner = await connectDatabase(embedded.maintenanceUrl, { max: 2 });
  await migrate(owner, MIGRATIONS);
  const queue = createPgBossQueue({ url: embedded.maintenanceUrl, db: owner, log });
  await queue.start({ work: false });
  await queue.stop();
  await owner.close();
  await embedded.stop();

  const taken = await startTestServer({ DATABASE_URL: '', DUAI_DATA_DIR: dataDir });
  try {
    // A job sends its mail: the queue works under the new role.
    await taken.patient();
    expect(await taken.parts.databaseRole.findExcess()).toBeNull();
    const { rows } = await taken.parts.db.drizzle.execute(sql`
      select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'pgboss' and c.relkind in ('r', 'p') and c.relowner <> 'duai_app'::regrole`);
    expect(rows).toEqual([]);
  } finally {
    await taken.end();
    await rm(dataDir, { recursive: true, force: true });
  }
});

it('by DATABASE_URL: with two roles, neither a superuser, the application has the smaller one', async () => {
  const admin = await connectDatabase(inject('databaseUrl'), { max: 1 });
  const run = (statement: string) => admin.drizzle.execute(sql.raw(statement));
  const suffix = randomUUID().slice(0, 8);
  const [owner, application, database] = [`owner_${suffix}`, `app_${suffix}`, `two_roles_${suffix}`];
  for (const role of [owner, application]) await run(`create role ${role} login password 'secret'`);
  await run(`create database ${database} owner ${owner}`);
  const urlAs = (role: string) => {
    const url = new URL(inject('databaseUrl'));
    Object.assign(url, { username: role, password: 'secret', pathname: `/${database}` });
    return url.href;
  };
  const two = await startTestServer({ DATABASE_URL: urlAs(application), DATABASE_MAINTENANCE_URL: urlAs(owner) });
  try {
    await two.patient();
    expect(await two.parts.databaseRole.findExcess()).toBeNull();
    const attempt = two.parts.db.drizzle.execute(sql`delete from audit_events`);
    await expect(attempt).rejects.toMatchObject({ cause: { code: INSUFFICIENT_PRIVILEGE } });
    // Without superuser rights the server cannot rewrite the write-ahead log, so no proof of erasure covers it.
    expect(await two.parts.maintenance.coversLog()).toBe(false);
  } finally {
    await two.end();
    await run(`drop database ${database} with (force)`);
    for (const role of [application, owner]) await run(`drop role ${role}`);
    await admin.close();
  }
});

it('by DATABASE_URL: one role for everything is told to the operator and in the log', async () => {
  const one = await startTestServer();
  try {
    expect(await one.parts.databaseRole.findExcess()).toBe('is a superuser');
    expect(one.logLines.join('')).toContain('the role of the application is a superuser');
  } finally {
    await one.end();
  }
});
