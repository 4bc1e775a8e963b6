// Written by npm run texts from the JSON files of texts/.
export interface Texts {
  readonly "forgot": {
    readonly "pageTitle": string;
    readonly "heading": string;
    readonly "intro": string;
    readonly "submit": string;
    readonly "submitting": string;
    readonly "sentTitle": string;
    readonly "sentText": string;
    readonly "failedTitle": string;
    readonly "backToLogin": string;
  };
  readonly "reset": {
    readonly "pageTitle": string;
    readonly "heading": string;
    readonly "password": string;
    readonly "submit": string;
    readonly "submitting": string;
    readonly "doneTitle": string;
    readonly "doneText": string;
    readonly "doneTextWithShares": string;
    readonly "failedTitle": string;
    readonly "linkMissingTitle": string;
    readonly "linkMissingText": string;
    readonly "removePasskeys": string;
    readonly "removePasskeysHelp": string;
    readonly "requestAgain": string;
  };
}
declare const texts: Texts;
export default texts;
