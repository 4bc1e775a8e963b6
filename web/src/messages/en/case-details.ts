import { plural } from '../plural.ts';
import type { CaseDetailTexts } from '../tr/case-details.ts';

export const caseDetailTexts: CaseDetailTexts = {
  bodyParts: 'Body parts',
  bodyPartHelp: 'Choose from the list, or write it in your own words.',
  noBodyPart: 'Not in the list; it is kept as you write it.',
  side: 'Side',
  sides: { left: 'Left', right: 'Right', both: 'Both sides' },
  sideNotStated: 'I would rather not say',
  subject: {
    question: 'Whose images are they?',
    own: 'Mine',
    relative: 'Those of a relative',
    relation: 'How you are related',
    relations: {
      child: 'My child',
      parent: 'My mother or father',
      spouse: 'My spouse',
      ward: 'A person whose guardian I am',
      other: 'Another relative',
    },
    firstName: 'First name of your relative',
    lastName: 'Last name of your relative',
    dateOfBirth: 'Date of birth of your relative',
    gender: 'Gender of your relative',
    declaration:
      'I am the parent or guardian of this person, or was expressly asked to act for them; on their behalf I give explicit consent to the processing of their health data',
    shown: 'Whose images',
  },
  firstReport: {
    heading: 'First report',
    text: 'Text of the first report',
    textHelp: 'Paste the report that you have; the radiologist compares the two opinions.',
    file: 'First report (PDF)',
    fileHelp: 'At most 10 MB.',
    choose: 'Choose a PDF',
    replace: 'Choose another PDF',
    remove: 'Take the file off',
    download: (p) => `Download ${p.name}`,
    attaching: 'Attaching...',
    attachedTitle: 'The first report is attached',
    removedTitle: 'The file was taken off',
    failedTitle: 'The first report could not be attached',
    failedAfterCreate: 'Your case was created; you can attach the report again on its page.',
    downloadFailedTitle: 'The file could not be downloaded',
    notPdf: 'The file is not a PDF. Attach the report as a PDF, or write its text.',
    tooLarge: 'The file of the report is larger than 10 MB.',
    none: 'No first report yet. Attach it if you have one; comparing is what makes a second opinion worth it.',
  },
  draft: {
    restored: 'Your unfinished case is back. It is kept in this tab only.',
    clear: 'Clear',
  },
  clock: {
    label: 'Time until the report',
    left: (p) => `Time left: ${p.hours} h ${p.minutes} min`,
    late: 'The time is over. Your case is read first; we are sorry for the delay.',
    pausedTitle: 'The clock has stopped: we are waiting for you',
    notStartedTitle: 'The clock has not started yet',
    pausedQuestion: 'The radiologist waits for your answer. The clock starts anew when you answer or add images.',
    pausedImages: (p) =>
      plural('en', p.hours, {
        one: 'The clock starts when you send your images: the report follows within # hour.',
        other: 'The clock starts when you send your images: the report follows within # hours.',
      }),
  },
  thumbnailOf: (p) => `Preview of ${p.name}`,
};
