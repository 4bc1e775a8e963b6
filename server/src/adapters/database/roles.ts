import { sql } from 'drizzle-orm';
import pg from 'pg';
import { theOne } from '../../core/the-one.ts';
import { MIGRATION_LOCK } from './migrate.ts';
import type { Database } from './port.ts';

/** Schema of the queue. The application's role owns it, because pg-boss creates and changes its tables itself. */
const QUEUE_SCHEMA = 'pgboss';

/** The role that the application uses. With a password the role is created and gets that password. */
export interface ApplicationRole {
  name: string;
  password?: string;
}

/**
 * Gives the application's role only the rights that it needs: rows of all tables, and inserts only in the audit trail.
 * Run it as the role that owns the tables, after every migration. It also converts a database that used one role for
 * everything.
 */
export async function prepareApplicationRole(
  maintenance: Database,
  { name, password }: ApplicationRole,
): Promise<void> {
  const role = sql.raw(pg.escapeIdentifier(name));
  const queue = sql.raw(QUEUE_SCHEMA);
  await maintenance.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    if (password !== undefined) {
      const { rows } = await tx.execute(sql`select 1 from pg_roles where rolname = ${name}`);
      const verb = sql.raw(rows.length === 0 ? 'create' : 'alter');
      const secret = sql.raw(pg.escapeLiteral(password));
      await tx.execute(
        sql`${verb} role ${role} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password ${secret}`,
      );
    }
    await tx.execute(sql`grant usage on schema public to ${role}`);
    await tx.execute(sql`grant select, insert, update, delete on all tables in schema public to ${role}`);
    await tx.execute(sql`grant usage, select on all sequences in schema public to ${role}`);
    await tx.execute(sql`revoke update, delete, truncate, references, trigger on audit_events from ${role}`);
    await tx.execute(sql`revoke insert, update, delete on schema_migrations from ${role}`);

    await tx.execute(sql`create schema if not exists ${queue}`);
    await tx.execute(sql`grant usage, create on schema ${queue} to ${role}`);
    for (const statement of await ownershipsToHandOver(tx, name)) await tx.execute(sql.raw(statement));
  });
}

/** Statements that give tables, functions and types of the queue to the application's role. */
async function ownershipsToHandOver(tx: Pick<Database['drizzle'], 'execute'>, name: string): Promise<string[]> {
  const { rows } = await tx.execute<{ statement: string }>(sql`
    with schema as (select oid from pg_namespace where nspname = ${QUEUE_SCHEMA}),
      role as (select oid from pg_roles where rolname = ${name})
    select format('alter %s %s owner to %I',
      case relkind when 'v' then 'view' when 'm' then 'materialized view' else 'table' end, c.oid::regclass, ${name}::text) as statement
    from pg_class c, schema, role
    where relnamespace = schema.oid and relkind in ('r', 'p', 'v', 'm') and relowner <> role.oid
    union all
    select format('alter routine %s owner to %I', p.oid::regprocedure, ${name}::text)
    from pg_proc p, schema, role where pronamespace = schema.oid and proowner <> role.oid
    union all
    select format('alter type %s owner to %I', t.oid::regtype, ${name}::text)
    from pg_type t, schema, role where typnamespace = schema.oid and typtype in ('e', 'd') and typowner <> role.oid`);
  return rows.map(({ statement }) => statement);
}

/** Rights of the connected role that the application should not have; null where there are none. */
export async function findExcessOfRole(db: Pick<Database, 'drizzle'>): Promise<string | null> {
  const { rows } = await db.drizzle.execute<{ isSuperuser: boolean; ownsAudit: boolean; mayChangeAudit: boolean }>(sql`
    select r.rolsuper as "isSuperuser", pg_has_role(c.relowner, 'usage') as "ownsAudit",
      has_table_privilege(c.oid, 'update') or has_table_privilege(c.oid, 'delete') or has_table_privilege(c.oid, 'truncate')
        as "mayChangeAudit"
    from pg_roles r, pg_class c where r.rolname = current_user and c.oid = 'audit_events'::regclass`);
  const { isSuperuser, ownsAudit, mayChangeAudit } = theOne(rows);
  if (isSuperuser) return 'is a superuser';
  if (ownsAudit) return 'owns the audit trail';
  return mayChangeAudit ? 'may change the audit trail' : null;
}
