// Written by npm run texts from the JSON files of texts/.
import { en } from "@messageformat/runtime/lib/cardinals";
import { number, plural } from "@messageformat/runtime";
export default {
  dossier: {
    title: "End-of-trial dossier",
    footer: (d) => "DUAI · Dossier " + d.id + " · " + d.institution,
    institution: "Institution",
    created: "Created",
    trial: "Trial",
    period: (d) => d.from + " to " + d.to,
    studies: "Studies",
    counts: (d) => d.studies + ": " + d.complete + " complete, " + d.failed + " failed, " + d.processing + " running",
    turnaround: "Turnaround",
    times: (d) => "From the arrival of the last image to the end of the analysis, " + d.count + " complete " + plural(d.count, 0, en, { one: "study", other: "studies" }) + ": median " + d.median + ", 90th percentile " + d.p90 + ", shortest " + d.min + ", longest " + d.max + ".",
    noTimes: "No study was completed.",
    rule: (d) => "Algorithm " + d.algorithm + ". An answer is positive when " + d.rule + ".",
    evaluated: (d) => "Studies with an answer and ground truth: " + d.evaluated + ". Not part of the figures: " + d.withoutAnswer + " with ground truth but no answer (not run, not evaluable or failed), and " + d.withoutTruth + " with an answer but no ground truth.",
    byVerdict: (d) => "For " + d.count + " of them, the ground truth is a verdict given in sight of the AI’s answer. Such figures tend to be too good.",
    small: (d) => "Small numbers: fewer than " + d.least + " positive or fewer than " + d.least + " negative studies. Read the intervals, not the values.",
    figure: "Figure",
    value: "Value (95 % confidence interval)",
    auc: "Area under the ROC curve",
    nothing: "not computable: nothing to count",
    noScore: "not computable: needs a score and studies of both kinds",
    counted: "True / false positives",
    subgroups: (d) => d.question + ": subgroups",
    group: "Group",
    sensitivity: "Sensitivity",
    specificity: "Specificity",
    aucShort: "AUC",
    accuracy: "Accuracy",
    noQuestion: "No endpoint was defined, so there are no figures.",
    methods: "Methods",
    intervals: "Shares: score interval (Wilson 1927, J Am Stat Assoc 22:209–212). Area under the ROC curve: DeLong, DeLong, Clarke-Pearson 1988, Biometrics 44:837–845; ties count half. Quantiles: type 7 of Hyndman and Fan 1996. Of several series in a study, the most positive one counts.",
    limits: (d) => d.disclaimer + " The figures describe these studies on these devices only.",
    check: "Verification",
    recompute: "Every figure can be recomputed from the CSV of this dossier.",
    hash: (d) => "SHA-256 of the CSV: " + d.hash,
    trueAndFalse: (d) => d.truePositives + " / " + d.falsePositives + "; true / false negatives " + d.trueNegatives + " / " + d.falseNegatives
  },
  draft: {
    notGiven: "Not given.",
    symptoms: (d) => "Symptoms: " + d.symptoms,
    noComparison: "No earlier examination was sent with this case.",
    sentBefore: (d) => "Earlier examinations sent with this case: " + d.examinations + ".",
    notDated: "Not all images carry a date of examination, so it is not known whether some are of an earlier examination.",
    earlier: (d) => "Earlier examinations read here: " + d.examinations + ".",
    notEarlier: (d) => "Examinations read here that are of the same day or newer: " + d.examinations + ".",
    earlierUnknown: (d) => "Examinations read here of which it is not known whether they are earlier, because a date is missing: " + d.examinations + ".",
    ofOther: (d) => d.examination + " (the identity on its images differs from the patient’s)",
    images: (d) => d.count + " images",
    kernel: (d) => "kernel " + d.kernel,
    plainSummary: "Your images were read by our radiologist. Artificial intelligence only measured and checked their quality; the assessment and this report are the radiologist’s. Please discuss your questions with the doctor who treats you.",
    aiResults: "Results of AI, reviewed by the radiologist who signed.",
    thickness: (d) => "slice thickness " + d.mm + " mm",
    ofSeries: (d) => "Series " + d.series + ": " + d.sentence,
    ofPart: (d) => d.modality + " " + d.part
  },
  paper: {
    page: (d) => "Page " + d.page + " of " + d.pages,
    leftOut: "These DICOM objects could not be made, or only in part:",
    lacks: (d) => "made without " + d.measurements + " and therefore marked as partial and not verified: " + d.because,
    leftOutBecause: {
      FILE_DAMAGED: "our stored copy of an image that it needs is damaged",
      IMAGE_NOT_READABLE: "an image that it needs cannot be decoded",
      NOT_MADE: "our server did not manage to make it"
    }
  },
  report: {
    title: "Radiology second-opinion report",
    patient: "Patient",
    born: "Date of birth",
    patientId: "Patient ID",
    accession: "Accession number",
    notInImages: "not in the images",
    numbersLeftOut: "numbers of images that name another person or do not agree are left out",
    examined: "Date of examination",
    dateRemoved: "removed from the images with the personal details",
    otherDatesRemoved: "others removed from the images with the personal details",
    series: "series",
    critical: "This report has a finding that should not wait. Please speak to a doctor today.",
    hasAddenda: {
      correction: (d) => "Corrected by an addendum of " + d.date + ", at the end of this report.",
      supplement: (d) => "With an addendum of " + d.date + ", at the end of this report."
    },
    "case": "Case",
    examination: "Examination",
    signed: "Signed",
    keyImages: "Key images",
    keyImage: "Key image",
    image: (d) => "image " + d.number,
    sides: {
      right: "right",
      left: "left",
      both: "both sides"
    },
    window: "window",
    part: "enlarged part",
    ai: "AI assistance",
    aiText: "This report was prepared with the assistance of artificial intelligence; images and text were assessed and signed by the radiologist named below. The AI supports decisions and makes no diagnosis of its own.",
    aiNone: "No algorithm gave a result on these images; the radiologist named below assessed them and wrote and signed the text.",
    signedBy: "Signed by",
    hash: "Content hash (SHA-256)",
    agreement: "Agreement with the first report",
    verify: "Verify this report",
    verifyHelp: "Scan the code or open the address; it only says whether the report is valid.",
    verifyAlt: "QR code of the verification page",
    sections: {
      clinicalInformation: "Clinical information",
      technique: "Technique",
      comparison: "Comparison",
      findings: "Findings",
      impression: "Impression",
      recommendations: "Recommendations",
      plainSummary: "Summary for you"
    },
    agreements: {
      concordant: "concordant",
      "minor-difference": "minor difference",
      "major-difference": "major difference"
    },
    outcomes: {
      evaluated: "evaluated",
      "not-evaluable": "not evaluable"
    },
    verdicts: {
      accepted: "accepted by the radiologist",
      corrected: "changed by the radiologist",
      rejected: "rejected by the radiologist, not used in the report"
    },
    addenda: {
      supplement: "Addendum",
      correction: "Addendum, correction"
    },
    registration: (d) => "registration no. " + d.number,
    modalities: {
      CT: "CT",
      MRI: "MRI",
      "X-Ray": "X-Ray",
      Ultrasound: "Ultrasound",
      Mammography: "Mammography",
      "PET-CT": "PET-CT"
    }
  },
  scan: {
    title: "AI report",
    sampleTitle: "AI report (sample content)",
    study: "Study",
    modality: "Modality",
    bodyPart: "Body part",
    patient: "Patient",
    studyDate: "Study date",
    uploaded: "Uploaded",
    status: "Status",
    statuses: {
      processing: "running",
      complete: "complete",
      failed: "failed"
    },
    findings: "Findings",
    measurement: "Measurement",
    value: "Value",
    unit: "Unit",
    disclaimer: "AI-assisted, for research and decision support. Not a diagnosis."
  },
  statement: {
    title: (d) => "Usage statement " + d.month,
    footer: (d) => "DUAI · Usage statement " + d.month + " · " + d.institution,
    institution: "Institution",
    month: "Month",
    monthUtc: (d) => d.month + " (days in UTC)",
    toBePaid: "To be paid",
    nothing: "Nothing",
    and: (d) => d.one + " and " + d.other,
    scansAsAgreed: (d) => d.scans + " as agreed",
    onTheTrial: "On the trial",
    atNoCost: (d) => d.scans + ", at no cost",
    notCharged: "Not charged",
    notAnalysed: (d) => d.scans + " that failed or that no algorithm could process",
    stillRunning: "Still running",
    scans: (d) => plural(d.count, 0, en, { one: number("en", d.count, 0) + " scan", other: number("en", d.count, 0) + " scans" }),
    amount: "Amount",
    priceValidFrom: "Price valid from",
    scansHead: "Scans",
    price: "Price of a scan",
    sum: "Sum",
    tax: "Tax",
    asAgreed: "as agreed",
    taxAsAgreed: "As in your agreement",
    howCounted: "How it is counted",
    counting: "A scan is one analysed study. A study sent again, or with more images, is not counted again. Each study counts in the month in which it was accepted, at the price of that day.",
    accepted: "Accepted (UTC)",
    scan: "Scan",
    source: "Source",
    modality: "Modality",
    billing: "Billing",
    status: "Status",
    days: "Days",
    tooMany: "These are too many scans for paper. The CSV of this month lists them all.",
    acceptedOn: "Accepted on (UTC)",
    statuses: {
      reserved: "running",
      charged: "charged",
      released: "not charged"
    },
    billings: {
      trial: "trial",
      metered: "metered"
    }
  }
}