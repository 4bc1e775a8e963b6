/** A command set (PS3.7 section 6.3), always in Implicit VR Little Endian. Elements not listed here are ignored. */
export interface Command {
  affectedSopClassUid?: string | undefined;
  requestedSopClassUid?: string | undefined;
  commandField: number;
  messageId?: number | undefined;
  messageIdBeingRespondedTo?: number | undefined;
  moveDestination?: string | undefined;
  priority?: number | undefined;
  /** 0x0101: there is no data set. */
  dataSetType: number;
  status?: number | undefined;
  errorComment?: string | undefined;
  affectedSopInstanceUid?: string | undefined;
  requestedSopInstanceUid?: string | undefined;
  /** For N-EVENT-REPORT and N-ACTION (PS3.7 section 10.1). */
  eventTypeId?: number | undefined;
  actionTypeId?: number | undefined;
  remaining?: number | undefined;
  completed?: number | undefined;
  failed?: number | undefined;
  warning?: number | undefined;
  moveOriginatorAe?: string | undefined;
  moveOriginatorMessageId?: number | undefined;
}

export const NO_DATA_SET = 0x0101;
/** Any value except 0x0101 means that there is a data set. */
const HAS_DATA_SET = 0x0102;
export const dataSetTypeOf = (hasDataSet: boolean): number => (hasDataSet ? HAS_DATA_SET : NO_DATA_SET);

/** Values of Command Field (0000,0100) (PS3.7 annex E.1). */
export const COMMAND = {
  storeRequest: 0x0001,
  storeResponse: 0x8001,
  getRequest: 0x0010,
  findRequest: 0x0020,
  moveRequest: 0x0021,
  echoRequest: 0x0030,
  echoResponse: 0x8030,
  eventReportRequest: 0x0100,
  actionRequest: 0x0130,
  cancelRequest: 0x0fff,
} as const;
/** The bit that distinguishes a response from its request. */
export const RESPONSE = 0x8000;

type Vr = 'UI' | 'US' | 'AE' | 'LO';
/** Elements of group 0000 in the order of their tags (PS3.7 table E.1-1). */
const ELEMENTS: readonly (readonly [element: number, name: keyof Command, vr: Vr])[] = [
  [0x0002, 'affectedSopClassUid', 'UI'],
  [0x0003, 'requestedSopClassUid', 'UI'],
  [0x0100, 'commandField', 'US'],
  [0x0110, 'messageId', 'US'],
  [0x0120, 'messageIdBeingRespondedTo', 'US'],
  [0x0600, 'moveDestination', 'AE'],
  [0x0700, 'priority', 'US'],
  [0x0800, 'dataSetType', 'US'],
  [0x0900, 'status', 'US'],
  [0x0902, 'errorComment', 'LO'],
  [0x1000, 'affectedSopInstanceUid', 'UI'],
  [0x1001, 'requestedSopInstanceUid', 'UI'],
  [0x1002, 'eventTypeId', 'US'],
  [0x1008, 'actionTypeId', 'US'],
  [0x1020, 'remaining', 'US'],
  [0x1021, 'completed', 'US'],
  [0x1022, 'failed', 'US'],
  [0x1023, 'warning', 'US'],
  [0x1030, 'moveOriginatorAe', 'AE'],
  [0x1031, 'moveOriginatorMessageId', 'US'],
];
const BY_ELEMENT = new Map(ELEMENTS.map(([element, name, vr]) => [element, { name, vr }]));

/** @throws Error for bytes that are not a command set */
export function parseCommand(bytes: Buffer): Command {
  const found: Record<string, string | number> = {};
  for (let at = 0; at < bytes.length; ) {
    if (at + 8 > bytes.length || bytes.readUInt16LE(at) !== 0)
      throw new Error('a command has a part that is no element of it');
    const end = at + 8 + bytes.readUInt32LE(at + 4);
    if (end > bytes.length) throw new Error('an element of a command is cut off');
    const known = BY_ELEMENT.get(bytes.readUInt16LE(at + 2));
    if (known) found[known.name] = readValue(bytes.subarray(at + 8, end), known.vr);
    at = end;
  }
  const { commandField, dataSetType } = found;
  if (typeof commandField !== 'number' || typeof dataSetType !== 'number')
    throw new Error('a command does not say what it is');
  return { ...found, commandField, dataSetType };
}

function readValue(bytes: Buffer, vr: Vr): string | number {
  if (vr !== 'US') return bytes.toString('latin1').replace(/\0/g, ' ').trim();
  if (bytes.length !== 2) throw new Error('a number of a command is not readable');
  return bytes.readUInt16LE(0);
}

/** Encodes a command with its group length (PS3.7 section 6.3.1). */
export function encodeCommand(command: Command): Buffer {
  const parts = ELEMENTS.flatMap(([element, name, vr]) => {
    const value = command[name];
    return value === undefined ? [] : [writeElement(element, writeValue(value, vr))];
  });
  const group = Buffer.concat(parts);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(group.length);
  return Buffer.concat([writeElement(0, length), group]);
}

function writeElement(element: number, value: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt16LE(element, 2);
  head.writeUInt32LE(value.length, 4);
  return Buffer.concat([head, value]);
}

/** Even length: UIDs are padded with zero, text with a space (PS3.5 section 6.2). */
function writeValue(value: string | number, vr: Vr): Buffer {
  if (typeof value === 'string') {
    const padding = value.length % 2 === 0 ? '' : vr === 'UI' ? '\0' : ' ';
    return Buffer.from(value + padding, 'latin1');
  }
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}
