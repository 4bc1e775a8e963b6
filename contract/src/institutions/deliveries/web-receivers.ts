import { z } from 'zod';
import { defineEndpoint } from '../../api/endpoint.ts';
import { idSchema, ONE_LINE, okAnswer, requiredText, timeSchema } from '../../values/fields.ts';
import { RESULT_OBJECTS, RESULT_TIMES } from '../pacs.ts';

const tag = 'PACS';

/** How a receiver lets us in: not at all, by a token, by name and password, or by a key in a header of its own. */
export const SIGN_INS = ['none', 'bearer', 'basic', 'header'] as const;

const secret = z.string().min(1).max(2000).regex(ONE_LINE);
/** RFC 9110 section 5.1: a token. */
const headerName = z
  .string()
  .max(100)
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/);
const signInSchema = z.discriminatedUnion('by', [
  z.object({ by: z.literal('none') }),
  z.object({ by: z.literal('bearer'), secret }),
  z.object({
    by: z.literal('basic'),
    /** RFC 7617 section 2: no colon. */
    name: z
      .string()
      .max(200)
      .regex(/^[^:\p{Cc}]+$/u),
    secret,
  }),
  z.object({ by: z.literal('header'), name: headerName, secret }),
]);

const wishes = {
  objects: z.array(z.enum(RESULT_OBJECTS)).min(1).max(RESULT_OBJECTS.length),
  /** Null: of all algorithms. */
  algorithmIds: z.array(z.string().max(100)).min(1).max(100).nullable().default(null),
  sendsWhen: z.enum(RESULT_TIMES).default('at-once'),
};

/** An archive that takes results by STOW-RS. Its secret is never given out. */
const receiverSchema = z.object({
  id: idSchema,
  institutionId: idSchema,
  name: z.string(),
  url: z.string(),
  signIn: z.enum(SIGN_INS),
  objects: z.array(z.enum(RESULT_OBJECTS)),
  algorithmIds: z.array(z.string()).nullable(),
  sendsWhen: z.enum(RESULT_TIMES),
  /** Whether an operator lets it be in a private network, or without TLS; before that it is not called there. */
  mayBePrivate: z.boolean(),
  createdAt: timeSchema,
});
export type WebReceiver = z.infer<typeof receiverSchema>;

const params = z.object({ receiverId: idSchema });

export const listWebReceivers = defineEndpoint({
  method: 'GET',
  path: '/api/trial/pacs/web-receivers',
  audience: 'institution-admin',
  tag,
  summary: 'Archives that are sent results by STOW-RS',
  answer: z.array(receiverSchema),
});
export const addWebReceiver = defineEndpoint({
  method: 'POST',
  path: '/api/trial/pacs/web-receivers',
  audience: 'institution-admin',
  tag,
  summary:
    'Name an archive that takes results by STOW-RS; it is called over https at an address of the open internet, unless an operator allows another',
  body: z.object({
    name: requiredText,
    /** Root of its DICOMweb service; `/studies` follows. */
    url: z
      .url({ protocol: /^https?$/ })
      .max(500)
      .regex(ONE_LINE),
    signIn: signInSchema,
    ...wishes,
  }),
  answer: receiverSchema,
  status: 201,
});
export const removeWebReceiver = defineEndpoint({
  method: 'DELETE',
  path: '/api/trial/pacs/web-receivers/:receiverId',
  audience: 'institution-admin',
  tag,
  summary: 'Send an archive nothing more; what waits for it is removed',
  params,
  answer: okAnswer,
});
export const listAllWebReceivers = defineEndpoint({
  method: 'GET',
  path: '/api/console/pacs/web-receivers',
  audience: 'operator',
  tag,
  summary: 'Archives that are sent results by STOW-RS, of all institutions',
  answer: z.array(receiverSchema),
});
export const allowPrivateWebReceiver = defineEndpoint({
  method: 'PUT',
  path: '/api/console/pacs/web-receivers/:receiverId/private',
  audience: 'operator',
  tag,
  summary: 'Let an archive be in a private network or without TLS, or no more',
  params,
  body: z.object({ mayBePrivate: z.boolean() }),
  answer: receiverSchema,
});
