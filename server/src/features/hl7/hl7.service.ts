import type { MllpSender } from '../../adapters/mllp/port.ts';
import type { Parts } from '../../parts.ts';
import type { Audit } from '../audit/index.ts';
import type { Scans } from '../scans/index.ts';
import { createMessages } from './messages.ts';
import { createReceivers } from './receivers.ts';

export interface Hl7Tools extends Pick<Parts, 'db' | 'clock' | 'queue' | 'log'> {
  mllp: MllpSender;
  audit: Audit;
  scans: Scans;
}

export type Hl7 = ReturnType<typeof createHl7>;

/** Sends results to record systems of an institution as HL7 v2 messages. */
export function createHl7(tools: Hl7Tools) {
  const messages = createMessages(tools);
  return { receivers: createReceivers(tools), messages, registerJobs: () => messages.registerJobs() };
}
