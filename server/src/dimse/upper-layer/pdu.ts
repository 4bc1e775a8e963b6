import { type AbortReason, INVALID_PARAMETER, ProtocolError, UNRECOGNISED_PDU } from './protocol-error.ts';

/** Types of the protocol data units (PS3.8 section 9.3). */
export const PDU = {
  associateRequest: 0x01,
  associateAccept: 0x02,
  associateReject: 0x03,
  data: 0x04,
  releaseRequest: 0x05,
  releaseReply: 0x06,
  abort: 0x07,
} as const;
type PduType = (typeof PDU)[keyof typeof PDU];

export interface PduHeader {
  type: PduType;
  /** Bytes after the header. */
  length: number;
}

export const PDU_HEADER_BYTES = 6;
/** Length, context and message control header of a presentation data value (PS3.8 section 9.3.5.1, annex E.2). */
export const PDV_HEADER_BYTES = 6;

/** Longest P-DATA-TF that we accept, as announced to the other side (PS3.8 annex D.1). */
export const MAX_DATA_BYTES = 128 * 1024;
/** Longest association request: one with 128 contexts of 50 transfer syntaxes has about 200 KB. */
export const MAX_ASSOCIATE_BYTES = 1024 * 1024;
const FIXED_BYTES = 4;

/** Checked before the content is read. @throws ProtocolError for an unknown type, or an impossible length of its type */
export function parsePduHeader(bytes: Buffer): PduHeader {
  const type = bytes.readUInt8(0);
  const length = bytes.readUInt32BE(2);
  const header = { type: type as PduType, length };
  switch (type) {
    case PDU.associateRequest:
    case PDU.associateAccept:
      if (length > MAX_ASSOCIATE_BYTES) throw new ProtocolError(INVALID_PARAMETER, 'an A-ASSOCIATE is too long');
      return header;
    case PDU.data:
      if (length > MAX_DATA_BYTES || length < PDV_HEADER_BYTES)
        throw new ProtocolError(INVALID_PARAMETER, 'a P-DATA-TF has another length than was agreed on');
      return header;
    case PDU.associateReject:
    case PDU.releaseRequest:
    case PDU.releaseReply:
    case PDU.abort:
      if (length !== FIXED_BYTES) throw new ProtocolError(INVALID_PARAMETER, 'a PDU of fixed length has another one');
      return header;
    default:
      throw new ProtocolError(UNRECOGNISED_PDU, 'a PDU of an unknown type');
  }
}

/** A whole PDU with this content. */
export function pduOf(type: PduType, content: Buffer): Buffer {
  const pdu = Buffer.alloc(PDU_HEADER_BYTES + content.length);
  pdu[0] = type;
  pdu.writeUInt32BE(content.length, 2);
  content.copy(pdu, PDU_HEADER_BYTES);
  return pdu;
}

export const releaseRequest = (): Buffer => pduOf(PDU.releaseRequest, Buffer.alloc(FIXED_BYTES));
export const releaseReply = (): Buffer => pduOf(PDU.releaseReply, Buffer.alloc(FIXED_BYTES));
export const abortPdu = ({ source, reason }: AbortReason): Buffer =>
  pduOf(PDU.abort, Buffer.from([0, 0, source, source === 0 ? 0 : reason]));

/** The reason of a rejection (PS3.8 table 9-21). */
export interface Rejection {
  /** 1: permanent; 2: transient. */
  result: 1 | 2;
  /** 1: service user; 2: ACSE; 3: presentation. */
  source: 1 | 2 | 3;
  reason: number;
}
export const REJECTIONS = {
  noReason: { result: 1, source: 1, reason: 1 },
  applicationContext: { result: 1, source: 1, reason: 2 },
  callingAe: { result: 1, source: 1, reason: 3 },
  calledAe: { result: 1, source: 1, reason: 7 },
  protocolVersion: { result: 1, source: 2, reason: 2 },
  congestion: { result: 2, source: 3, reason: 1 },
  localLimit: { result: 2, source: 3, reason: 2 },
} as const satisfies Record<string, Rejection>;

export const rejectPdu = ({ result, source, reason }: Rejection): Buffer =>
  pduOf(PDU.associateReject, Buffer.from([0, result, source, reason]));
export const parseRejection = (content: Buffer): Rejection => ({
  result: content[1] === 2 ? 2 : 1,
  source: ([1, 2, 3] as const).find((source) => source === content[2]) ?? 1,
  reason: content.readUInt8(3),
});

/** The headers of a P-DATA-TF with one presentation data value of this many bytes. */
export function dataHeader(contextId: number, kind: { isCommand: boolean; isLast: boolean }, bytes: number): Buffer {
  const header = Buffer.alloc(PDU_HEADER_BYTES + PDV_HEADER_BYTES);
  header[0] = PDU.data;
  header.writeUInt32BE(PDV_HEADER_BYTES + bytes, 2);
  header.writeUInt32BE(2 + bytes, 6);
  header[10] = contextId;
  header[11] = (kind.isCommand ? 1 : 0) | (kind.isLast ? 2 : 0);
  return header;
}
