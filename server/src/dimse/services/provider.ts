import { COMMAND, type Command, RESPONSE } from '../messages/command-set.ts';
import { readIdentifier } from '../messages/identifier.ts';
import { createInbox, type Inbox } from '../messages/inbox.ts';
import { type Outcome, STATUS } from '../messages/statuses.ts';
import { PATIENT_ROOT, STORAGE_COMMITMENT, STUDY_ROOT, VERIFICATION } from '../messages/uids.ts';
import type { Association, Message } from '../upper-layer/association.ts';
import type { AcceptedContext } from '../upper-layer/negotiate.ts';
import { NO_REASON, ProtocolError } from '../upper-layer/protocol-error.ts';
import { provideFind, provideGet, provideMove, type QueryServices, type Respond } from './provide-query.ts';

/** A composite instance that the other side sends (PS3.7 section 9.1.1). */
export interface StoreCall {
  context: AcceptedContext;
  sopClassUid: string;
  sopInstanceUid: string;
  /** The data set as received, in the transfer syntax of the context. Bytes that are not read are skipped. */
  dataSet: AsyncIterable<Buffer>;
}

/** An action or event of storage commitment (PS3.4 annex J.3). */
export interface CommitmentCall {
  context: AcceptedContext;
  /** For an action 1: request; for an event 1: all are kept, 2: some are not. */
  type: number;
  information: Buffer;
}

/** The services that this side provides as SCP; a missing entry means that the operation is not supported. */
export interface Services {
  /** @returns the answer to the other side; an error aborts the association */
  store(call: StoreCall): Promise<Outcome>;
  query?: QueryServices;
  /** N-ACTION: the other side asks which instances are kept. */
  requestCommitment?(call: CommitmentCall): Promise<Outcome>;
  /** N-EVENT-REPORT: the other side reports which instances it keeps. */
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
  // It is not an error to cancel an operation that is over (PS3.7 section 9.3.2.3).
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

/**
 * The fields of a request that its response repeats; "requested" fields of N-ACTION become "affected" ones (PS3.7
 * section 10.1.4).
 */
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

/** Valid by PS3.5 section 9.1, except that leading zeros are accepted, since they occur in practice. */
const isUid = (text: string): boolean => text.length <= 64 && /^[0-9]+(\.[0-9]+)*$/.test(text);
