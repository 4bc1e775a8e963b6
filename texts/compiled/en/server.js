// Written by npm run texts from the JSON files of texts/.

export default {
  accounts: {
    loggedOut: "You are signed out.",
    verificationSent: "The verification e-mail was sent.",
    verified: "Your e-mail address is verified.",
    resetSent: "If there is an account with this address, a reset link was sent.",
    passwordChanged: "Your password was changed. You can sign in with the new one.",
    othersEnded: "Your password was changed. Your other sessions were ended, and links sent by e-mail no longer work.",
    accountReady: "Your account is ready. You can sign in.",
    codeSent: "The code was sent to your phone."
  },
  analyses: {
    routingReasons: {
      SWITCHED_OFF: "This model is switched off in your institution.",
      NO_RULE_MATCHES: "None of your routing rules matches this series.",
      VENDOR_FOR_INSTITUTIONS: "This algorithm runs on its vendor’s system; only studies of institutions are sent there.",
      VENDOR_NOT_IN_SHADOW: "This algorithm runs on its vendor’s system; it is not run in shadow mode."
    },
    failureCauses: {
      TIMED_OUT: "it exceeded the time limit",
      MEMORY: "it exceeded the memory limit",
      CRASHED: "it crashed",
      MODEL_CHANGED: "the model file differs from the imported one",
      MODEL_OUTPUT_INVALID: "the output of the model is invalid",
      RUN_FAILED: "the model cannot be run",
      MODEL_SERVER_UNKNOWN: "the model server is not configured here",
      REMOTE_ADDRESS_REFUSED: "the address of the server is not allowed",
      REMOTE_DOWN: "the model server could not be reached",
      REMOTE_PAUSED: "the model server failed several times in a row and is paused",
      REMOTE_TIMED_OUT: "the model server did not answer in time",
      REMOTE_REFUSED: "the model server refused the request",
      REMOTE_SILENT: "no result arrived from the vendor’s system in time",
      REMOTE_ANSWER_INVALID: "the answer of the model server violates its protocol",
      REMOTE_ANSWER_TOO_LARGE: "the answer of the model server is too large",
      RESULT_INVALID: "its result is invalid"
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
      many: (d) => "At most " + d.max + " lines are allowed."
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
      bundle: "the same data in the format that health systems read (HL7 FHIR R4: Patient, ImagingStudy, DiagnosticReport)",
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
      NOTHING_FITTED: "No model could process this study."
    }
  },
  studies: {
    uploaded: "Your images are uploaded. AI analysis has started.",
    lostFiles: {
      head: "These files are NOT in this archive. Our stored copies are damaged or missing; we do not hand out damaged files.",
      tail: "All other files are complete. This is our fault, and we have been notified. If you have the originals, upload them again to repair our copies. If not, write to us, and request the archive again in a few days."
    }
  }
}