import { CONSENT_VERSION } from '@duai/contract';
import { describe, expect, it } from 'vitest';
import { effectiveDateLong, effectiveDateShort, POLICIES_EFFECTIVE } from './policies.ts';

describe('the effective date of the policies', () => {
  it('is 1/4/25, one constant for all of them [LEG-013]', () => {
    expect(effectiveDateShort).toBe('1/4/25');
    expect(effectiveDateLong).toBe('1 April 2025');
  });

  it('is the version that consents are stored with', () => {
    expect(CONSENT_VERSION).toBe(POLICIES_EFFECTIVE);
  });
});
