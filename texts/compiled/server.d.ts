// Written by npm run texts from the JSON files of texts/.
export interface Texts {
  readonly "accounts": {
    readonly "loggedOut": string;
    readonly "verificationSent": string;
    readonly "verified": string;
    readonly "resetSent": string;
    readonly "passwordChanged": string;
    readonly "othersEnded": string;
    readonly "accountReady": string;
    readonly "codeSent": string;
  };
  readonly "analyses": {
    readonly "routingReasons": {
      readonly "SWITCHED_OFF": string;
      readonly "NO_RULE_MATCHES": string;
      readonly "VENDOR_FOR_INSTITUTIONS": string;
      readonly "VENDOR_NOT_IN_SHADOW": string;
    };
    readonly "failureCauses": {
      readonly "TIMED_OUT": string;
      readonly "MEMORY": string;
      readonly "CRASHED": string;
      readonly "MODEL_CHANGED": string;
      readonly "MODEL_OUTPUT_INVALID": string;
      readonly "RUN_FAILED": string;
      readonly "MODEL_SERVER_UNKNOWN": string;
      readonly "REMOTE_ADDRESS_REFUSED": string;
      readonly "REMOTE_DOWN": string;
      readonly "REMOTE_PAUSED": string;
      readonly "REMOTE_TIMED_OUT": string;
      readonly "REMOTE_REFUSED": string;
      readonly "REMOTE_SILENT": string;
      readonly "REMOTE_ANSWER_INVALID": string;
      readonly "REMOTE_ANSWER_TOO_LARGE": string;
      readonly "RESULT_INVALID": string;
    };
    readonly "failed": (p: { readonly code: string | number }) => string;
    readonly "failedBy": (p: { readonly code: string | number; readonly cause: string | number }) => string;
  };
  readonly "billing": {
    readonly "upgradeAsked": string;
  };
  readonly "evaluation": {
    readonly "groundTruth": {
      readonly "quote": string;
      readonly "columns": string;
      readonly "study": (p: { readonly study: string | number }) => string;
      readonly "label": (p: { readonly label: string | number }) => string;
      readonly "twice": (p: { readonly line: string | number }) => string;
      readonly "empty": string;
      readonly "many": (p: { readonly max: string | number }) => string;
    };
  };
  readonly "institutions": {
    readonly "received": string;
    readonly "answered": string;
  };
  readonly "rights": {
    readonly "copy": {
      readonly "title": string;
      readonly "cases": string;
      readonly "bundle": string;
      readonly "accessLog": string;
      readonly "data": string;
      readonly "foot": string;
    };
  };
  readonly "scans": {
    readonly "uploaded": string;
    readonly "deleted": string;
    readonly "failures": {
      readonly "ANALYSIS_FAILED": string;
      readonly "NO_READABLE_IMAGE": string;
      readonly "NOTHING_FITTED": string;
    };
  };
  readonly "studies": {
    readonly "uploaded": string;
    readonly "lostFiles": {
      readonly "head": string;
      readonly "tail": string;
    };
  };
}
declare const texts: Texts;
export default texts;
