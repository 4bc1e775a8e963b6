import { COMMAND, type Command, RESPONSE } from '../messages/command-set.ts';
import { readIdentifier } from '../messages/identifier.ts';
import { createInbox, type Inbox } from '../messages/inbox.ts';
import { type Outcome, STATUS } from '../messages/statuses.ts';
import { PATIENT_ROOT, STORAGE_COMMITMENT, STUDY_ROOT, VERIFICATION } from '../messages/uids.ts';
import type { Association, Message } from '../upper-layer/association.ts';
import type { AcceptedContext } from '../upper-layer/negotiate.ts';
import { NO_REASON, ProtocolError } from '../upper-layer/protocol-error.ts';
import { provideFind, provideGet, provideMove, type QueryServices, type Respond } from './provide-query.ts';

/** A composite instance that is sent (PS3.7 section 9.1.1). */
export interface StoreCall {
  context: AcceptedContext;
  sopClassUid: string;
  sopInstanceUid: string;
  /** As it was sent, in the transfer syntax of the context. What is not read is skipped. */
  dataSet: AsyncIterable<Buffer>;
}

/** An action or an event of storage commitment (PS3.4 annex J.3). */
export interface CommitmentCall {
  context: AcceptedContext;
  /** Of an action 1: commit; of an event 1: all are kept, 2: some are not. */
  type: number;
  information: Buffer;
}

/** What this side does when it is asked, as SCP; without an entry the operation is not known here. */
export interface Services {
  /** @returns what the other side is told; what it throws aborts the association */
  store(call: StoreCall): Promise<Outcome>;
  query?: QueryServices;
  /** N-ACTION: the other side wants to know what is kept. */
  requestCommitment?(call: CommitmentCall): Promise<Outcome>;
  /** N-EVENT-REPORT: the other side says what it keeps. */
  reportCommitment?(call: CommitmentCall): Promise<Outcome>;
}

/** Answers requests one after the other until the association is released. @throws ProtocolError, AssociationLost */
export async function provide(association: Association, services: Services): Promise<void> {
  const inbox = createInbox(association);
  for (;;) {
    const message = await inbox.next();
    if (!message) return;
    await answer(association, inbox, message, services);
  }
}

async function answer(association: Association, inbox: Inbox, message: Message, services: Services): Promise<void> {
  const { command, context } = message;
  if ((command.commandField & RESPONSE) !== 0)
    throw new ProtocolError(NO_REASON, 'a response to nothing that was asked');
  // An operation that is over cannot be cancelled; this is no error (PS3.7 section 9.3.2.3).
  if (command.commandField === COMMAND.cancelRequest) return;
  if (command.messageId === undefined) throw new ProtocolError(NO_REASON, 'a request without a message id');
  const respond: Respond = ({ comment, ...change }, dataSet) =>
    association.send(
      context.id,
      {
        ...mirrored(command),
        commandField: command.commandField | RESPONSE,
        messageIdBeingRespondedTo: command.messageId,
        errorComment: comment,
        ...change,
      },
      dataSet,
    );
  const { query } = services;
  const service = query && QUERY_SERVICE_OF.get(command.commandField);
  if (!service) return respond(await outcomeOf(message, services));
  if (!isOfContext(message, [PATIENT_ROOT[service], STUDY_ROOT[service]]))
    return respond({ status: STATUS.sopClassNotSupported });
  if (service === 'find') return provideFind(message, inbox, query, respond);
  if (service === 'move') return provideMove(message, inbox, query, respond);
  return provideGet(association, message, inbox, query, respond);
}

const QUERY_SERVICE_OF: ReadonlyMap<number, 'find' | 'move' | 'get'> = new Map([
  [COMMAND.findRequest, 'find'],
  [COMMAND.moveRequest, 'move'],
  [COMMAND.getRequest, 'get'],
]);

const isOfContext = ({ command, context }: Message, classes: readonly string[]): boolean =>
  command.affectedSopClassUid === context.abstractSyntax && classes.includes(context.abstractSyntax);

/** What a response repeats of its request; what N-ACTION requests is affected in its answer (PS3.7 section 10.1.4). */
const mirrored = ({
  affectedSopClassUid,
  affectedSopInstanceUid,
  requestedSopClassUid,
  requestedSopInstanceUid,
  actionTypeId,
  eventTypeId,
}: Command) => ({
  affectedSopClassUid: affectedSopClassUid ?? requestedSopClassUid,
  affectedSopInstanceUid: affectedSopInstanceUid ?? requestedSopInstanceUid,
  actionTypeId,
  eventTypeId,
});

async function outcomeOf(message: Message, services: Services): Promise<Outcome> {
  const { command, context, dataSet } = message;
  const { commandField, affectedSopClassUid, affectedSopInstanceUid } = command;
  if (commandField === COMMAND.echoRequest)
    return { status: context.abstractSyntax === VERIFICATION ? STATUS.success : STATUS.sopClassNotSupported };
  if (commandField === COMMAND.actionRequest)
    return commitmentOutcome(message, command.actionTypeId, services.requestCommitment);
  if (commandField === COMMAND.eventReportRequest)
    return commitmentOutcome(message, command.eventTypeId, services.reportCommitment);
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

async function commitmentOutcome(
  { context, dataSet }: Message,
  type: number | undefined,
  serve: ((call: CommitmentCall) => Promise<Outcome>) | undefined,
): Promise<Outcome> {
  if (!serve) return { status: STATUS.unrecognizedOperation };
  if (context.abstractSyntax !== STORAGE_COMMITMENT) return { status: STATUS.sopClassNotSupported };
  const information = await readIdentifier(dataSet);
  if (type === undefined || !information) return { status: STATUS.missingAttribute };
  return serve({ context, type, information });
}

/** As PS3.5 section 9.1 wants it, but for leading zeros: those are in use. */
const isUid = (text: string): boolean => text.length <= 64 && /^[0-9]+(\.[0-9]+)*$/.test(text);
