/** MSA-1 (HL7 v2.5.1 table 0008), of the original and the enhanced mode; some receivers use the latter unasked. */
const MEANINGS: Readonly<Record<string, Acknowledged['meaning']>> = {
  AA: 'accepted',
  CA: 'accepted',
  AE: 'error',
  CE: 'error',
  AR: 'rejected',
  CR: 'rejected',
};

export interface Acknowledged {
  /** `error`: this content will never be accepted. `rejected`: not accepted now (section 2.9.2). */
  meaning: 'accepted' | 'error' | 'rejected';
  /**
   * The code, with the error number where there is one (ERR-3, table 0357). The text is left out, because it may name a
   * patient.
   */
  code: string;
}

/**
 * Reads the acknowledgement of the message with this control id; null where the answer is not one, or belongs to
 * another message.
 */
export function readAcknowledgement(answer: Buffer, controlId: string): Acknowledged | null {
  const segments = answer.toString('utf8').split(/[\r\n]+/);
  const header = segments[0] ?? '';
  if (!header.startsWith('MSH')) return null;
  const [separator, component] = [header[3] ?? '|', header[4] ?? '^'];
  const fieldsOf = (name: string) => segments.find((line) => line.startsWith(name + separator))?.split(separator) ?? [];
  const [, code = '', of] = fieldsOf('MSA');
  const meaning = MEANINGS[code];
  if (!meaning || of !== controlId) return null;
  const number = /^\d{1,4}$/.exec(fieldsOf('ERR')[3]?.split(component)[0] ?? '')?.[0];
  return { meaning, code: number && meaning !== 'accepted' ? `${code} ${number}` : code };
}
