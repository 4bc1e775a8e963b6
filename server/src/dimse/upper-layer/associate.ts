import { PDU, pduOf } from './pdu.ts';
import { INVALID_PARAMETER, ProtocolError } from './protocol-error.ts';

/** A presentation context of a request (PS3.8 section 9.3.2.2). */
export interface ProposedContext {
  id: number;
  abstractSyntax: string;
  transferSyntaxes: string[];
}

/**
 * 0: accepted; 1: rejected by the user; 3: abstract syntax not supported; 4: no transfer syntax supported (PS3.8 table
 * 9-18).
 */
export type ContextResult = 0 | 1 | 2 | 3 | 4;
export interface ContextAnswer {
  id: number;
  result: ContextResult;
  /** Meaningless where the context was not accepted. */
  transferSyntax: string;
}

/** The roles that the requestor may have for a SOP class (PS3.7 annex D.3.3.4). */
export interface Roles {
  scu: boolean;
  scp: boolean;
}
export interface UserInformation {
  /** Longest P-DATA-TF that the sender of this item accepts; 0 is unlimited (PS3.8 annex D.1). */
  maxDataBytes: number;
  implementationClassUid: string;
  implementationVersionName: string;
  /** SOP Class UID → roles. */
  roles: Map<string, Roles>;
  /** SOP Class UID → Service-class-application-information (PS3.7 annex D.3.3.5). */
  extended: Map<string, Buffer>;
  /** Whether an asynchronous operations window is requested (PS3.7 annex D.3.3.3). */
  hasOperationsWindow: boolean;
}

interface Associate {
  calledAe: string;
  callingAe: string;
  user: UserInformation;
}
export interface AssociateRequest extends Associate {
  /** Bit 0 means version 1, the only one. */
  protocolVersion: number;
  applicationContext: string;
  contexts: ProposedContext[];
}
export interface AssociateAccept extends Associate {
  contexts: ContextAnswer[];
}

/** Items and sub-items (PS3.8 section 9.3.2; PS3.7 annex D.3.3). */
const ITEM = {
  applicationContext: 0x10,
  proposedContext: 0x20,
  answeredContext: 0x21,
  abstractSyntax: 0x30,
  transferSyntax: 0x40,
  userInformation: 0x50,
  maximumLength: 0x51,
  implementationClassUid: 0x52,
  operationsWindow: 0x53,
  roleSelection: 0x54,
  implementationVersionName: 0x55,
  extendedNegotiation: 0x56,
} as const;

const FIXED_BYTES = 68;
const LONGEST_UID = 64;
/** With a smaller limit hardly any data would fit into a unit. */
const LEAST_MAX_DATA_BYTES = 128;

// ---- reading ----

interface Item {
  type: number;
  content: Buffer;
}

function* itemsOf(bytes: Buffer): Generator<Item> {
  for (let at = 0; at < bytes.length; ) {
    if (at + 4 > bytes.length) throw invalid('an item is cut off');
    const end = at + 4 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length) throw invalid('an item is longer than what it is in');
    yield { type: bytes.readUInt8(at), content: bytes.subarray(at + 4, end) };
    at = end;
  }
}

const invalid = (message: string) => new ProtocolError(INVALID_PARAMETER, message);

/** Some peers pad with zero or spaces, although UIDs are not padded here (PS3.8 annex F). */
function uidOf(content: Buffer): string {
  const uid = content.toString('latin1').replace(/[\0 ]+$/, '');
  if (uid.length > LONGEST_UID || !/^[0-9.]+$/.test(uid)) throw invalid('what should be a UID is none');
  return uid;
}

/** Leading and trailing spaces have no meaning (PS3.8 table 9-11); some peers pad with zero. */
const aeTitleOf = (bytes: Buffer): string => bytes.toString('latin1').replace(/\0/g, ' ').trim();

/** @throws ProtocolError */
export function parseAssociateRequest(content: Buffer): AssociateRequest {
  const { protocolVersion, calledAe, callingAe, items } = fixedOf(content);
  const contexts = new Map<number, ProposedContext>();
  let applicationContext = '';
  let user = noUserInformation();
  for (const { type, content: item } of items) {
    if (type === ITEM.applicationContext) applicationContext = uidOf(item);
    else if (type === ITEM.userInformation) user = userInformationOf(item);
    else if (type === ITEM.proposedContext) {
      const context = proposedContextOf(item);
      // Odd numbers from 1 to 255 (PS3.8 table 9-13): more than 128 contexts would repeat one.
      if (context.id % 2 === 0 || contexts.has(context.id))
        throw invalid('a presentation context has no id of its own');
      contexts.set(context.id, context);
    }
  }
  if (contexts.size === 0) throw invalid('no presentation context is proposed');
  return { protocolVersion, calledAe, callingAe, applicationContext, contexts: [...contexts.values()], user };
}

/** @throws ProtocolError */
export function parseAssociateAccept(content: Buffer): AssociateAccept {
  const { calledAe, callingAe, items } = fixedOf(content);
  const contexts: ContextAnswer[] = [];
  let user = noUserInformation();
  for (const { type, content: item } of items) {
    if (type === ITEM.userInformation) user = userInformationOf(item);
    else if (type === ITEM.answeredContext) contexts.push(answeredContextOf(item));
  }
  return { calledAe, callingAe, contexts, user };
}

function fixedOf(content: Buffer) {
  if (content.length < FIXED_BYTES) throw invalid('an A-ASSOCIATE is too short');
  return {
    protocolVersion: content.readUInt16BE(0),
    calledAe: aeTitleOf(content.subarray(4, 20)),
    callingAe: aeTitleOf(content.subarray(20, 36)),
    items: itemsOf(content.subarray(FIXED_BYTES)),
  };
}

function proposedContextOf(item: Buffer): ProposedContext {
  if (item.length < 4) throw invalid('a presentation context is too short');
  let abstractSyntax = '';
  const transferSyntaxes: string[] = [];
  for (const { type, content } of itemsOf(item.subarray(4))) {
    if (type === ITEM.abstractSyntax) abstractSyntax = uidOf(content);
    else if (type === ITEM.transferSyntax) transferSyntaxes.push(uidOf(content));
  }
  if (!abstractSyntax || transferSyntaxes.length === 0) throw invalid('a presentation context names no syntax');
  return { id: item.readUInt8(0), abstractSyntax, transferSyntaxes };
}

function answeredContextOf(item: Buffer): ContextAnswer {
  if (item.length < 4 || item.readUInt8(2) > 4) throw invalid('an answer to a presentation context is not readable');
  const result = item[2] as ContextResult;
  let transferSyntax = '';
  for (const { type, content } of itemsOf(item.subarray(4))) {
    if (type === ITEM.transferSyntax && result === 0) transferSyntax = uidOf(content);
  }
  if (result === 0 && !transferSyntax) throw invalid('an accepted presentation context names no transfer syntax');
  return { id: item.readUInt8(0), result, transferSyntax };
}

const noUserInformation = (): UserInformation => ({
  maxDataBytes: 0,
  implementationClassUid: '',
  implementationVersionName: '',
  roles: new Map(),
  extended: new Map(),
  hasOperationsWindow: false,
});

/** Unknown sub-items are ignored (PS3.8 section 9.3.1), and so are user identity and common extended negotiation. */
function userInformationOf(item: Buffer): UserInformation {
  const user = noUserInformation();
  for (const { type, content } of itemsOf(item)) {
    switch (type) {
      case ITEM.maximumLength: {
        if (content.length !== 4) throw invalid('the maximum length is not readable');
        const bytes = content.readUInt32BE(0);
        if (bytes !== 0 && bytes < LEAST_MAX_DATA_BYTES) throw invalid('the maximum length leaves no room for data');
        user.maxDataBytes = bytes;
        break;
      }
      case ITEM.implementationClassUid:
        user.implementationClassUid = uidOf(content);
        break;
      case ITEM.implementationVersionName:
        user.implementationVersionName = content.toString('latin1').trim();
        break;
      case ITEM.operationsWindow:
        user.hasOperationsWindow = true;
        break;
      case ITEM.roleSelection: {
        const { uid, rest } = withUidLength(content);
        if (rest.length < 2) throw invalid('a role selection is too short');
        user.roles.set(uid, { scu: rest[0] === 1, scp: rest[1] === 1 });
        break;
      }
      case ITEM.extendedNegotiation: {
        const { uid, rest } = withUidLength(content);
        user.extended.set(uid, rest);
        break;
      }
    }
  }
  return user;
}

function withUidLength(content: Buffer): { uid: string; rest: Buffer } {
  const end = 2 + (content.length >= 2 ? content.readUInt16BE(0) : 0);
  if (end > content.length) throw invalid('a sub-item is cut off');
  return { uid: uidOf(content.subarray(2, end)), rest: content.subarray(end) };
}

// ---- writing ----

function item(type: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const head = Buffer.alloc(4);
  head[0] = type;
  head.writeUInt16BE(content.length, 2);
  return Buffer.concat([head, content]);
}
const textItem = (type: number, text: string): Buffer => item(type, Buffer.from(text, 'latin1'));

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function fixedPart({ calledAe, callingAe }: Pick<Associate, 'calledAe' | 'callingAe'>): Buffer {
  const bytes = Buffer.alloc(FIXED_BYTES);
  bytes.writeUInt16BE(1, 0);
  bytes.write(calledAe.slice(0, 16).padEnd(16), 4, 'latin1');
  bytes.write(callingAe.slice(0, 16).padEnd(16), 20, 'latin1');
  return bytes;
}

function userInformationItem(user: UserInformation): Buffer {
  const maximum = Buffer.alloc(4);
  maximum.writeUInt32BE(user.maxDataBytes);
  return item(
    ITEM.userInformation,
    item(ITEM.maximumLength, maximum),
    textItem(ITEM.implementationClassUid, user.implementationClassUid),
    // One operation at a time, in both directions.
    ...(user.hasOperationsWindow ? [item(ITEM.operationsWindow, uint16(1), uint16(1))] : []),
    ...[...user.roles].map(([uid, { scu, scp }]) =>
      item(ITEM.roleSelection, uint16(uid.length), Buffer.from(uid, 'latin1'), Buffer.from([scu ? 1 : 0, scp ? 1 : 0])),
    ),
    textItem(ITEM.implementationVersionName, user.implementationVersionName),
    ...[...user.extended].map(([uid, information]) =>
      item(ITEM.extendedNegotiation, uint16(uid.length), Buffer.from(uid, 'latin1'), information),
    ),
  );
}

export function associateRequestPdu(request: Omit<AssociateRequest, 'protocolVersion'>): Buffer {
  const contexts = request.contexts.map(({ id, abstractSyntax, transferSyntaxes }) =>
    item(
      ITEM.proposedContext,
      Buffer.from([id, 0, 0, 0]),
      textItem(ITEM.abstractSyntax, abstractSyntax),
      ...transferSyntaxes.map((uid) => textItem(ITEM.transferSyntax, uid)),
    ),
  );
  return pduOf(
    PDU.associateRequest,
    Buffer.concat([
      fixedPart(request),
      textItem(ITEM.applicationContext, request.applicationContext),
      ...contexts,
      userInformationItem(request.user),
    ]),
  );
}

/** The titles are returned unchanged (PS3.8 table 9-17). */
export function associateAcceptPdu(accept: AssociateAccept, applicationContext: string): Buffer {
  const contexts = accept.contexts.map(({ id, result, transferSyntax }) =>
    item(ITEM.answeredContext, Buffer.from([id, 0, result, 0]), textItem(ITEM.transferSyntax, transferSyntax)),
  );
  return pduOf(
    PDU.associateAccept,
    Buffer.concat([
      fixedPart(accept),
      textItem(ITEM.applicationContext, applicationContext),
      ...contexts,
      userInformationItem(accept.user),
    ]),
  );
}
