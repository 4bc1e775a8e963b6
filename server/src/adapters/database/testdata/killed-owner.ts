import { createLogger } from '../../../core/logger.ts';
import { startEmbeddedPostgres } from '../embedded.ts';

/** A process that runs an embedded server and waits to be killed. */
const server = await startEmbeddedPostgres({ dataDir: process.argv[2]!, log: createLogger('silent') });
console.log(`url ${server.maintenanceUrl}`);
setInterval(() => undefined, 60_000);
