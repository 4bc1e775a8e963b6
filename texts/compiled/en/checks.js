// Written by npm run texts from the JSON files of texts/.

export default {
  files: {
    refusals: {
      EMPTY: "The file is empty.",
      TOO_LARGE: "The file is larger than 100 MB.",
      TOO_MANY_FILES: "A case can hold at most 2,000 files.",
      STUDY_FULL: "This study has as many images as one study can have here; this one was not taken. Those before it are kept.",
      ACCOUNT_FULL: "Your account has no room for more images; this one was not taken. Those before it are kept. Please write to us, so that we can make room for more.",
      DUPLICATE: "This file was already uploaded.",
      KEPT_ASIDE: "Another image with the same UID is stored already, with other content. That one stays; this file was kept aside, and an administrator of your institution sees it on the page “PACS”.",
      ASIDE_FULL: "So many files with other content under known UIDs were kept aside for this study already that this one was not taken. Please tell an administrator of your institution.",
      TYPE_NOT_SUPPORTED: "The content of the file is not DICOM, JPEG or PNG.",
      TRUNCATED: "The file is incomplete; copy it again from its source.",
      NOT_READABLE: "The file is damaged and cannot be read.",
      TRANSFER_SYNTAX_NOT_SUPPORTED: "This DICOM transfer syntax is not supported.",
      EXECUTABLE_PREAMBLE: "The file begins with executable code and was refused for safety.",
      NO_PIXEL_DATA: "This DICOM file contains no image (for example, a report or a directory).",
      PIXEL_DATA_MISMATCH: "The pixel data do not match the description in the file.",
      RESCALE_INVALID: "The file does not state the scale of its pixel values (rescale slope and intercept) as a number.",
      TOO_MANY_PIXELS: "The image is too large to process.",
      TOO_MANY_FRAMES: "The file has too many frames to process.",
      NESTING_TOO_DEEP: "The file is nested more deeply than allowed.",
      CHARSET_NOT_SUPPORTED: "The character set of the file is not supported.",
      CHECKSUM_MISMATCH: "The file was changed or damaged in transit; choose and send it again.",
      NOT_DICOM: "This file is not DICOM; only DICOM (.dcm) is accepted here.",
      NO_SCANS_LEFT: "The scans of the trial are used up; this study was not accepted.",
      CHECK_FAILED: "We could not check the file, so it was not accepted; send it again."
    },
    failures: {
      NOT_PROCESSED_YET: "We could not process the image yet. This is our fault; your file is stored and intact.",
      SET_ASIDE: "We could not process the image, and the evaluation continued without it. This is our fault; your file is stored."
    },
    advice: {
      copyAgain: "Copy the file again from its source (disc or hospital) and upload it once more.",
      otherForm: "Ask the hospital or practice for a new copy of the image in a common DICOM format.",
      wait: "You do not need to do anything: our team will try again.",
      sendAgain: "If you want the image to be evaluated, upload the same file again."
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
    DAY_PAST: "This day is past. Choose today (UTC) or a later day",
    LAST_DAY_TOO_EARLY: "The last day is before the first one",
    ABSENCE_TOO_LONG: "One absence lasts a year at most. Check the years; for a longer one, add a second absence",
    ABSENCE_TOO_FAR: "This day is more than two years away. Check the year",
    AGE_INVALID: "Please enter the age in completed years, 0 to 120",
    MODALITY_NOT_CHOSEN: "Please choose a modality",
    CONSENT_MISSING: "Please give your consent to continue",
    RELATION_NOT_CHOSEN: "Please choose how you are related",
    AUTHORITY_NOT_CONFIRMED: "Please confirm that you may act for this person",
    USERNAME_INVALID: "Please choose 3 to 40 letters, digits, dots, dashes or underscores",
    REQUIRED: "This field is required",
    NOT_ALLOWED: "This value is not allowed",
    PIN_INVALID: "Please enter the six digits of the PIN",
    LINK_INVALID: "Please enter a path on this site or an https address",
    REGION_OUTSIDE_IMAGE: "The selected part lies outside the image",
    TOO_LONG: "This text is too long"
  }
}