import { expect, it } from 'vitest';
import { systemContext } from '../../core/actor.ts';
import { createScanDetails } from './scan-details.ts';
import type { ScanTools } from './scan-tools.ts';

it('a preview that the database cannot answer for is told as an outage, never as "not found"', async () => {
  const outage = new Error('the connection to the database ended');
  const select = () => ({ from: () => ({ where: () => Promise.reject(outage) }) });
  const scanPreview = async (...[, , , mayRead]: Parameters<ScanTools['studies']['scanPreview']>) => mayRead('a-scan');
  const details = createScanDetails({ db: { drizzle: { select } }, studies: { scanPreview } } as unknown as ScanTools);
  await expect(details.preview(systemContext, 'an-institution', 'an-image', {})).rejects.toBe(outage);
});
