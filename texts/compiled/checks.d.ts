// Written by npm run texts from the JSON files of texts/.
export interface Texts {
  readonly "files": {
    readonly "refusals": {
      readonly "EMPTY": string;
      readonly "TOO_LARGE": string;
      readonly "TOO_MANY_FILES": string;
      readonly "STUDY_FULL": string;
      readonly "ACCOUNT_FULL": string;
      readonly "DUPLICATE": string;
      readonly "KEPT_ASIDE": string;
      readonly "ASIDE_FULL": string;
      readonly "TYPE_NOT_SUPPORTED": string;
      readonly "TRUNCATED": string;
      readonly "NOT_READABLE": string;
      readonly "TRANSFER_SYNTAX_NOT_SUPPORTED": string;
      readonly "EXECUTABLE_PREAMBLE": string;
      readonly "NO_PIXEL_DATA": string;
      readonly "PIXEL_DATA_MISMATCH": string;
      readonly "RESCALE_INVALID": string;
      readonly "TOO_MANY_PIXELS": string;
      readonly "TOO_MANY_FRAMES": string;
      readonly "NESTING_TOO_DEEP": string;
      readonly "CHARSET_NOT_SUPPORTED": string;
      readonly "CHECKSUM_MISMATCH": string;
      readonly "NOT_DICOM": string;
      readonly "NO_SCANS_LEFT": string;
      readonly "CHECK_FAILED": string;
    };
    readonly "failures": {
      readonly "NOT_PROCESSED_YET": string;
      readonly "SET_ASIDE": string;
    };
    readonly "advice": {
      readonly "copyAgain": string;
      readonly "otherForm": string;
      readonly "wait": string;
      readonly "sendAgain": string;
    };
  };
  readonly "rules": {
    readonly "FIRST_NAME_TOO_SHORT": string;
    readonly "LAST_NAME_TOO_SHORT": string;
    readonly "EMAIL_INVALID": string;
    readonly "PASSWORD_TOO_SHORT": string;
    readonly "PASSWORD_TOO_LONG": string;
    readonly "PASSWORDS_DIFFER": string;
    readonly "TERMS_NOT_ACCEPTED": string;
    readonly "PRIVACY_NOT_ACCEPTED": string;
    readonly "PASSKEY_NAME_MISSING": string;
    readonly "PASSWORD_REQUIRED": string;
    readonly "PHONE_NEEDED_FOR_SMS": string;
    readonly "PHONE_INVALID": string;
    readonly "COUNTRY_CODE_MISSING": string;
    readonly "DATE_INVALID": string;
    readonly "DAY_PAST": string;
    readonly "LAST_DAY_TOO_EARLY": string;
    readonly "ABSENCE_TOO_LONG": string;
    readonly "ABSENCE_TOO_FAR": string;
    readonly "AGE_INVALID": string;
    readonly "MODALITY_NOT_CHOSEN": string;
    readonly "CONSENT_MISSING": string;
    readonly "RELATION_NOT_CHOSEN": string;
    readonly "AUTHORITY_NOT_CONFIRMED": string;
    readonly "USERNAME_INVALID": string;
    readonly "REQUIRED": string;
    readonly "NOT_ALLOWED": string;
    readonly "PIN_INVALID": string;
    readonly "LINK_INVALID": string;
    readonly "REGION_OUTSIDE_IMAGE": string;
    readonly "TOO_LONG": string;
  };
}
declare const texts: Texts;
export default texts;
