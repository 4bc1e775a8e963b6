import type { VerificationTexts } from '../tr/verification.ts';

export const verificationTexts: VerificationTexts = {
  pageTitle: 'Verify a report – DUAI',
  heading: 'Verify a report',
  intro: 'This page says whether a report was signed at DUAI. It tells nothing about the person or the content.',
  checking: 'Checking…',
  valid: 'This report is valid',
  validText: 'A report with this hash was signed by a radiologist at DUAI and has not changed since.',
  copyDamagedText:
    'The PDF that DUAI keeps of it is damaged at the moment and is not given out; that is our fault and is being repaired. What you hold is judged by its own hash.',
  invalid: 'This report is not valid',
  invalidText:
    'There is no signed report with this hash. The address may have been read incompletely; scan the code again. Ask whoever issued the paper before you rely on it.',
  failedTitle: 'It could not be checked',
  fileTitle: 'Check a PDF file',
  fileText: 'The file stays on this device; only its hash (SHA-256) is asked about.',
  fileChoose: 'Choose a PDF',
  fileInput: 'Report file',
  hash: 'Hash (SHA-256)',
};
