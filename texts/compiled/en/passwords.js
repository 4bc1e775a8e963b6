// Written by npm run texts from the JSON files of texts/.

export default {
  forgot: {
    pageTitle: "Forgot password – DUAI",
    heading: "Reset your password",
    intro: "Enter the e-mail address of your account and we will send you a link that works once.",
    submit: "Send link",
    submitting: "Sending…",
    sentTitle: "Check your e-mail",
    sentText: "If there is an account with this address, the reset link is on its way. It is valid for one hour. Check your spam folder too.",
    failedTitle: "Could not be sent",
    backToLogin: "Back to sign in"
  },
  reset: {
    pageTitle: "New password – DUAI",
    heading: "Choose a new password",
    password: "New password",
    submit: "Save password",
    submitting: "Saving…",
    doneTitle: "Your password has changed",
    doneText: "All open sessions were ended, and earlier links no longer work. You can sign in with your new password.",
    doneTextWithShares: "All open sessions were ended. Earlier links no longer work, including those you gave to doctors. You can sign in with your new password.",
    failedTitle: "The password was not changed",
    linkMissingTitle: "The link is incomplete",
    linkMissingText: "This page opens from the link in the e-mail. Make sure that you copied the whole link, or request a new one.",
    removePasskeys: "Also remove my passkeys",
    removePasskeysHelp: "Tick this if someone else may have accessed your account: a passkey signs in without the password. You can add a new one afterwards.",
    requestAgain: "Request a new link"
  }
}