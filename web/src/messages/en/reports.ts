import type { ReportTexts } from '../tr/reports.ts';

export const reportTexts: ReportTexts = {
  pageTitle: (p) => `Report ${p.caseNumber} – DUAI`,
  title: 'Radiology second-opinion report',
  writtenIn: {
    tr: 'This report was written in Turkish; the signed text is shown as it is.',
    en: 'This report was written in English.',
  },
  images: 'My images',
  back: 'Back to the case',
  patient: 'Patient',
  caseNumber: 'Case no.',
  signedBy: 'Signed by',
  signedAt: 'Signed at',
  plainSummary: 'Summary for you',
  summaryForPatient: 'Summary for the patient',
  sections: {
    clinicalInformation: 'Clinical information',
    technique: 'Technique',
    comparison: 'Comparison',
    findings: 'Findings',
    impression: 'Impression',
    recommendations: 'Recommendations',
  },
  keyImages: 'Key images',
  keyImage: (p) => `Key image ${p.index}`,
  window: 'Image window',
  part: 'enlarged part',
  addendum: 'Addendum',
  algorithms: 'What AI contributed',
  algorithmsText:
    'This report was prepared with AI-assisted decision support, and read and signed by a radiologist. Algorithms used:',
  outcomes: { evaluated: 'evaluated', 'not-evaluable': 'not evaluable' },
  agreement: 'Agreement with the first report',
  agreements: {
    concordant: { label: 'Concordant', text: 'The second opinion came to the same result as the first report.' },
    'minor-difference': {
      label: 'Minor difference',
      text: 'The results point the same way; details differ that are not expected to change the treatment.',
    },
    'major-difference': {
      label: 'Major difference',
      text: 'The second opinion differs from the first report in an important point. Show both to your doctor.',
    },
  },
  verify: 'Open the verification page',
  fingerprint: 'Report digest (SHA-256)',
  download: 'Download PDF',
  downloading: 'Preparing PDF...',
  downloadFailedTitle: 'The PDF could not be downloaded',
  print: 'Print',
  loading: 'Opening your report',
  notReadyTitle: 'The report is not ready yet',
  notReadyText: 'We will tell you when the radiologist has signed it.',
  verifyTitle: 'Your report is ready; please verify your e-mail first',
  verifyText:
    'A report opens only to a verified address. Follow the link in the mail we sent you; check your spam folder too.',
  failedTitle: 'The report could not be opened',
  disclaimer:
    'In an emergency do not wait for this report; call your local emergency number. Ask your physician before you decide on treatment.',
};
