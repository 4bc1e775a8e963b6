import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLogger } from '../../../core/logger.ts';
import { claimStagingPlace } from '../staging-place.ts';

/** A process that stages a file and waits to be killed. */
const place = await claimStagingPlace(process.argv[2]!, createLogger('silent'));
const file = join(place.dir, 'half-an-image');
await writeFile(file, 'image');
console.log(file);
setInterval(() => undefined, 60_000);
