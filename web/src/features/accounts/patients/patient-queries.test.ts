import { afterEach, describe, expect, it, vi } from 'vitest';
import { messageOf } from '../../../lib/api.ts';
import { fetchPatient } from './patient-queries.ts';

afterEach(() => vi.unstubAllGlobals());

describe('the current-patient call', () => {
  it('fails with "Failed to get patient info" and keeps the server’s sentence as its cause [PAT-125]', async () => {
    vi.stubGlobal(
      'fetch',
      async () => new Response('{"message":"Sunucu hazır değil","code":"NOT_READY"}', { status: 503 }),
    );
    const failure = await fetchPatient().catch((error: unknown) => error as Error);
    expect((failure as Error).message).toBe('Failed to get patient info');
    expect(messageOf(failure, '')).toBe('Sunucu hazır değil');
  });
});
