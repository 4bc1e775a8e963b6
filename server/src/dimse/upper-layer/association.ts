import type { Socket } from 'node:net';
import { type Command, dataSetTypeOf, encodeCommand, NO_DATA_SET, parseCommand } from '../messages/command-set.ts';
import type { AcceptedContext } from './negotiate.ts';
import {
  abortPdu,
  dataHeader,
  MAX_DATA_BYTES,
  PDU,
  PDU_HEADER_BYTES,
  PDV_HEADER_BYTES,
  type PduHeader,
  parsePduHeader,
  releaseReply,
  releaseRequest,
} from './pdu.ts';
import {
  type AbortReason,
  AssociationLost,
  BY_USER,
  INVALID_PARAMETER,
  NO_REASON,
  ProtocolError,
  UNEXPECTED_PDU,
} from './protocol-error.ts';
import type { SocketBytes } from './socket-bytes.ts';

/** Longest command. Usual ones have a few hundred bytes; the longest lists offending elements. */
export const MAX_COMMAND_BYTES = 64 * 1024;
/** How long the other side may take to close after an abort or a release (PS3.8 section 9.1.5, ARTIM). */
export const ARTIM_MS = 10_000;
/** Bytes that are still read and dropped after an abort; then the connection is cut. */
const MAX_LATE_BYTES = 4 * 1024 * 1024;
/** Most empty values in a row. They are allowed (PS3.8 annex E.2), but processing them costs work. */
const MAX_EMPTY_VALUES = 16;
/** Smaller pieces are copied, since they would keep the whole chunk of the socket in memory. */
const COPIED_BELOW_BYTES = 1024;

/** A message of the other side (PS3.7 section 6.3.2). */
export interface Message {
  context: AcceptedContext;
  command: Command;
  /** Undefined where the command announces none. Bytes that are not read before the next message are skipped. */
  dataSet: AsyncGenerator<Buffer, void> | undefined;
}

/** An established association (PS3.8 section 9.2, state 6 and later). */
export interface Association {
  callingAe: string;
  calledAe: string;
  contexts: readonly AcceptedContext[];
  /** The next message; null once the other side has released. @throws ProtocolError, AssociationLost */
  next(): Promise<Message | null>;
  /** Sends messages one at a time, in the order of the calls. @throws AssociationLost */
  send(contextId: number, command: Omit<Command, 'dataSetType'>, dataSet?: AsyncIterable<Buffer>): Promise<void>;
  /** Whether silence of the other side is allowed, because it waits for this side. */
  setPatient(isPatient: boolean): void;
  /** Releases the association as requestor: waits for the answer and closes. @throws ProtocolError, AssociationLost */
  release(): Promise<void>;
  /** True once the association was released, aborted or cut. */
  isOver(): boolean;
  /** Aborts with the reason where it is known, and closes. Nothing can be sent afterwards; a second call does nothing. */
  abort(error?: unknown): void;
}

interface Piece {
  contextId: number;
  isCommand: boolean;
  /** The last piece of this command or data set. */
  isLast: boolean;
  bytes: Buffer;
}

const NOTHING = Buffer.alloc(0);

export function createAssociation(
  socket: Socket,
  bytes: SocketBytes,
  agreed: {
    callingAe: string;
    calledAe: string;
    contexts: readonly AcceptedContext[];
    /** Longest P-DATA-TF that the other side accepts; 0 is unlimited. */
    peerMaxDataBytes: number;
  },
): Association {
  const contexts = new Map(agreed.contexts.map((context) => [context.id, context]));
  const mostSent = Math.min(agreed.peerMaxDataBytes || MAX_DATA_BYTES, MAX_DATA_BYTES) - PDV_HEADER_BYTES;
  /** Bytes left of the current P-DATA-TF, and its current value. */
  let pduLeft = 0;
  let value: (Omit<Piece, 'bytes'> & { left: number }) | undefined;
  /** The context of a data set that was not read to its end yet. */
  let openDataSet: number | undefined;
  /** The only reader of that data set, until it has returned. */
  let reader: AsyncGenerator<Buffer, void> | undefined;
  let emptyValues = 0;
  let sending: Promise<void> = Promise.resolve();
  let isOver = false;

  /** The next piece of a message; `released` where the association may end here and does. */
  async function nextPiece({ mayRelease }: { mayRelease: boolean }): Promise<Piece | 'released'> {
    if (!value) {
      if (pduLeft === 0) {
        const header = await readPduHeader(bytes);
        if (header.type === PDU.releaseRequest && mayRelease) return 'released';
        if (header.type !== PDU.data) throw await unexpected(bytes, header);
        pduLeft = header.length;
      }
      value = await nextValue();
    }
    const { contextId, isCommand } = value;
    const part = value.left > 0 ? await bytes.some(value.left) : NOTHING;
    value.left -= part.length;
    if (value.left < 0) throw new ProtocolError(NO_REASON, 'a value was read beyond its end');
    const isEnd = value.left === 0;
    const isLast = isEnd && value.isLast;
    if (isEnd) value = undefined;
    emptyValues = part.length === 0 ? emptyValues + 1 : 0;
    if (emptyValues > MAX_EMPTY_VALUES)
      throw new ProtocolError(INVALID_PARAMETER, 'too many values without content follow each other');
    return { contextId, isCommand, isLast, bytes: part.length < COPIED_BELOW_BYTES ? Buffer.from(part) : part };
  }

  /** The header of a presentation data value (PS3.8 section 9.3.5.1, annex E.2). */
  async function nextValue() {
    if (pduLeft < PDV_HEADER_BYTES) throw new ProtocolError(INVALID_PARAMETER, 'a P-DATA-TF ends within a value');
    const head = await bytes.take(PDV_HEADER_BYTES);
    const length = head.readUInt32BE(0);
    if (length < 2 || length + 4 > pduLeft)
      throw new ProtocolError(INVALID_PARAMETER, 'a value is longer than its P-DATA-TF');
    pduLeft -= 4 + length;
    const contextId = head.readUInt8(4);
    if (!contexts.has(contextId))
      throw new ProtocolError(INVALID_PARAMETER, 'a value is in a presentation context that was not agreed on');
    return {
      contextId,
      isCommand: (head.readUInt8(5) & 1) !== 0,
      isLast: (head.readUInt8(5) & 2) !== 0,
      left: length - 2,
    };
  }

  async function readCommand(): Promise<{ contextId: number; command: Command } | null> {
    const parts: Buffer[] = [];
    let length = 0;
    let contextId: number | undefined;
    for (;;) {
      const piece = await nextPiece({ mayRelease: contextId === undefined });
      if (piece === 'released') return null;
      if (!piece.isCommand || (contextId ?? piece.contextId) !== piece.contextId)
        throw new ProtocolError(UNEXPECTED_PDU, 'a message begins with something else than its command');
      contextId = piece.contextId;
      length += piece.bytes.length;
      if (length > MAX_COMMAND_BYTES) throw new ProtocolError(NO_REASON, 'a command is too long');
      if (piece.bytes.length > 0) parts.push(piece.bytes);
      if (!piece.isLast) continue;
      try {
        return { contextId, command: parseCommand(Buffer.concat(parts, length)) };
      } catch {
        throw new ProtocolError(NO_REASON, 'a command is not readable');
      }
    }
  }

  /** The rest of the open data set. */
  async function* readDataSet(): AsyncGenerator<Buffer, void> {
    while (openDataSet !== undefined) {
      const piece = await nextPiece({ mayRelease: false });
      if (piece === 'released' || piece.isCommand || piece.contextId !== openDataSet)
        throw new ProtocolError(UNEXPECTED_PDU, 'a data set is followed by something else before its end');
      if (piece.isLast) openDataSet = undefined;
      if (piece.bytes.length > 0) yield piece.bytes;
    }
  }

  async function next(): Promise<Message | null> {
    // A pending `next()` of the reader may still wait for a piece; `return()` waits until it has arrived.
    await reader?.return();
    for await (const _skipped of readDataSet());
    const read = await readCommand();
    if (!read) {
      await bytes.take(RELEASE_CONTENT_BYTES);
      await inTurn(() => bytes.write([releaseReply()]));
      isOver = true;
      lingerThenCut(socket);
      return null;
    }
    const { contextId, command } = read;
    openDataSet = command.dataSetType === NO_DATA_SET ? undefined : contextId;
    reader = openDataSet === undefined ? undefined : readDataSet();
    return { context: contexts.get(contextId)!, command, dataSet: reader };
  }

  /** Sends one message after the other, so that messages of several callers are not mixed. */
  function inTurn(act: () => Promise<void>): Promise<void> {
    const done = sending.then(act);
    sending = done.catch(() => {});
    return done;
  }

  async function sendPart(contextId: number, kind: { isCommand: boolean; isLast: boolean }, part: Buffer) {
    for (let at = 0; at === 0 || at < part.length; at += mostSent) {
      const piece = part.subarray(at, at + mostSent);
      const isLast = kind.isLast && at + mostSent >= part.length;
      await bytes.write([dataHeader(contextId, { isCommand: kind.isCommand, isLast }, piece.length), piece]);
    }
  }

  function send(contextId: number, command: Omit<Command, 'dataSetType'>, dataSet?: AsyncIterable<Buffer>) {
    const encoded = encodeCommand({ ...command, dataSetType: dataSetTypeOf(dataSet !== undefined) });
    return inTurn(async () => {
      await sendPart(contextId, { isCommand: true, isLast: true }, encoded);
      if (!dataSet) return;
      for await (const part of gathered(dataSet, mostSent))
        await sendPart(contextId, { isCommand: false, isLast: false }, part);
      // The end is a separate empty piece, because it is not known in advance which piece is the last.
      await sendPart(contextId, { isCommand: false, isLast: true }, NOTHING);
    });
  }

  async function release(): Promise<void> {
    await inTurn(() => bytes.write([releaseRequest()]));
    bytes.setDeadline(ARTIM_MS);
    for (;;) {
      const header = await readPduHeader(bytes);
      if (header.type === PDU.data) {
        await skip(bytes, header.length);
        continue;
      }
      if (header.type !== PDU.releaseReply && header.type !== PDU.releaseRequest) throw await unexpected(bytes, header);
      await bytes.take(header.length);
      if (header.type === PDU.releaseReply) break;
      // Release collision: each side answers the other's request (PS3.8 section 9.2.3, states 9 to 12).
      await inTurn(() => bytes.write([releaseReply()]));
    }
    isOver = true;
    socket.end();
    lingerThenCut(socket);
  }

  return {
    ...agreed,
    next,
    send,
    setPatient: (isPatient) => bytes.setPatient(isPatient),
    release,
    isOver: () => isOver || socket.destroyed,
    abort(error) {
      if (isOver) return;
      isOver = true;
      abortConnection(socket, error);
    },
  };
}

const RELEASE_CONTENT_BYTES = 4;

export async function readPduHeader(bytes: SocketBytes): Promise<PduHeader> {
  return parsePduHeader(await bytes.take(PDU_HEADER_BYTES));
}

async function skip(bytes: SocketBytes, length: number): Promise<void> {
  for (let left = length; left > 0; ) left -= (await bytes.some(left)).length;
}

/** The error for a PDU that is not allowed in this state. */
export async function unexpected(bytes: SocketBytes, header: PduHeader): Promise<Error> {
  if (header.type !== PDU.abort) return new ProtocolError(UNEXPECTED_PDU, 'a PDU at a time where it has no place');
  await bytes.take(header.length);
  return new AssociationLost('ABORTED', 'the other side aborted');
}

/** Sends an abort with its reason (unless the other side is gone), then ends the connection. */
export function abortConnection(socket: Socket, error?: unknown): void {
  if (error instanceof AssociationLost && error.code !== 'TIMED_OUT') {
    socket.destroy();
    return;
  }
  const reason: AbortReason = error instanceof ProtocolError ? error.abort : error === undefined ? BY_USER : NO_REASON;
  socket.end(abortPdu(reason));
  lingerThenCut(socket);
}

/** Waits until the other side closes and drops what it still sends: cutting at once could lose our last bytes. */
export function lingerThenCut(socket: Socket): void {
  if (socket.destroyed) return;
  const timer = setTimeout(() => socket.destroy(), ARTIM_MS);
  timer.unref();
  let lateBytes = 0;
  socket.on('data', (chunk: Buffer) => {
    lateBytes += chunk.length;
    if (lateBytes > MAX_LATE_BYTES) socket.destroy();
  });
  socket.once('close', () => clearTimeout(timer));
  socket.resume();
}

/** Joins small pieces to about this size, so that not every few bytes become a PDU of their own. */
async function* gathered(source: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const part of source) {
    parts.push(part);
    length += part.length;
    if (length < size) continue;
    yield parts.length === 1 ? part : Buffer.concat(parts, length);
    parts = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(parts, length);
}
