// Written by npm run texts from the JSON files of texts/.

export default {
  files: {
    refusals: {
      EMPTY: "The file is empty.",
      TOO_LARGE: "The file is larger than 100 MB.",
      TOO_MANY_FILES: "A case can hold at most 2,000 files.",
      DUPLICATE: "This file was uploaded before.",
      TYPE_NOT_SUPPORTED: "The content of the file is not DICOM, JPEG or PNG.",
      TRUNCATED: "The file is cut off; copy it again from its source.",
      NOT_READABLE: "The file is damaged and cannot be read.",
      TRANSFER_SYNTAX_NOT_SUPPORTED: "This DICOM transfer syntax is not supported.",
      EXECUTABLE_PREAMBLE: "The file carries executable code at its beginning and was refused for safety.",
      NO_PIXEL_DATA: "This DICOM file holds no image (a report or a directory, for example).",
      PIXEL_DATA_MISMATCH: "The pixel data do not match what the file says about them.",
      TOO_MANY_PIXELS: "The image is larger than can be processed.",
      TOO_MANY_FRAMES: "The file holds more frames than can be processed.",
      NESTING_TOO_DEEP: "The file is nested more deeply than allowed.",
      CHARSET_NOT_SUPPORTED: "The character set of the file is not supported.",
      CHECKSUM_MISMATCH: "The file was changed or damaged on its way; choose and send it again.",
      NOT_DICOM: "This file is not DICOM; only DICOM (.dcm) is accepted here.",
      NO_SCANS_LEFT: "The scans of the trial are used up; this study was not taken.",
      CHECK_FAILED: "We could not check the file, so it was not taken; send it again."
    },
    failures: {
      NOT_PROCESSED_YET: "The image could not be processed yet. This is our failure; the file is stored and is not at fault.",
      SET_ASIDE: "The image could not be processed, and the evaluation went on without it. This is our failure; the file is stored."
    },
    advice: {
      copyAgain: "Copy the file again from its source (disc or hospital) and upload it once more.",
      otherForm: "Ask where the images come from for a new copy of it in a common DICOM form.",
      wait: "There is nothing that you have to do: our team will try again.",
      sendAgain: "If the image should be evaluated, upload the same file again."
    }
  },
  rules: {
    FIRST_NAME_TOO_SHORT: "First name must be at least 2 characters",
    LAST_NAME_TOO_SHORT: "Last name must be at least 2 characters",
    EMAIL_INVALID: "Please enter a valid email address",
    PASSWORD_TOO_SHORT: "Password must be at least 8 characters",
    PASSWORD_TOO_LONG: "Password must be at most 128 characters",
    PASSWORDS_DIFFER: "Passwords don't match",
    TERMS_NOT_ACCEPTED: "You must accept the terms of service",
    PRIVACY_NOT_ACCEPTED: "You must accept the privacy policy",
    PASSKEY_NAME_MISSING: "Please give the passkey a name",
    PASSWORD_REQUIRED: "Password is required",
    PHONE_NEEDED_FOR_SMS: "Please enter your phone number to receive SMS",
    PHONE_INVALID: "Please enter a valid phone number",
    COUNTRY_CODE_MISSING: "Please enter the phone number with its country code",
    DATE_INVALID: "Please enter a valid date",
    MODALITY_NOT_CHOSEN: "Please choose a modality",
    CONSENT_MISSING: "Please give your consent to continue",
    RELATION_NOT_CHOSEN: "Please choose how you are related",
    AUTHORITY_NOT_CONFIRMED: "Please confirm that you may act for this person",
    USERNAME_INVALID: "Please choose 3 to 40 letters, digits, dots, dashes or underscores",
    REQUIRED: "This field is required",
    NOT_ALLOWED: "This value is not allowed",
    PIN_INVALID: "Please enter the six digits of the PIN",
    LINK_INVALID: "Please enter a path of this site or an https address",
    REGION_OUTSIDE_IMAGE: "The part lies outside the image",
    TOO_LONG: "This text is too long"
  }
}