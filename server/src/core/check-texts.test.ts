import { expect, it } from 'vitest';
import { describeImageProblem } from './check-texts.ts';

it('who sent an image that is wrong in itself is not told to copy it again, and our faults are told as ours', () => {
  expect(describeImageProblem('RESCALE_INVALID', 'en')).toEqual({
    code: 'RESCALE_INVALID',
    isOurs: false,
    message: 'The file does not state the scale of its pixel values (rescale slope and intercept) as a number.',
    advice: 'Ask the hospital or practice for a new copy of the image in a common DICOM format.',
  });
  expect(describeImageProblem('TRUNCATED', 'en').advice).toMatch(/^Copy the file again/);
  expect(describeImageProblem('NOT_PROCESSED_YET', 'en')).toMatchObject({
    isOurs: true,
    advice: 'You do not need to do anything: our team will try again.',
  });
});
