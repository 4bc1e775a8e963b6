import { z } from 'zod';
import { idSchema } from '../values/fields.ts';

/**
 * In what an identity of the images differs from the person of the case. `patient-id`: one examination carries several
 * numbers. `not-read`: images from before identities were read.
 */
export const IDENTITY_DIFFERENCES = ['name', 'birth-date', 'sex', 'patient-id', 'not-read'] as const;
export type IdentityDifference = (typeof IDENTITY_DIFFERENCES)[number];

/** Whom the images of one examination name, as their headers write it. */
export const imageIdentitySchema = z.object({
  studyId: idSchema,
  /** Person Name, its first group that says something, without delimiters. */
  name: z.string().nullable(),
  patientId: z.string().nullable(),
  /** ISO 8601 where it is a day, else as written. */
  birthDate: z.string().nullable(),
  sex: z.string().nullable(),
  accessionNumber: z.string().nullable(),
  /** The sender had the identity taken out (Patient Identity Removed). */
  isRemoved: z.boolean(),
  images: z.number().int(),
  differs: z.array(z.enum(IDENTITY_DIFFERENCES)),
  /** What the signer acknowledges; another one as soon as either side changes. Null where nothing differs. */
  differenceKey: z.string().nullable(),
});
export type ImageIdentity = z.infer<typeof imageIdentitySchema>;

/** Neither a name nor a date of birth: nothing that could be held against a person. That is no match. */
export const isNameless = ({ name, birthDate }: Pick<ImageIdentity, 'name' | 'birthDate'>): boolean =>
  name === null && birthDate === null;
