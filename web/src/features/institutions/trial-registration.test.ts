import { institutions } from '@duai/contract';
import english from '@duai/texts/en/workplace';
import { describe, expect, it } from 'vitest';
import { TRIAL_PARTNERS } from '../../content/trial-partners.ts';
import { ApiError } from '../../lib/api.ts';
import { canContinue, EMPTY_TRIAL, registrationFailure, toApplication } from './application-form.ts';
import { registrationDraft, registrationMailto } from './application-mail.ts';

const form = {
  ...EMPTY_TRIAL,
  institutionName: 'Ege Radyoloji & Co',
  contactName: 'Deniz Ak',
  email: 'deniz@example.org',
  phone: '+90 232 000 00 00',
  country: 'Turkey',
  pacsVendor: 'InterPACS',
  modalities: ['CT', 'MRI'],
  gdprConsent: true,
};

describe('trial registration', () => {
  it('lets go on from step 1 only when all five are filled', () => {
    expect(canContinue(1, form)).toBe(true);
    for (const field of ['institutionName', 'contactName', 'email', 'phone', 'country'] as const) {
      expect(canContinue(1, { ...form, [field]: ' ' })).toBe(false);
    }
  });
  it('lets go on from step 2 with a vendor, and submit with consent', () => {
    expect(canContinue(2, { ...form, pacsVendor: '' })).toBe(false);
    expect(canContinue(2, form)).toBe(true);
    expect(canContinue(3, { ...form, gdprConsent: false })).toBe(false);
    expect(canContinue(3, form)).toBe(true);
  });
  it('has exactly the fields of the specification [TRL-063]', () => {
    expect(
      Object.entries(EMPTY_TRIAL).map(([name, value]) => [name, Array.isArray(value) ? 'list' : typeof value]),
    ).toEqual([
      ['institutionName', 'string'],
      ['contactName', 'string'],
      ['email', 'string'],
      ['phone', 'string'],
      ['country', 'string'],
      ['pacsVendor', 'string'],
      ['pacsVersion', 'string'],
      ['dicomNodes', 'string'],
      ['modalities', 'list'],
      ['studiesPerDay', 'string'],
      ['comments', 'string'],
      ['gdprConsent', 'boolean'],
    ]);
    expect(Object.keys(institutions.trialRegistrationSchema.shape)).toEqual(Object.keys(EMPTY_TRIAL));
  });
  it('sends a body that the contract accepts, without empty fields', () => {
    const body = toApplication(form);
    expect(institutions.trialRegistrationSchema.safeParse(body).success).toBe(true);
    expect(JSON.parse(JSON.stringify(body))).not.toHaveProperty('comments');
  });
});

describe('the mail draft', () => {
  const draft = registrationDraft(toApplication(form));
  it('has the bracketed tag and the institution in its subject [TRL-119]', () => {
    expect(draft.subject).toBe('[DuaiCheck Trial] New Registration: Ege Radyoloji & Co');
  });
  it('lists institution and technical details [TRL-120]', () => {
    for (const line of ['Contact: Deniz Ak', 'Country: Turkey', 'PACS vendor: InterPACS', 'Modalities: CT, MRI']) {
      expect(draft.body).toContain(line);
    }
  });
  it("says 'Not specified' for empty optional fields [TRL-121]", () => {
    expect(draft.body).toContain('PACS version: Not specified');
    expect(draft.body).toContain('Studies per day: Not specified');
  });
  it('says that a specialist should reach out within 48 hours [TRL-122]', () => {
    expect(draft.body).toMatch(/specialist should reach out within 48 hours/);
  });
  it('is a mailto address that keeps every character', () => {
    const url = new URL(registrationMailto(toApplication(form)));
    expect(url.searchParams.get('subject')).toBe(draft.subject);
    expect(url.searchParams.get('body')).toBe(draft.body.replaceAll('\n', '\r\n'));
    expect(url.searchParams.get('cc')).toMatch(/^ai@/);
  });
});

describe('failures of the trial registration', () => {
  const texts = english.institutions.trialRegistration;
  it("shows the server's message first", () => {
    const server = new ApiError(400, 'VALIDATION_FAILED', 'Some fields are missing.');
    expect(registrationFailure(server, texts)).toBe(server.message);
  });
  it("'Registration failed' without a message [TRL-138]", () => {
    expect(registrationFailure(new ApiError(502, 'UNREADABLE_ANSWER', ''), texts)).toBe('Registration failed');
  });
  it('the third sentence without an answer [TRL-139]', () => {
    expect(registrationFailure(new ApiError(0, 'NO_CONNECTION', ''), texts)).toBe('An unexpected error occurred');
  });
});

describe('usage', () => {
  it('has used and total scans and the days left [TRL-065]', () => {
    expect(Object.keys(institutions.trialUsageSchema.shape)).toEqual(
      expect.arrayContaining(['usedScans', 'totalScans', 'remainingDays']),
    );
  });
});

describe('partner tiles', () => {
  it('are six, each with id, name and specialty [TRL-066]', () => {
    expect(TRIAL_PARTNERS.entries).toHaveLength(6);
    expect(new Set(TRIAL_PARTNERS.entries.map(({ id }) => id)).size).toBe(6);
    for (const partner of TRIAL_PARTNERS.entries) expect(Object.keys(partner)).toEqual(['id', 'name', 'specialty']);
  });
});
