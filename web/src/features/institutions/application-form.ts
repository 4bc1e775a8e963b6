import type { institutions } from '@duai/contract';
import type { z } from 'zod';
import { ApiError, messageOf } from '../../lib/api.ts';
import type { WorkTexts } from '../../lib/messages.tsx';

/** The wizard's fields as typed: all of them are texts until the form is sent. */
export interface TrialForm {
  institutionName: string;
  contactName: string;
  email: string;
  phone: string;
  country: string;
  pacsVendor: string;
  pacsVersion: string;
  dicomNodes: string;
  modalities: string[];
  studiesPerDay: string;
  comments: string;
  gdprConsent: boolean;
}

export const EMPTY_TRIAL: TrialForm = {
  institutionName: '',
  contactName: '',
  email: '',
  phone: '',
  country: '',
  pacsVendor: '',
  pacsVersion: '',
  dicomNodes: '',
  modalities: [],
  studiesPerDay: '',
  comments: '',
  gdprConsent: false,
};

const isFilled = (text: string): boolean => text.trim() !== '';

/** Whether the button of a step is enabled (specification, section 5; country is checked too, decisions.md). */
export function canContinue(step: number, form: TrialForm): boolean {
  if (step === 1) return [form.institutionName, form.contactName, form.email, form.phone, form.country].every(isFilled);
  if (step === 2) return isFilled(form.pacsVendor);
  return form.gdprConsent;
}

/** The body of the call; empty fields are left out. The server names fields that break a rule. */
export const toApplication = (form: TrialForm): institutions.TrialRegistration => {
  const optional = (text: string) => text.trim() || undefined;
  const body: Record<keyof z.input<typeof institutions.trialRegistrationSchema>, unknown> = {
    ...form,
    pacsVersion: optional(form.pacsVersion),
    dicomNodes: optional(form.dicomNodes),
    studiesPerDay: optional(form.studiesPerDay),
    comments: optional(form.comments),
  };
  return body as institutions.TrialRegistration;
};

/**
 * Text of the red box in the wizard (specification, section 8): the server's message, a general text if there is none, or the
 * text for a missing answer.
 */
export const registrationFailure = (error: unknown, texts: WorkTexts['institutions']['trialRegistration']): string =>
  messageOf(error, error instanceof ApiError && error.status > 0 ? texts.failed : texts.failedUnreached);
