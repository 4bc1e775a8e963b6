import type { Association, Message } from '../upper-layer/association.ts';
import { AssociationLost } from '../upper-layer/protocol-error.ts';
import { COMMAND } from './command-set.ts';

/** The messages of the other side, in order; also those that arrive during an operation. */
export interface Inbox {
  /** Returns null once the other side has released. @throws ProtocolError, AssociationLost */
  next(): Promise<Message | null>;
  /**
   * Runs `work` and listens meanwhile: its signal aborts when the operation is cancelled (PS3.7 section 9.3.2.3) or the
   * other side is gone. Any other message is kept for `next`.
   */
  during(messageId: number, work: (signal: AbortSignal) => Promise<void>): Promise<void>;
}

/** Whether the message is a C-CANCEL of this operation. */
export const cancels = (message: Message | null, messageId: number): boolean =>
  message?.command.commandField === COMMAND.cancelRequest && message.command.messageIdBeingRespondedTo === messageId;

export function createInbox(association: Association): Inbox {
  let held: Promise<Message | null> | undefined;
  return {
    next() {
      const message = held ?? association.next();
      held = undefined;
      return message;
    },
    async during(messageId, work) {
      const ended = new AbortController();
      const listen = async (): Promise<Message | null> => {
        for (;;) {
          const message = await association.next();
          if (cancels(message, messageId)) {
            ended.abort();
            continue;
          }
          if (!message) ended.abort(new AssociationLost('CLOSED', 'the other side released while it waited'));
          return message;
        }
      };
      held = listen();
      held.catch((error: unknown) => ended.abort(error));
      association.setPatient(true);
      try {
        await work(ended.signal);
      } finally {
        association.setPatient(false);
      }
    },
  };
}
