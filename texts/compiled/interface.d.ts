// Written by npm run texts from the JSON files of texts/.
export interface Texts {
  readonly "close": string;
  readonly "cancel": string;
  readonly "back": string;
  readonly "next": string;
  readonly "loading": string;
  readonly "retry": string;
  readonly "required": string;
  readonly "optional": string;
  readonly "dateParts": {
    readonly "day": string;
    readonly "month": string;
    readonly "year": string;
  };
  readonly "showPassword": string;
  readonly "hidePassword": string;
  readonly "notifications": string;
  readonly "chooseLanguage": string;
  readonly "theme": string;
  readonly "themes": {
    readonly "system": string;
    readonly "light": string;
    readonly "dark": string;
  };
  readonly "stepOf": (p: { readonly step: string | number; readonly total: string | number }) => string;
  readonly "pageOf": (p: { readonly page: string | number; readonly total: string | number }) => string;
  readonly "pageNumber": (p: { readonly page: string | number }) => string;
  readonly "previousPage": string;
  readonly "nextPage": string;
  readonly "skipToContent": string;
  readonly "choose": string;
  readonly "noConnection": string;
  readonly "offlineTitle": string;
  readonly "offlineText": string;
  readonly "brokenTitle": string;
  readonly "brokenText": string;
  readonly "reload": string;
  readonly "unexpected": string;
  readonly "notLoadedTitle": string;
  readonly "notRenewedTitle": string;
  readonly "notRenewedText": (p: { readonly time: string | number }) => string;
  readonly "nothingLost": string;
  readonly "changeFailed": string;
  readonly "nothingLostTryAgain": string;
  readonly "saveFailed": string;
  readonly "tryAgainLater": string;
  readonly "tooLong": (p: { readonly count: string | number; readonly limit: string | number }) => string;
}
declare const texts: Texts;
export default texts;
