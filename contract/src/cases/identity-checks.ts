import { z } from 'zod';
import { idSchema } from '../values/fields.ts';

/**
 * The points in which an identity on the images differs from the person of the case. `patient-id`: one examination carries
 * several patient IDs. `not-read`: the images are older than the reading of identities.
 */
export const IDENTITY_DIFFERENCES = ['name', 'birth-date', 'sex', 'patient-id', 'not-read'] as const;
export type IdentityDifference = (typeof IDENTITY_DIFFERENCES)[number];

/** The person named by the images of one examination, as written in their headers. */
export const imageIdentitySchema = z.object({
  studyId: idSchema,
  /** The first non-empty component group of the Person Name, without delimiters. */
  name: z.string().nullable(),
  patientId: z.string().nullable(),
  /** ISO 8601 if it is a valid date, otherwise as written. */
  birthDate: z.string().nullable(),
  sex: z.string().nullable(),
  accessionNumber: z.string().nullable(),
  /** The identity was removed by the sender (Patient Identity Removed). */
  isRemoved: z.boolean(),
  images: z.number().int(),
  differs: z.array(z.enum(IDENTITY_DIFFERENCES)),
  /** The key that the signer acknowledges. It changes as soon as either side changes; null if nothing differs. */
  differenceKey: z.string().nullable(),
});
export type ImageIdentity = z.infer<typeof imageIdentitySchema>;

/** Neither a name nor a date of birth, so there is nothing to compare with a person. This does not count as a match. */
export const isNameless = ({ name, birthDate }: Pick<ImageIdentity, 'name' | 'birthDate'>): boolean =>
  name === null && birthDate === null;
