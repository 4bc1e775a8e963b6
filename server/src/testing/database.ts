import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { connectDatabase } from '../adapters/database/connect.ts';

/** A separate database, migrated unless another template is named; drop it at the end. */
export async function createTestDatabase(template = 'template_duai'): Promise<{ url: string; drop(): Promise<void> }> {
  const adminUrl = inject('databaseUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const run = async (statement: string) => {
    const admin = await connectDatabase(adminUrl, { max: 1 });
    await admin.drizzle.execute(statement);
    await admin.close();
  };
  await run(`create database ${name} template ${template}`);
  return {
    url: adminUrl.replace(/\/duai$/, `/${name}`),
    drop: () => run(`drop database if exists ${name} with (force)`),
  };
}
