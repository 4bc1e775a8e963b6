import { readConfig } from '../server/src/config.ts';
import { createLogger } from '../server/src/core/logger.ts';
import { openParts } from '../server/src/deps.ts';
import { createAudit } from '../server/src/features/audit/index.ts';

/** npm run audit:verify: checks the hash chain of the audit trail; reports the first row that does not match and exits with 1. */
const { parts, close } = await openParts(readConfig(), { log: createLogger('error'), whenRunning: 'share' });
const { rows, firstBadSequence } = await createAudit(parts).verify();
await close();
console.log(
  firstBadSequence === null
    ? `${rows} rows, the chain holds`
    : `row ${firstBadSequence} of ${rows} does not fit the chain`,
);
process.exit(firstBadSequence === null ? 0 : 1);
