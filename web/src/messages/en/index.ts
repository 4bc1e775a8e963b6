import type { Messages } from '../tr/index.ts';
import { accountTexts } from './accounts.ts';
import { caseTexts } from './cases.ts';
import { interfaceTexts } from './interface.ts';
import { landingTexts } from './landing.ts';
import { reportTexts } from './reports.ts';

export const messages: Messages = {
  interface: interfaceTexts,
  landing: landingTexts,
  accounts: accountTexts,
  cases: caseTexts,
  reports: reportTexts,
};
