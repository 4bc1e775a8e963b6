import type { QuestionTexts } from '../tr/questions.ts';

export const questionTexts: QuestionTexts = {
  heading: 'Your questions to the radiologist',
  empty: 'There is no question yet. Write here what you want to know about your report or your images.',
  field: 'Your question',
  help: 'Do not write here in an emergency; call 112.',
  send: 'Send the question',
  sending: 'Sending...',
  failedTitle: 'Your question was not sent',
  loadFailed: 'The conversation could not be loaded.',
  you: 'You',
  patient: 'Patient',
  radiologist: 'Radiologist',
  sent: 'Sent',
  read: (p) => `Read: ${p.time}`,
  answer: {
    field: 'Your answer',
    help: 'If you also add images, write your answer here all the same, then choose and upload them below: the answer goes with them.',
    send: 'Answer and send the case again',
    goesWithImages: 'Your answer will be sent with the images you chose below, when you upload them.',
    doneTitle: 'Your answer was sent',
    doneText: 'Your case is being reviewed again.',
    failedTitle: 'Your answer was not sent',
  },
};
