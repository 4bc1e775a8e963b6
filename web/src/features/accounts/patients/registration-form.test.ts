import { accounts, ruleOf } from '@duai/contract';
import arabic from '@duai/texts/ar/checks';
import english from '@duai/texts/en/checks';
import turkish from '@duai/texts/tr/checks';
import { describe, expect, it } from 'vitest';
import {
  clampStep,
  draftOf,
  EMPTY_REGISTRATION,
  isPhoneMissing,
  type RegistrationFormInput,
  registrationFormSchema,
  STEP_FIELDS,
  stepOfField,
  toRegistration,
  withDraft,
} from './registration-form.ts';

const filled: RegistrationFormInput = {
  ...EMPTY_REGISTRATION,
  firstName: 'Ayşe',
  lastName: 'Yılmaz',
  email: 'ayse@example.org',
  password: 'uzun bir parola',
  confirmPassword: 'uzun bir parola',
  acceptTerms: true,
  acceptPrivacy: true,
  consentHealthData: true,
  consentAiAnalysis: true,
};
/** The English text for a rule. */
const told = (message: string): string => english.rules[ruleOf(message)];
const problemsOf = (change: Partial<RegistrationFormInput>) => {
  const result = registrationFormSchema.safeParse({ ...filled, ...change });
  return result.success ? [] : result.error.issues.map((issue) => `${issue.path.join('.')}: ${told(issue.message)}`);
};

describe('patient registration form', () => {
  it('accepts a filled form', () => expect(problemsOf({})).toEqual([]));

  it.each([
    ['firstName', 'A', 'First name must be at least 2 characters', 'PAT-096'],
    ['lastName', 'Y', 'Last name must be at least 2 characters', 'PAT-097'],
    ['email', 'ayse@', 'Please enter a valid email address', 'PAT-098'],
    ['confirmPassword', 'başka bir parola', "Passwords don't match", 'PAT-101'],
    ['acceptTerms', false, 'You must accept the terms of service', 'PAT-103'],
    ['acceptPrivacy', false, 'You must accept the privacy policy', 'PAT-104'],
  ] as const)('refuses a wrong %s (%s) with "%s" [%s]', (field, value, message, _id) => {
    expect(problemsOf({ [field]: value })).toEqual([`${field}: ${message}`]);
  });

  it('asks for each explicit consent', () => {
    expect(problemsOf({ consentHealthData: false, consentAiAnalysis: false })).toEqual([
      'consentHealthData: Please give your consent to continue',
      'consentAiAnalysis: Please give your consent to continue',
    ]);
  });

  it('refuses a password of 7 characters, takes 8 [PAT-100]', () => {
    expect(problemsOf({ password: '1234567', confirmPassword: '1234567' })).toEqual([
      'password: Password must be at least 8 characters',
    ]);
    expect(problemsOf({ password: '12345678', confirmPassword: '12345678' })).toEqual([]);
  });

  it('takes phone, date of birth, gender and country as optional [PAT-099]', () => {
    expect(problemsOf({ phone: '', dateOfBirth: '', gender: '', country: '' })).toEqual([]);
  });

  it('takes email, sms and both as notification preference, email by default [PAT-105] [PAT-138]', () => {
    for (const preferredNotification of ['email', 'sms', 'both'] as const) {
      expect(problemsOf({ preferredNotification, phone: '+90 532 000 00 00' })).toEqual([]);
    }
    expect(problemsOf({ preferredNotification: 'fax' as 'sms' })).toHaveLength(1);
    expect(EMPTY_REGISTRATION.preferredNotification).toBe('email');
  });

  it('asks for a phone where SMS is wanted', () => {
    expect(isPhoneMissing({ phone: '', preferredNotification: 'sms' })).toBe(true);
    expect(isPhoneMissing({ phone: '', preferredNotification: 'email' })).toBe(false);
    expect(problemsOf({ preferredNotification: 'both' })).toEqual([
      'phone: Please enter your phone number to receive SMS',
    ]);
  });

  it('checks acceptances and repeated password here and does not send them [PAT-062]', () => {
    const body = toRegistration(registrationFormSchema.parse(filled), 'tr');
    expect(Object.keys(body)).not.toContain('confirmPassword');
    expect(Object.keys(body)).not.toContain('acceptTerms');
    expect(Object.keys(body)).not.toContain('acceptPrivacy');
    expect(accounts.patientRegistrationSchema.safeParse(body).success).toBe(true);
    expect(body.consents?.map(({ purpose }) => purpose)).toEqual([...accounts.CONSENT_PURPOSES]);
  });

  it('keeps of a draft what was typed, but no password and no tick', () => {
    const kept = draftOf({ ...filled, phone: '+905320000000' });
    expect(JSON.stringify(kept)).not.toContain(filled.password);
    expect(withDraft(kept)).toEqual({
      ...EMPTY_REGISTRATION,
      firstName: 'Ayşe',
      lastName: 'Yılmaz',
      email: 'ayse@example.org',
      phone: '+905320000000',
    });
    expect(withDraft(null)).toEqual(EMPTY_REGISTRATION);
  });

  it('ticks no box beforehand', () => {
    const boxes = Object.values(EMPTY_REGISTRATION).filter((value) => typeof value === 'boolean');
    expect(boxes).toEqual([false, false, false, false]);
  });

  it('keeps the step within 1 to 3 [PAT-064]', () => {
    expect([-1, 0, 1, 2, 3, 4].map(clampStep)).toEqual([1, 1, 1, 2, 3, 3]);
  });

  it('shows every field on exactly one step', () => {
    expect(STEP_FIELDS.flat().toSorted()).toEqual(Object.keys(EMPTY_REGISTRATION).toSorted());
    expect(stepOfField('email')).toBe(1);
    expect(stepOfField('phone')).toBe(2);
    expect(stepOfField('unknown')).toBe(3);
  });

  it('has a Turkish and an Arabic sentence of its own for each of its rules', () => {
    const wrong = { firstName: '', email: '', password: '', acceptTerms: false, consentAiAnalysis: false };
    const { error } = registrationFormSchema.safeParse({ ...filled, ...wrong });
    for (const { message } of error!.issues)
      for (const { rules } of [turkish, arabic]) {
        expect(rules[ruleOf(message)]).not.toBe(told(message));
        expect(rules[ruleOf(message)]).not.toBe(rules.NOT_ALLOWED);
      }
  });
});

describe('patient sign-in form', () => {
  const problem = (values: { email: string; password: string }) =>
    accounts.patientLoginSchema.safeParse(values).error?.issues.map(({ message }) => told(message));
  it('needs a valid email [PAT-106]', () => {
    expect(problem({ email: 'x', password: 'y' })).toEqual(['Please enter a valid email address']);
  });
  it('needs a password [PAT-107]', () => {
    expect(problem({ email: 'a@b.co', password: '' })).toEqual(['Password is required']);
  });
});
