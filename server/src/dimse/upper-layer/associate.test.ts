import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { APPLICATION_CONTEXT, EXPLICIT_LE, IMPLICIT_LE, VERIFICATION } from '../messages/uids.ts';
import {
  type AssociateRequest,
  associateAcceptPdu,
  associateRequestPdu,
  parseAssociateAccept,
  parseAssociateRequest,
} from './associate.ts';
import { answerOf, rejectionOf } from './negotiate.ts';
import { PDU_HEADER_BYTES } from './pdu.ts';
import { ProtocolError } from './protocol-error.ts';

const CT = '1.2.840.10008.5.1.4.1.1.2';
const IMPLEMENTATION = { classUid: '2.25.7', versionName: 'DUAI' };

const uid = fc.array(fc.nat(99_999), { minLength: 2, maxLength: 8 }).map((parts) => parts.join('.'));
const title = fc.stringMatching(/^[A-Z0-9_]{1,16}$/);
const request: fc.Arbitrary<AssociateRequest> = fc.record({
  protocolVersion: fc.constant(1),
  calledAe: title,
  callingAe: title,
  applicationContext: fc.constant(APPLICATION_CONTEXT),
  contexts: fc
    .array(fc.record({ abstractSyntax: uid, transferSyntaxes: fc.array(uid, { minLength: 1, maxLength: 4 }) }), {
      minLength: 1,
      maxLength: 128,
    })
    .map((contexts) => contexts.map((context, index) => ({ id: 2 * index + 1, ...context }))),
  user: fc.record({
    maxDataBytes: fc.constantFrom(0, 4096, 131_072),
    implementationClassUid: uid,
    implementationVersionName: title,
    roles: fc
      .array(fc.tuple(uid, fc.record({ scu: fc.boolean(), scp: fc.boolean() })), { maxLength: 3 })
      .map((roles) => new Map(roles)),
    extended: fc
      .array(
        fc.tuple(
          uid,
          fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes)),
        ),
        { maxLength: 3 },
      )
      .map((extended) => new Map(extended)),
    hasOperationsWindow: fc.boolean(),
  }),
});
const contentOf = (pdu: Buffer) => pdu.subarray(PDU_HEADER_BYTES);
const of = (change: Partial<AssociateRequest> = {}): AssociateRequest => ({
  protocolVersion: 1,
  calledAe: 'DUAI',
  callingAe: 'CT1',
  applicationContext: APPLICATION_CONTEXT,
  contexts: [{ id: 1, abstractSyntax: VERIFICATION, transferSyntaxes: [IMPLICIT_LE] }],
  user: {
    maxDataBytes: 16_384,
    implementationClassUid: '2.25.8',
    implementationVersionName: 'PEER',
    roles: new Map(),
    extended: new Map(),
    hasOperationsWindow: false,
  },
  ...change,
});

describe('an A-ASSOCIATE', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(request, (given) => {
        expect(parseAssociateRequest(contentOf(associateRequestPdu(given)))).toEqual(given);
      }),
    );
  });

  it('is answered context by context, and the answer is read as it was written', () => {
    fc.assert(
      fc.property(request, (given) => {
        const { accept } = answerOf(given, () => ({ accepts: () => true }), IMPLEMENTATION);
        expect(parseAssociateAccept(contentOf(associateAcceptPdu(accept, APPLICATION_CONTEXT)))).toEqual(accept);
        expect(accept.contexts.map(({ id }) => id)).toEqual(given.contexts.map(({ id }) => id));
      }),
    );
  });

  it('that is damaged is refused as such: nothing else is thrown, whatever bytes come', () => {
    const read = (bytes: Buffer) => {
      try {
        parseAssociateRequest(bytes);
        parseAssociateAccept(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(ProtocolError);
      }
    };
    fc.assert(
      fc.property(
        request,
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 8 }),
        fc.nat(),
        (given, changes, cut) => {
          const bytes = Buffer.from(contentOf(associateRequestPdu(given)));
          for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
          read(bytes);
          read(bytes.subarray(0, cut % bytes.length));
        },
      ),
    );
    fc.assert(fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => read(Buffer.from(bytes))));
  });
});

describe('the negotiation', () => {
  const offerOf = (abstractSyntax: string) =>
    abstractSyntax === CT ? { accepts: (syntax: string) => syntax === EXPLICIT_LE } : undefined;

  it('takes the first transfer syntax that can be stored, and says of each other context why not', () => {
    const contexts = [
      { id: 1, abstractSyntax: CT, transferSyntaxes: [IMPLICIT_LE, EXPLICIT_LE] },
      { id: 3, abstractSyntax: CT, transferSyntaxes: [IMPLICIT_LE] },
      { id: 5, abstractSyntax: '1.2.3', transferSyntaxes: [EXPLICIT_LE] },
    ];
    const answer = answerOf(of({ contexts }), offerOf, IMPLEMENTATION);
    expect(answer.contexts).toEqual([{ id: 1, abstractSyntax: CT, transferSyntax: EXPLICIT_LE }]);
    expect(answer.accept.contexts.map(({ result }) => result)).toEqual([0, 4, 3]);
  });

  it('answers roles, windows and extended negotiation that were asked for, and no others', () => {
    const user = {
      ...of().user,
      roles: new Map([
        [CT, { scu: true, scp: true }],
        ['1.2.3', { scu: true, scp: true }],
      ]),
      extended: new Map([[CT, Buffer.from([2, 0, 0])]]),
      hasOperationsWindow: true,
    };
    const { accept } = answerOf(of({ user }), offerOf, IMPLEMENTATION);
    expect(accept.user.roles).toEqual(new Map([[CT, { scu: true, scp: false }]]));
    expect(accept.user.extended).toEqual(new Map());
    expect(accept.user.hasOperationsWindow).toBe(true);
    const asScp = answerOf(
      of({ user }),
      () => ({ accepts: () => true, mayBeScp: true, extended: () => Buffer.from([0]) }),
      IMPLEMENTATION,
    );
    expect(asScp.accept.user.roles.get(CT)).toEqual({ scu: true, scp: true });
    expect(asScp.accept.user.extended.get(CT)).toEqual(Buffer.from([0]));
    expect(answerOf(of(), offerOf, IMPLEMENTATION).accept.user.hasOperationsWindow).toBe(false);
  });

  it('rejects another protocol and another application', () => {
    expect(rejectionOf(of())).toBeNull();
    expect(rejectionOf(of({ protocolVersion: 2 }))).toEqual({ result: 1, source: 2, reason: 2 });
    expect(rejectionOf(of({ applicationContext: '1.2.840.10008.3.1.1.2' }))).toEqual({
      result: 1,
      source: 1,
      reason: 2,
    });
  });
});
