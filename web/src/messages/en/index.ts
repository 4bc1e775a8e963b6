import type { Messages } from '../tr/index.ts';
import { accountTexts } from './accounts.ts';
import { caseDetailTexts } from './case-details.ts';
import { caseTexts } from './cases.ts';
import { interfaceTexts } from './interface.ts';
import { questionTexts } from './questions.ts';
import { reportTexts } from './reports.ts';
import { rightsTexts } from './rights.ts';
import { settingsTexts } from './settings.ts';
import { shareTexts } from './shares.ts';
import { uploadTexts } from './uploads.ts';
import { verificationTexts } from './verification.ts';
import { viewerTexts } from './viewer.ts';

export const messages: Messages = {
  interface: interfaceTexts,
  accounts: accountTexts,
  cases: caseTexts,
  caseDetails: caseDetailTexts,
  reports: reportTexts,
  uploads: uploadTexts,
  settings: settingsTexts,
  shares: shareTexts,
  rights: rightsTexts,
  viewer: viewerTexts,
  questions: questionTexts,
  verification: verificationTexts,
};
