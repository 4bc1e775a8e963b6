import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { conformanceStatement } from '../server/src/features/pacs/index.ts';

/** Generates the DICOM conformance statement from what the code negotiates (npm run conformance). */
await writeFile(join(import.meta.dirname, '../docs/dicom-conformance.md'), conformanceStatement());
