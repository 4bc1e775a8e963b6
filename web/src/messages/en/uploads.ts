import { plural } from '../plural.ts';
import type { UploadTexts } from '../tr/uploads.ts';

export const uploadTexts: UploadTexts = {
  chooseFolder: 'Choose a folder or CD',
  gathering: 'Opening the files…',
  leftOut: (p) =>
    plural('en', p.count, {
      one: '# file of the folder is not an image and was left out (programs, indexes, icons).',
      other: '# files of the folder are not images and were left out (programs, indexes, icons).',
    }),
  disc: {
    complete: (p) =>
      plural('en', p.count, {
        one: 'The one file in the index of the disc is among those you chose.',
        other: 'All # files in the index of the disc are among those you chose.',
      }),
    missingTitle: (p) => `${p.count} of the ${p.total} files in the index of the disc were not found`,
    missingText:
      'Make sure that you chose the whole CD; copy files that cannot be read once more. If you have no other copy, you can send it as it is.',
    unlisted: (p) =>
      plural('en', p.count, {
        one: 'One image that the index does not name was found and taken too.',
        other: '# images that the index does not name were found and taken too.',
      }),
    unreadableTitle: 'The index of the disc could not be read',
    unreadableText:
      'We cannot tell from it whether files are missing; all images of the folder were taken. Check the number of images before you send them.',
  },
  unopened: (p) => `${p.name} could not be opened. Unpack it on your computer and choose the folder.`,
  reportHint: 'This may be a report; add reports as “first report” when you open a case.',
  archiveHint: 'Unpack the archive on your computer and choose the folder in it.',
  pictureHint:
    'Save the picture as JPEG or PNG and choose it again; DICOM files from the hospital are better, if you have them.',
  states: { waiting: 'Waiting', sending: 'Sending', arrived: 'Arrived', failed: 'Not sent' },
  skipList: 'Skip the list of files',
  again: 'Choose the same file again to go on',
  resumeTitle: 'You have an unfinished upload',
  arrivedOf: (p) =>
    plural('en', p.total, {
      one: `${p.arrived} of # file has arrived.`,
      other: `${p.arrived} of # files have arrived.`,
    }),
  resumeChoose: 'Choose the same files or folder again: the upload goes on where it stopped.',
  resumeReady: 'No file is missing: finish the upload with the button below.',
  submitPart: (p) => `Send only ${p.count} of ${p.total} files`,
  discard: 'Delete the unfinished upload',
  progress: (p) => `${p.sent} of ${p.total} sent`,
  pause: 'Pause',
  waitsForSession:
    'The upload stopped because your session ended. What was sent is kept; once you have signed in again, it goes on by itself where it stopped.',
  elsewhereTitle: 'The files of this case are being sent in another tab',
  elsewhereText: 'What you chose stays here. Let the other tab finish or pause it there; then you can go on here.',
  paused: 'The upload is paused. Files that have arrived wait on the server.',
  resume: 'Go on',
  cancel: 'Cancel and delete',
  keepsGoing: 'If the connection breaks or you close the page, the upload can go on where it stopped.',
  looking: 'Looking into your files…',
  foundTitle: 'The files you chose',
  series: (p) => plural('en', p.count, { one: '# image', other: '# images' }),
  pictures: (p) => plural('en', p.count, { one: '# picture (JPEG, PNG)', other: '# pictures (JPEG, PNG)' }),
  findings: {
    TWO_PATIENTS: {
      title: 'Images of more than one person are mixed',
      text: 'A case can hold the images of one person only. Take out the files of whoever does not belong here.',
    },
    MISSING_SLICES: {
      title: 'Slices seem to be missing',
      text: 'Make sure that you chose the whole CD or folder, and copy files that cannot be read again. If you have no more, you can send them as they are.',
    },
    PHOTOGRAPH: {
      title: 'This may be a photograph of a film or a screen',
      text: 'Nothing can be measured in a photograph and detail is lost. Ask the hospital for the DICOM files (CD, USB or download link); if there are none, you can send it as it is.',
    },
    DOCUMENT: {
      title: 'This may be a written document, not an image',
      text: 'Add reports to the case as first report; upload the images themselves here.',
    },
    NO_IMAGE: {
      title: 'These files hold no image',
      text: 'They are reports, indexes or plans. You can take them off the list; the images are sent all the same.',
    },
    UNREADABLE: {
      title: 'These files cannot be read',
      text: 'Copy them again from their source and choose them once more. The server would refuse them as they are.',
    },
    BURNED_IN: {
      title: 'Personal details may be written into the image',
      text: 'Writing within the picture is removed only where you mark it; the radiologist sees the rest.',
    },
    BURNED_IN_FIXED: {
      title: 'Writing in this image cannot be blacked out here',
      text: 'The image is compressed. Ask the hospital for an uncompressed copy, take the file off the list, or send it with the writing in it.',
    },
    WRONG_BODY_PART: {
      title: 'The images show another body part than the case says',
      text: 'Make sure that you chose the right files; if the case is wrong, open a new one.',
    },
    WRONG_MODALITY: {
      title: 'The images are of another kind than the case says',
      text: 'Make sure that you chose the right files; if the case is wrong, open a new one.',
    },
  },
  missingIn: (p) =>
    plural('en', p.count, {
      one: `${p.name}: at least # slice is missing`,
      other: `${p.name}: at least # slices are missing`,
    }),
  foundPart: (p) => `The files say: ${p.name}`,
  person: (p) => plural('en', p.count, { one: `${p.name}: # file`, other: `${p.name}: # files` }),
  unnamed: 'A person without a name',
  regions: {
    head: 'head',
    neck: 'neck',
    chest: 'chest',
    heart: 'heart',
    breast: 'breast',
    abdomen: 'abdomen',
    pelvis: 'pelvis',
    spine: 'spine',
    shoulder: 'shoulder',
    arm: 'arm',
    hand: 'hand',
    hip: 'hip',
    knee: 'knee',
    foot: 'foot',
  },
  samePerson: 'All of these are of the same person',
  samePersonHelp:
    'Hospitals may have written the name, the date of birth or the number differently. Tick this only if you are sure: the radiologist is told that you confirmed it.',
  declaredOne: (p) =>
    `On ${p.date} you confirmed that images which name ${p.count} people are all of one person. The radiologist is told.`,
  removeThese: 'Take these files out',
  removePerson: (p) => `${p.name}: take the files out`,
  mustResolve:
    'Before sending, leave the files of one person only, or confirm that all of them are of the same person.',
  takeBack: {
    open: 'I want to add images',
    title: 'Take the case back?',
    text: 'Your case leaves the review and you can add images. When you send it, review and time begin anew. The images you uploaded stay.',
    confirm: 'Take back and add',
    failedTitle: 'The case could not be taken back',
    again: 'Send again without adding',
    againTitle: 'The case was sent again',
  },
  blackOut: {
    open: 'Look at the images and black out writing',
    title: 'Black out writing in the images',
    help: 'Draw a rectangle over names and numbers, or black out an edge with the buttons. The same areas become black in all of these images, in every frame.',
    previous: 'Previous image',
    next: 'Next image',
    place: (p) => `Image ${p.index} of ${p.count}`,
    edges: { top: 'Upper edge', bottom: 'Lower edge', left: 'Left edge', right: 'Right edge' },
    clear: 'Start again',
    marked: (p) =>
      plural('en', p.count, { one: '# area becomes black in the images', other: '# areas become black in the images' }),
    save: 'Apply to these images',
  },
  identityTitle: (p) =>
    plural('en', p.count, {
      one: 'The files hold # detail that identifies you',
      other: 'The files hold # details that identify you',
    }),
  identitySwitch: 'Remove these details from the files before they are sent',
  identityUnnamed: 'The files hold details of the examination and of the hospital',
  identityOfPictures: 'The pictures may hold place, time and device',
  identityHelp:
    'Names, numbers, hospital, device numbers and private notes of the scanner are removed, also those not listed here (DICOM PS3.15). All dates in the files are moved back by the same number of days, so that intervals stay. Age, sex and weight stay, because the radiologist needs them. The report is made out to the name of your account. Of photographs, place, time, device and notes are removed. Your own files on this device do not change.',
  identityRemoved: 'Removed before sending',
  identitySent: 'Sent as they are',
  identityFixed: (p) =>
    plural('en', p.count, {
      one: 'From # file these details cannot be removed',
      other: 'From # files these details cannot be removed',
    }),
  identityFixedHelp:
    'The files are damaged or are not images, so they are not sent with your details in them. Take them off the list. If you want to send them as they are, switch the removal off.',
  identityMustResolve: 'Before sending, take off the list the files from which your details cannot be removed.',
  identityName: 'Detail',
  identityValue: 'Value in the files',
  keywords: {
    PatientName: 'Patient name',
    PatientID: 'Patient number',
    IssuerOfPatientID: 'Issuer of the number',
    PatientBirthDate: 'Date of birth',
    OtherPatientIDs: 'Other patient numbers',
    OtherPatientNames: 'Other names',
    PatientBirthName: 'Birth name',
    PatientAddress: 'Address',
    PatientMotherBirthName: 'Mother’s birth name',
    PatientTelephoneNumbers: 'Telephone',
    PatientComments: 'Note about the patient',
    AccessionNumber: 'Order number',
    InstitutionName: 'Institution',
    InstitutionAddress: 'Address of the institution',
    InstitutionalDepartmentName: 'Department',
    ReferringPhysicianName: 'Referring doctor',
    ReferringPhysicianAddress: 'Address of the referring doctor',
    ReferringPhysicianTelephoneNumbers: 'Telephone of the referring doctor',
    PhysiciansOfRecord: 'Doctors in charge',
    PerformingPhysicianName: 'Performing doctor',
    NameOfPhysiciansReadingStudy: 'Reading doctors',
    OperatorsName: 'Radiographer',
    RequestingPhysician: 'Requesting doctor',
    PersonName: 'Person',
  },
};
