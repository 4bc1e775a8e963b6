import { APPLICATION_CONTEXT } from '../messages/uids.ts';
import type { AssociateAccept, AssociateRequest, ContextAnswer, Roles } from './associate.ts';
import { MAX_DATA_BYTES, REJECTIONS, type Rejection } from './pdu.ts';

/** What is accepted for an abstract syntax. */
export interface Offer {
  /** Whether this one can be taken. */
  accepts(transferSyntax: string): boolean;
  /** Whether the requestor may be SCP, as it has to be to receive by C-GET; by default it may not. */
  mayBeScp?: boolean;
  /** Service-class-application-information in answer to that of the request; without it the defaults hold. */
  extended?(information: Buffer): Buffer;
}
export type OfferOf = (abstractSyntax: string) => Offer | undefined;

/** How this side calls itself (PS3.7 annex D.3.3.2). */
export interface Implementation {
  classUid: string;
  /** 16 characters at most. */
  versionName: string;
}

/** A presentation context that both sides agreed on. */
export interface AcceptedContext {
  id: number;
  abstractSyntax: string;
  transferSyntax: string;
}

/** Why a request is not accepted whoever sends it, or null. */
export function rejectionOf(request: AssociateRequest): Rejection | null {
  if ((request.protocolVersion & 1) === 0) return REJECTIONS.protocolVersion;
  if (request.applicationContext !== APPLICATION_CONTEXT) return REJECTIONS.applicationContext;
  return null;
}

/**
 * The answer to a request: each context with the first of its transfer syntaxes that is accepted, roles and extended
 * negotiation where they were asked for (PS3.7 annex D.3). User identity gets no answer: it is not used.
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
