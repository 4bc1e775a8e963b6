import type { Association, Message } from './association.ts';
import { COMMAND, type Command, RESPONSE } from './command-set.ts';
import type { AcceptedContext } from './negotiate.ts';
import { NO_REASON, ProtocolError } from './protocol-error.ts';
import { type Outcome, STATUS } from './statuses.ts';
import { VERIFICATION } from './uids.ts';

/** A composite instance that is sent (PS3.7 section 9.1.1). */
export interface StoreCall {
  context: AcceptedContext;
  sopClassUid: string;
  sopInstanceUid: string;
  /** As it was sent, in the transfer syntax of the context. What is not read is skipped. */
  dataSet: AsyncIterable<Buffer>;
}

/** What this side does when it is asked, as SCP. */
export interface Services {
  /** @returns what the other side is told; what it throws aborts the association */
  store(call: StoreCall): Promise<Outcome>;
}

/** Answers requests one after the other until the association is released. @throws ProtocolError, AssociationLost */
export async function provide(association: Association, services: Services): Promise<void> {
  for (;;) {
    const message = await association.next();
    if (!message) return;
    await answer(association, message, services);
  }
}

async function answer(association: Association, message: Message, services: Services): Promise<void> {
  const { command, context } = message;
  if ((command.commandField & RESPONSE) !== 0)
    throw new ProtocolError(NO_REASON, 'a response to nothing that was asked');
  // An operation that is over cannot be cancelled; this is no error (PS3.7 section 9.3.2.3).
  if (command.commandField === COMMAND.cancelRequest) return;
  if (command.messageId === undefined) throw new ProtocolError(NO_REASON, 'a request without a message id');
  const { status, comment } = await outcomeOf(message, services);
  await association.send(context.id, {
    ...mirrored(command),
    commandField: command.commandField | RESPONSE,
    messageIdBeingRespondedTo: command.messageId,
    status,
    errorComment: comment,
  });
}

/** What a response repeats of its request. */
const mirrored = ({ affectedSopClassUid, affectedSopInstanceUid }: Command) => ({
  affectedSopClassUid,
  affectedSopInstanceUid,
});

async function outcomeOf({ command, context, dataSet }: Message, services: Services): Promise<Outcome> {
  const { commandField, affectedSopClassUid, affectedSopInstanceUid } = command;
  if (commandField === COMMAND.echoRequest)
    return { status: context.abstractSyntax === VERIFICATION ? STATUS.success : STATUS.sopClassNotSupported };
  if (commandField !== COMMAND.storeRequest) return { status: STATUS.unrecognizedOperation };
  if (affectedSopClassUid !== context.abstractSyntax) return { status: STATUS.sopClassNotSupported };
  if (!affectedSopInstanceUid || !dataSet) return { status: STATUS.missingAttribute };
  if (!isUid(affectedSopInstanceUid)) return { status: STATUS.invalidInstance };
  return services.store({
    context,
    sopClassUid: affectedSopClassUid,
    sopInstanceUid: affectedSopInstanceUid,
    dataSet,
  });
}

/** As PS3.5 section 9.1 wants it, but for leading zeros: those are in use. */
const isUid = (text: string): boolean => text.length <= 64 && /^[0-9]+(\.[0-9]+)*$/.test(text);
