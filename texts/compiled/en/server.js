// Written by npm run texts from the JSON files of texts/.

export default {
  accounts: {
    loggedOut: "You are signed out.",
    verificationSent: "The verification e-mail was sent.",
    verified: "Your e-mail address is verified.",
    resetSent: "If there is an account with this address, a reset link was sent.",
    passwordChanged: "Your password was changed. You can sign in with the new one.",
    othersEnded: "Your password was changed. Your other sessions were ended, and links sent by mail no longer work.",
    accountReady: "Your account is ready. You can sign in.",
    codeSent: "The code was sent to your phone."
  },
  analyses: {
    routingReasons: {
      SWITCHED_OFF: "This model is switched off in your institution.",
      NO_RULE_MATCHES: "None of your routing rules fits this series.",
      VENDOR_FOR_INSTITUTIONS: "This algorithm runs on a box of its maker; only studies of institutions are sent there.",
      VENDOR_NOT_IN_SHADOW: "This algorithm runs on a box of its maker; it is not tried in the shadow."
    },
    failureCauses: {
      TIMED_OUT: "it took longer than it may",
      MEMORY: "it needed more memory than it may",
      CRASHED: "it crashed",
      MODEL_CHANGED: "the file of the model is not the one that was imported",
      MODEL_OUTPUT_INVALID: "the model gave numbers or shapes that are not valid",
      RUN_FAILED: "the model cannot be run",
      MODEL_SERVER_UNKNOWN: "the server of the model is not set up here",
      REMOTE_ADDRESS_REFUSED: "the address of the server may not be called",
      REMOTE_DOWN: "the server of the model could not be reached",
      REMOTE_PAUSED: "the server of the model failed several times in a row and is not asked for a while",
      REMOTE_TIMED_OUT: "the server of the model did not answer in time",
      REMOTE_REFUSED: "the server of the model refused the request",
      REMOTE_SILENT: "no result came from the box of the maker in time",
      REMOTE_ANSWER_INVALID: "the answer of the server of the model is not as its protocol says",
      REMOTE_ANSWER_TOO_LARGE: "the server of the model sent more than it may",
      RESULT_INVALID: "its result is not valid"
    },
    failed: (d) => "The analysis could not be completed (" + d.code + "). There is no result; the images are unaffected.",
    failedBy: (d) => "The analysis could not be completed (" + d.code + "): " + d.cause + ". There is no result; the images are unaffected."
  },
  billing: {
    upgradeAsked: "Your request was sent. We will get back to you by e-mail."
  },
  evaluation: {
    groundTruth: {
      quote: "A quotation mark is not closed.",
      columns: "The line needs two columns: study, label.",
      study: (d) => "“" + d.study + "” is neither a Study Instance UID nor the id of a scan.",
      label: (d) => "The label “" + d.label + "” is not known; write positive or negative (1 or 0).",
      twice: (d) => "This study has another label on line " + d.line + ".",
      empty: "The file has no lines.",
      many: (d) => "At most " + d.max + " lines can be taken."
    }
  },
  institutions: {
    received: "Your application was received. A specialist will reach out within 48 hours.",
    answered: "Your answer was sent. We will get back to you by e-mail."
  },
  rights: {
    copy: {
      title: "DUAI: a copy of your data",
      cases: "a folder for each case: the signed report (report.pdf, report.json) and the images you uploaded, as they came",
      bundle: "the same in the form that health systems read (HL7 FHIR R4: Patient, ImagingStudy, DiagnosticReport)",
      accessLog: "who saw your data, and when",
      data: "your account, consents, cases and everything else that we hold (JSON), table by table",
      foot: "Times are UTC. Images are DICOM; free DICOM viewers and your doctor’s system open them.\nThis file holds your health data: keep it in a safe place."
    }
  },
  scans: {
    uploaded: "The scan was uploaded; analysis has started.",
    deleted: "The study was deleted with its images and results.",
    failures: {
      ANALYSIS_FAILED: "The analysis stopped with an error. Upload the study again to repeat it; it costs nothing.",
      NO_READABLE_IMAGE: "None of the images could be decoded. Open the study to see why and what to do.",
      NOTHING_FITTED: "No algorithm could look at these images."
    },
    sampleFindings: {
      brain: "Sample: no acute abnormality.",
      chest: "Sample: clear lungs.",
      abdomen: "Sample: no focal lesion."
    }
  },
  studies: {
    uploaded: "Your images are uploaded. AI analysis has started.",
    lostFiles: {
      head: "These files are NOT in this archive. The copies that we stored are damaged or cannot be found; we give out no damaged file.",
      tail: "All other files are whole. The fault is ours, and we have been told of it. If you have the originals, upload them again: that mends the copies. If not, write to us, and ask for the archive again in a few days."
    }
  }
}