/** Facility 10 (security), severity 5 (notice): DICOM PS3.15 section A.6, RFC 5424 section 6.2.1. */
const PRIORITY = 10 * 8 + 5;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);
/** RFC 5424 section 6: printable ASCII, of that length; "-" where it says nothing. */
const word = (text: string, most: number): string => text.replace(/[^\x21-\x7e]/g, '').slice(0, most) || '-';

export interface SyslogEntry {
  at: string;
  host: string;
  processId: number;
  /** What kind of content it is: `DICOM+RFC3881` for audit messages of DICOM (PS3.15 section A.6). */
  messageId: string;
  content: string;
}

/** One message of RFC 5424, its content in UTF-8. */
export function syslogMessage({ at, host, processId, messageId, content }: SyslogEntry): Buffer {
  const header = `<${PRIORITY}>1 ${at} ${word(host, 255)} DUAI ${processId} ${word(messageId, 32)} - `;
  return Buffer.concat([Buffer.from(header, 'latin1'), BOM, Buffer.from(content, 'utf8')]);
}
