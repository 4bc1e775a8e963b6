import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { connectDatabase } from '../adapters/database/connect.ts';
import { startEmbeddedPostgres } from '../adapters/database/embedded.ts';
import { migrate } from '../adapters/database/migrate.ts';
import { createPgBossQueue } from '../adapters/queue/pg-boss.ts';
import { createLogger } from '../core/logger.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string;
  }
}

/**
 * One PostgreSQL for the whole run, or one shared by many runs (`TEST_DATABASE_URL`); each test takes a copy of the
 * migrated template.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.TEST_DATABASE_URL;
  const { url, stop } = given ? { url: given } : await startTestDatabase();
  project.provide('databaseUrl', url);
  return stop;
}

export async function startTestDatabase(): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'duai-test-'));
  await chmod(dataDir, 0o711);
  const server = await startEmbeddedPostgres({ dataDir, log: createLogger('silent') });
  const admin = await connectDatabase(server.maintenanceUrl, { max: 1 });
  // Nothing here has to survive a power cut, so a commit need not wait for the disk.
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
    await admin.drizzle.execute(`alter system set ${setting} = off`);
  await admin.drizzle.execute('select pg_reload_conf()');
  await admin.drizzle.execute('create database template_duai');
  await admin.close();
  const template = await connectDatabase(server.maintenanceUrl.replace(/\/duai$/, '/template_duai'), { max: 1 });
  await migrate(template, join(import.meta.dirname, '..', '..', 'migrations'));
  await template.close();
  await makeServerTemplate(server.maintenanceUrl);
  return {
    url: server.maintenanceUrl,
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The migrated template with the queue's schema, which a server's first start creates. */
async function makeServerTemplate(maintenanceUrl: string): Promise<void> {
  const admin = await connectDatabase(maintenanceUrl, { max: 1 });
  await admin.drizzle.execute('create database template_server template template_duai');
  await admin.close();
  const url = maintenanceUrl.replace(/\/duai$/, '/template_server');
  const db = await connectDatabase(url, { max: 1 });
  const queue = createPgBossQueue({ url, db, log: createLogger('silent') });
  await queue.start({ work: false });
  await queue.stop();
  await db.close();
}
