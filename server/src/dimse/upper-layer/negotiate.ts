import { APPLICATION_CONTEXT } from '../messages/uids.ts';
import type { AssociateAccept, AssociateRequest, ContextAnswer, Roles } from './associate.ts';
import { MAX_DATA_BYTES, REJECTIONS, type Rejection } from './pdu.ts';

/** What is accepted for an abstract syntax. */
export interface Offer {
  /** Whether this transfer syntax is accepted. */
  accepts(transferSyntax: string): boolean;
  /** Whether the requestor may be SCP, which it needs to receive by C-GET; false by default. */
  mayBeScp?: boolean;
  /** The Service-class-application-information of the answer; without it the defaults apply. */
  extended?(information: Buffer): Buffer;
}
export type OfferOf = (abstractSyntax: string) => Offer | undefined;

/** The implementation identity of this side (PS3.7 annex D.3.3.2). */
export interface Implementation {
  classUid: string;
  /** At most 16 characters. */
  versionName: string;
}

/** An accepted presentation context. */
export interface AcceptedContext {
  id: number;
  abstractSyntax: string;
  transferSyntax: string;
}

/** The rejection of a malformed request, whoever sends it; null where it is well-formed. */
export function rejectionOf(request: AssociateRequest): Rejection | null {
  if ((request.protocolVersion & 1) === 0) return REJECTIONS.protocolVersion;
  if (request.applicationContext !== APPLICATION_CONTEXT) return REJECTIONS.applicationContext;
  return null;
}

/**
 * The answer to a request: for each context the first transfer syntax that is accepted, with roles and extended
 * negotiation where requested (PS3.7 annex D.3). User identity is not used and gets no answer.
 */
export function answerOf(
  request: AssociateRequest,
  offerOf: OfferOf,
  implementation: Implementation,
): { accept: AssociateAccept; contexts: AcceptedContext[] } {
  const contexts: AcceptedContext[] = [];
  const answers = request.contexts.map(({ id, abstractSyntax, transferSyntaxes }): ContextAnswer => {
    const offer = offerOf(abstractSyntax);
    const transferSyntax = offer && transferSyntaxes.find((uid) => offer.accepts(uid));
    if (!transferSyntax) return { id, result: offer ? 4 : 3, transferSyntax: transferSyntaxes[0]! };
    contexts.push({ id, abstractSyntax, transferSyntax });
    return { id, result: 0, transferSyntax };
  });
  const roles = new Map<string, Roles>();
  for (const [uid, { scu, scp }] of request.user.roles) {
    const offer = offerOf(uid);
    if (offer) roles.set(uid, { scu, scp: scp && offer.mayBeScp === true });
  }
  const extended = new Map<string, Buffer>();
  for (const [uid, information] of request.user.extended) {
    const answer = offerOf(uid)?.extended?.(information);
    if (answer) extended.set(uid, answer);
  }
  const { calledAe, callingAe } = request;
  return {
    contexts,
    accept: {
      calledAe,
      callingAe,
      contexts: answers,
      user: {
        maxDataBytes: MAX_DATA_BYTES,
        implementationClassUid: implementation.classUid,
        implementationVersionName: implementation.versionName,
        roles,
        extended,
        hasOperationsWindow: request.user.hasOperationsWindow,
      },
    },
  };
}
