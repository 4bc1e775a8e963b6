// Written by npm run texts from the JSON files of texts/.
export interface Texts {
  readonly "dossier": {
    readonly "title": string;
    readonly "footer": (p: { readonly id: string | number; readonly institution: string | number }) => string;
    readonly "institution": string;
    readonly "created": string;
    readonly "trial": string;
    readonly "period": (p: { readonly from: string | number; readonly to: string | number }) => string;
    readonly "studies": string;
    readonly "counts": (p: { readonly studies: string | number; readonly complete: string | number; readonly failed: string | number; readonly processing: string | number }) => string;
    readonly "turnaround": string;
    readonly "times": (p: { readonly count: number; readonly median: string | number; readonly p90: string | number; readonly min: string | number; readonly max: string | number }) => string;
    readonly "noTimes": string;
    readonly "rule": (p: { readonly algorithm: string | number; readonly rule: string | number }) => string;
    readonly "evaluated": (p: { readonly evaluated: string | number; readonly withoutAnswer: string | number; readonly withoutTruth: string | number }) => string;
    readonly "byVerdict": (p: { readonly count: string | number }) => string;
    readonly "small": (p: { readonly least: string | number }) => string;
    readonly "figure": string;
    readonly "value": string;
    readonly "auc": string;
    readonly "nothing": string;
    readonly "noScore": string;
    readonly "counted": string;
    readonly "subgroups": (p: { readonly question: string | number }) => string;
    readonly "group": string;
    readonly "sensitivity": string;
    readonly "specificity": string;
    readonly "aucShort": string;
    readonly "accuracy": string;
    readonly "noQuestion": string;
    readonly "methods": string;
    readonly "intervals": string;
    readonly "limits": (p: { readonly disclaimer: string | number }) => string;
    readonly "check": string;
    readonly "recompute": string;
    readonly "hash": (p: { readonly hash: string | number }) => string;
    readonly "trueAndFalse": (p: { readonly truePositives: string | number; readonly falsePositives: string | number; readonly trueNegatives: string | number; readonly falseNegatives: string | number }) => string;
  };
  readonly "draft": {
    readonly "notGiven": string;
    readonly "symptoms": (p: { readonly symptoms: string | number }) => string;
    readonly "noComparison": string;
    readonly "sentBefore": (p: { readonly examinations: string | number }) => string;
    readonly "notDated": string;
    readonly "earlier": (p: { readonly examinations: string | number }) => string;
    readonly "notEarlier": (p: { readonly examinations: string | number }) => string;
    readonly "earlierUnknown": (p: { readonly examinations: string | number }) => string;
    readonly "ofOther": (p: { readonly examination: string | number }) => string;
    readonly "images": (p: { readonly count: string | number }) => string;
    readonly "kernel": (p: { readonly kernel: string | number }) => string;
    readonly "plainSummary": string;
    readonly "aiResults": string;
    readonly "thickness": (p: { readonly mm: string | number }) => string;
    readonly "ofSeries": (p: { readonly series: string | number; readonly sentence: string | number }) => string;
    readonly "ofPart": (p: { readonly part: string | number; readonly modality: string | number }) => string;
  };
  readonly "paper": {
    readonly "page": (p: { readonly page: string | number; readonly pages: string | number }) => string;
    readonly "leftOut": string;
    readonly "lacks": (p: { readonly measurements: string | number; readonly because: string | number }) => string;
    readonly "leftOutBecause": {
      readonly "FILE_DAMAGED": string;
      readonly "IMAGE_NOT_READABLE": string;
      readonly "NOT_MADE": string;
    };
  };
  readonly "report": {
    readonly "title": string;
    readonly "patient": string;
    readonly "born": string;
    readonly "patientId": string;
    readonly "accession": string;
    readonly "notInImages": string;
    readonly "numbersLeftOut": string;
    readonly "examined": string;
    readonly "dateRemoved": string;
    readonly "otherDatesRemoved": string;
    readonly "series": string;
    readonly "critical": string;
    readonly "hasAddenda": {
      readonly "correction": (p: { readonly date: string | number }) => string;
      readonly "supplement": (p: { readonly date: string | number }) => string;
    };
    readonly "case": string;
    readonly "examination": string;
    readonly "signed": string;
    readonly "keyImages": string;
    readonly "keyImage": string;
    readonly "image": (p: { readonly number: string | number }) => string;
    readonly "sides": {
      readonly "right": string;
      readonly "left": string;
      readonly "both": string;
    };
    readonly "window": string;
    readonly "part": string;
    readonly "ai": string;
    readonly "aiText": string;
    readonly "aiNone": string;
    readonly "signedBy": string;
    readonly "hash": string;
    readonly "agreement": string;
    readonly "verify": string;
    readonly "verifyHelp": string;
    readonly "verifyAlt": string;
    readonly "sections": {
      readonly "clinicalInformation": string;
      readonly "technique": string;
      readonly "comparison": string;
      readonly "findings": string;
      readonly "impression": string;
      readonly "recommendations": string;
      readonly "plainSummary": string;
    };
    readonly "agreements": {
      readonly "concordant": string;
      readonly "minor-difference": string;
      readonly "major-difference": string;
    };
    readonly "outcomes": {
      readonly "evaluated": string;
      readonly "not-evaluable": string;
    };
    readonly "verdicts": {
      readonly "accepted": string;
      readonly "corrected": string;
      readonly "rejected": string;
    };
    readonly "addenda": {
      readonly "supplement": string;
      readonly "correction": string;
    };
    readonly "registration": (p: { readonly number: string | number }) => string;
    readonly "modalities": {
      readonly "CT": string;
      readonly "MRI": string;
      readonly "X-Ray": string;
      readonly "Ultrasound": string;
      readonly "Mammography": string;
      readonly "PET-CT": string;
    };
  };
  readonly "scan": {
    readonly "title": string;
    readonly "sampleTitle": string;
    readonly "study": string;
    readonly "modality": string;
    readonly "bodyPart": string;
    readonly "patient": string;
    readonly "studyDate": string;
    readonly "uploaded": string;
    readonly "status": string;
    readonly "statuses": {
      readonly "processing": string;
      readonly "complete": string;
      readonly "failed": string;
    };
    readonly "findings": string;
    readonly "measurement": string;
    readonly "value": string;
    readonly "unit": string;
    readonly "disclaimer": string;
  };
  readonly "statement": {
    readonly "title": (p: { readonly month: string | number }) => string;
    readonly "footer": (p: { readonly month: string | number; readonly institution: string | number }) => string;
    readonly "institution": string;
    readonly "month": string;
    readonly "monthUtc": (p: { readonly month: string | number }) => string;
    readonly "toBePaid": string;
    readonly "nothing": string;
    readonly "and": (p: { readonly one: string | number; readonly other: string | number }) => string;
    readonly "scansAsAgreed": (p: { readonly scans: string | number }) => string;
    readonly "onTheTrial": string;
    readonly "atNoCost": (p: { readonly scans: string | number }) => string;
    readonly "notCharged": string;
    readonly "notAnalysed": (p: { readonly scans: string | number }) => string;
    readonly "stillRunning": string;
    readonly "scans": (p: { readonly count: number }) => string;
    readonly "amount": string;
    readonly "priceValidFrom": string;
    readonly "scansHead": string;
    readonly "price": string;
    readonly "sum": string;
    readonly "tax": string;
    readonly "asAgreed": string;
    readonly "taxAsAgreed": string;
    readonly "howCounted": string;
    readonly "counting": string;
    readonly "accepted": string;
    readonly "scan": string;
    readonly "source": string;
    readonly "modality": string;
    readonly "billing": string;
    readonly "status": string;
    readonly "days": string;
    readonly "tooMany": string;
    readonly "acceptedOn": string;
    readonly "statuses": {
      readonly "reserved": string;
      readonly "charged": string;
      readonly "released": string;
    };
    readonly "billings": {
      readonly "trial": string;
      readonly "metered": string;
    };
  };
}
declare const texts: Texts;
export default texts;
