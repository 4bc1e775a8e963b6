// Written by npm run texts from the JSON files of texts/.

export default {
  close: "Close",
  cancel: "Cancel",
  back: "Back",
  next: "Continue",
  loading: "Loading",
  retry: "Try again",
  required: "required",
  optional: "optional",
  dateParts: {
    day: "Day",
    month: "Month",
    year: "Year"
  },
  showPassword: "Show password",
  hidePassword: "Hide password",
  notifications: "Notifications",
  chooseLanguage: "Language",
  theme: "Appearance",
  themes: {
    system: "System",
    light: "Light",
    dark: "Dark"
  },
  stepOf: (d) => "Step " + d.step + " of " + d.total,
  pageOf: (d) => "Page " + d.page + " of " + d.total,
  pageNumber: (d) => "Page " + d.page,
  previousPage: "Previous page",
  nextPage: "Next page",
  skipToContent: "Skip to content",
  choose: "Choose",
  noConnection: "The server could not be reached. Check your connection and try again.",
  offlineTitle: "You are offline",
  offlineText: "What you typed stays on this page; continue once you are online again.",
  brokenTitle: "This page could not be shown",
  brokenText: "Something went wrong on this device. What you saved is safe. Reload the page; if it keeps happening, write to us.",
  reload: "Reload",
  unexpected: "Something went wrong. Please try again.",
  notLoadedTitle: "This could not be loaded",
  notRenewedTitle: "This could not be renewed",
  notRenewedText: (d) => "What is shown is from " + d.time + ".",
  nothingLost: "The server could not be reached. Nothing is lost.",
  changeFailed: "That did not work",
  nothingLostTryAgain: "The server could not be reached. Nothing is lost; try again.",
  saveFailed: "It could not be saved",
  tryAgainLater: "The server could not be reached. Try again."
}