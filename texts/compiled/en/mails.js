// Written by npm run texts from the JSON files of texts/.

export default {
  questions: (d) => "Questions? Write to " + d.contact,
  templates: {
    "verify-email": {
      subject: "Verify your e-mail address",
      text: (d) => "Your DUAI account was created. Open the link to verify your e-mail address (valid for 48 hours).\n\n" + d.link + "\n\nIf you did not create this account, you can ignore this message.",
      action: "Verify my e-mail address"
    },
    "images-arrived": {
      subject: (d) => "Your images have arrived: " + d.caseNumber,
      text: (d) => "The images of your case " + d.caseNumber + " have reached us; there is nothing you need to do. We will tell you when your report is signed. You can follow your case here.\n\n" + d.link,
      action: "Open my case"
    },
    "password-reset": {
      subject: "Reset your password",
      text: (d) => "Open the link to set a new password (valid for 60 minutes, works once).\n\n" + d.link + "\n\nIf you did not request this, you do not need to do anything.",
      action: "Set a new password"
    },
    "password-changed": {
      subject: "Your password was changed",
      text: (d) => "Your password was changed and all your sessions were ended. If this was not you, write to us at once: " + d.contact
    },
    "change-email": {
      subject: "Verify your new e-mail address",
      text: (d) => "You asked to use this address for your DUAI account. Open the link to confirm it (valid for 48 hours).\n\n" + d.link + "\n\nIf you did not request this, you do not need to do anything.",
      action: "Confirm the new address"
    },
    "change-email-asked": {
      subject: "Request to change your e-mail address",
      text: (d) => "Someone asked to change the e-mail address of your account. Until the new address is confirmed, this one stays valid. If this was not you, cancel the change in your settings and change your password.\n\n" + d.link,
      action: "Go to my settings"
    },
    "security-changed": {
      subject: "The security settings of your account were changed",
      text: (d) => "The sign-in settings of your DUAI account (password, e-mail address, passkey or two-step verification) were changed. If this was not you, write to us at once: " + d.contact
    },
    "recovery-code-used": {
      subject: "A recovery code was used",
      text: (d) => "A recovery code was used instead of a one-time code to sign in to your account. Recovery codes left: " + d.left + ". If this was not you, write to us at once: " + d.contact
    },
    "phone-code": {
      subject: "Your verification code",
      text: (d) => "Your verification code is " + d.code + ". It is valid for 10 minutes; do not share it."
    },
    "account-exists": {
      subject: "You already have an account",
      text: (d) => "Someone tried to create an account with this e-mail address; you already have one. You can sign in or reset your password.\n\n" + d.link,
      action: "Sign in"
    },
    "report-ready": {
      subject: (d) => "Your case " + d.caseNumber + " is completed",
      text: (d) => "The report of your case " + d.caseNumber + " is ready. Sign in to your account to read it.\n\n" + d.link,
      action: "Read the report"
    },
    "case-question": {
      subject: (d) => "There is a question about your case " + d.caseNumber,
      text: (d) => "Our radiologist has a question about your case " + d.caseNumber + ". Sign in to your account to answer it; the review continues after your answer.\n\n" + d.link,
      action: "See the question"
    },
    "case-answer": {
      subject: (d) => "There is a new answer in your case " + d.caseNumber,
      text: (d) => "Our radiologist has written to you in your case " + d.caseNumber + ". Sign in to your account to read it.\n\n" + d.link,
      action: "Read the answer"
    },
    "case-arrived": {
      subject: "A new case is waiting to be read",
      text: (d) => "A new case has arrived. Open the worklist of the console to claim it.\n\n" + d.link,
      action: "Open the worklist"
    },
    "case-late": {
      subject: "A case is late",
      text: (d) => "A case is overdue and its report is not signed yet; it is at the top of the worklist. Please read it now, or hand it to a colleague.\n\n" + d.link,
      action: "Open the worklist"
    },
    "case-unclaimed": {
      subject: "Nobody has claimed a case",
      text: (d) => "Half of the time for a case has passed, and no radiologist has claimed it. Please contact a radiologist; their accounts are on this page.\n\n" + d.link,
      action: "Open the console"
    },
    "colleague-asks": {
      subject: "A colleague asks you about a case",
      text: (d) => "A colleague has asked you something about a case. Open the worklist of the console; the case stands under “Colleagues”.\n\n" + d.link,
      action: "Open the worklist"
    },
    "colleague-answers": {
      subject: "A colleague has answered you",
      text: (d) => "A colleague has written to you about a case. Open the worklist of the console; the case stands under “Colleagues”.\n\n" + d.link,
      action: "Open the worklist"
    },
    "second-read-open": {
      subject: "A case needs a second, blinded reader",
      text: (d) => "A case needs a second, blinded reader. Open the worklist of the console; the case stands under “Second reads”. The first colleague to take it reads it.\n\n" + d.link,
      action: "Open the worklist"
    },
    "second-read-adjudication": {
      subject: "A case needs an adjudicator",
      text: (d) => "The two readers of a case differ, and a third radiologist has to decide. Open the worklist of the console; the case stands under “Second reads”.\n\n" + d.link,
      action: "Open the worklist"
    },
    "second-read-confirmation": {
      subject: "A report was changed after your opinion",
      text: (d) => "A report was changed after you gave your opinion on it, and it cannot be signed until you confirm it. Open the worklist of the console; the case stands under “Second reads”.\n\n" + d.link,
      action: "Open the worklist"
    },
    "application-received": {
      subject: "We received your trial application",
      text: "We received your application for a DuaiCheck trial. A specialist will reach out within 48 hours."
    },
    "application-to-operators": {
      subject: "New trial application",
      text: (d) => "A new trial application is waiting in the console.\n\n" + d.link,
      action: "Open the console"
    },
    "application-declined": {
      subject: "Your trial application",
      text: (d) => "We cannot accept your application for a DuaiCheck trial.\n\nThe reason: " + d.reason + "\n\nWrite to us if you have questions."
    },
    "application-question": {
      subject: "A question about your trial application",
      text: (d) => "We have a question about your application for a DuaiCheck trial: " + d.question + "\n\nOpen the link to answer it (valid for 14 days, works once).\n\n" + d.link,
      action: "Answer the question"
    },
    "application-answered": {
      subject: "An applicant has answered",
      text: (d) => "An applicant has answered your question.\n\n" + d.link,
      action: "Open the console"
    },
    "upgrade-requested": {
      subject: "An institution asks for an upgrade",
      text: (d) => d.institution + " wants to continue with pay per scan. " + d.message + "\n\n" + d.link,
      action: "Open the console"
    },
    "staff-invitation": {
      subject: "Your invitation to the DUAI console",
      text: (d) => "You are invited to work in the DUAI console. Open the link to choose a password and to set up one-time codes in an authenticator app (valid for 7 days, works once).\n\n" + d.link,
      action: "Accept the invitation"
    },
    "member-invitation": {
      subject: "Your invitation to DuaiCheck",
      text: (d) => d.institution + " invited you to DuaiCheck. Open the link to choose a username and a password (valid for 7 days, works once).\n\n" + d.link,
      action: "Accept the invitation"
    },
    invitation: {
      subject: "Your invitation to DuaiCheck",
      text: (d) => "Your trial application was approved. Open the link to choose a username and a password (valid for 7 days, works once).\n\n" + d.link,
      action: "Accept the invitation"
    },
    "erasure-asked": {
      subject: (d) => "Your account will be erased on " + d.date,
      text: (d) => "You asked us to erase your account and all your data. They will be erased on " + d.date + "; after that they cannot be recovered. Until then you can change your mind and download a copy of your data:\n\n" + d.link + "\n\nIf you did not request this, sign in at once, stop the erasure and change your password.",
      action: "Go to my data"
    },
    "erasure-cancelled": {
      subject: "Your account will not be erased",
      text: "You cancelled your request for erasure. Your account and your data stay as they are."
    },
    "erasure-done": {
      subject: "Your data were erased",
      text: (d) => "Your account and all your data were erased. The document that shows what was erased is behind this link; it does not name you:\n\n" + d.link + "\n\nThis is the last message we send you. We no longer keep your address.",
      action: "Open the document"
    },
    "critical-finding": {
      subject: (d) => "Please read the report of your case " + d.caseNumber + " now",
      text: (d) => "Your radiologist marked something in the report of case " + d.caseNumber + " that should not wait. Please open it now, confirm that you have read it, and speak to a doctor today.\n\n" + d.link,
      action: "Read the report"
    },
    "critical-unacknowledged": {
      subject: "A critical finding has not been acknowledged",
      text: (d) => "Neither the patient nor their doctor has acknowledged the critical finding of a signed report. We wrote to the patient again. Please make sure that someone calls the patient and records the call: radiologists find the case marked among the completed cases of the worklist, operators find the patient at the top of the page “Health”.\n\n" + d.link,
      action: "Open the console"
    },
    "studies-expire": {
      subject: (d) => "Studies of " + d.institution + " will be deleted",
      text: (d) => d.institution + " set how long its studies are kept. " + d.studies + " studies have nearly reached that age and will be deleted from " + d.day + " on, with their images and results. " + d.evaluated + " of them are part of an evaluation. You can keep single studies, or change the setting, on this page.\n\n" + d.link,
      action: "Open the setting"
    },
    "version-breach": {
      subject: (d) => "A figure of " + d.name + " left its control limits",
      text: (d) => "On " + d.day + " the figure “" + d.measure + "” of the algorithm " + d.name + " left its control limits. The version goes on running. The console page Algorithms shows the chart.\n\n" + d.link,
      action: "Open the console"
    },
    "version-paused": {
      subject: (d) => d.name + " was paused",
      text: (d) => "On " + d.day + " the figure “" + d.measure + "” of the algorithm " + d.name + " left its control limits, and the version was switched off on the studies concerned. It stays off there until someone makes it active again. The console page Algorithms shows the chart.\n\n" + d.link,
      action: "Open the console"
    }
  },
  copyAddress: "If the button does not open, paste this address into your browser:"
}