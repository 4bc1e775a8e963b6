import { COMMAND, type Command, RESPONSE } from '../messages/command-set.ts';
import { writeDataSet } from '../messages/data-set.ts';
import { inOnePiece, readIdentifier } from '../messages/identifier.ts';
import { cancels, type Inbox } from '../messages/inbox.ts';
import { OperationRefused, type Outcome, STATUS } from '../messages/statuses.ts';
import type { Association, Message } from '../upper-layer/association.ts';
import type { AcceptedContext } from '../upper-layer/negotiate.ts';
import { AssociationLost, NO_REASON, ProtocolError } from '../upper-layer/protocol-error.ts';

/** A request of C-FIND, C-MOVE or C-GET (PS3.7 sections 9.1.2 to 9.1.4). */
export interface QueryCall {
  /** The context, whose transfer syntax the identifier and the answers use. */
  context: AcceptedContext;
  identifier: Buffer;
  /** Aborts when the other side cancels or is gone. */
  signal: AbortSignal;
}
export interface MoveCall extends QueryCall {
  messageId: number;
  /** AE title of the destination. */
  destination: string;
}

/** A stored instance. */
export interface InstanceToSend {
  sopClassUid: string;
  sopInstanceUid: string;
  transferSyntax: string;
  /** Opens the data set without file meta information, before anything is sent. @throws Error where it cannot be read */
  open(): Promise<AsyncIterable<Buffer>>;
}
export type SubOperation = { sopInstanceUid: string; result: 'completed' | 'warning' | 'failed' };

/** The sub-operations of a C-MOVE, each when it ends. */
export interface Move {
  total: number;
  results: AsyncIterable<SubOperation>;
}
/** The instances of a C-GET, sent over the same association. */
export interface Get {
  total: number;
  instances: readonly InstanceToSend[];
}

export interface Found {
  /** In the transfer syntax of the request. */
  identifier: Buffer;
  /** True where some of the given keys were not matched. */
  lacksKeys: boolean;
}

export interface QueryServices {
  /** The matches. @throws OperationRefused */
  find(call: QueryCall): AsyncIterable<Found>;
  /** @throws OperationRefused */
  move(call: MoveCall): Promise<Move>;
  /** @throws OperationRefused */
  get(call: QueryCall): Promise<Get>;
}

export type Respond = (change: Partial<Command> & Outcome, dataSet?: AsyncIterable<Buffer>) => Promise<void>;

export async function provideFind(
  { context, command, dataSet }: Message,
  inbox: Inbox,
  services: QueryServices,
  respond: Respond,
): Promise<void> {
  const identifier = await readIdentifier(dataSet);
  if (!identifier) return respond({ status: STATUS.missingAttribute });
  await inbox.during(command.messageId!, async (signal) => {
    const end = await refusalOf(async () => {
      for await (const found of services.find({ context, identifier, signal })) {
        if (signal.aborted) break;
        const status = found.lacksKeys ? STATUS.pendingWithoutKeys : STATUS.pending;
        await respond({ status }, inOnePiece(found.identifier));
      }
    });
    await respond(end ?? { status: signal.aborted ? STATUS.cancelled : STATUS.success });
  });
}

export async function provideMove(
  { context, command, dataSet }: Message,
  inbox: Inbox,
  services: QueryServices,
  respond: Respond,
): Promise<void> {
  const identifier = await readIdentifier(dataSet);
  const { moveDestination: destination, messageId } = command;
  if (!identifier) return respond({ status: STATUS.missingAttribute });
  if (!destination) return respond({ status: STATUS.unknownDestination });
  await inbox.during(messageId!, async (signal) => {
    const count = createCount();
    const end = await refusalOf(async () => {
      const move = await services.move({ context, identifier, signal, destination, messageId: messageId! });
      count.begin(move.total);
      for await (const { result, sopInstanceUid } of move.results) {
        count.add(result, sopInstanceUid);
        if (signal.aborted) break;
        await respond({ status: STATUS.pending, ...count.soFar() });
      }
    });
    await respond(...finalOf(end, count, signal.aborted, context));
  });
}

/** The sub-operations use the association itself, where the roles allow it (PS3.4 section C.4.3). */
export async function provideGet(
  association: Association,
  { context, command, dataSet }: Message,
  inbox: Inbox,
  services: QueryServices,
  respond: Respond,
): Promise<void> {
  const identifier = await readIdentifier(dataSet);
  if (!identifier) return respond({ status: STATUS.missingAttribute });
  const messageId = command.messageId!;
  const cancelled = new AbortController();
  const count = createCount();
  let lastId = 0;

  async function send(instance: InstanceToSend): Promise<SubOperation['result']> {
    const { sopClassUid, sopInstanceUid, transferSyntax } = instance;
    const of = association.contexts.find(
      (one) => one.abstractSyntax === sopClassUid && one.transferSyntax === transferSyntax,
    );
    const dataSet = of && (await instance.open().catch(() => undefined));
    if (!dataSet) return 'failed';
    lastId = (lastId % 0xffff) + 1;
    const request = {
      affectedSopClassUid: sopClassUid,
      affectedSopInstanceUid: sopInstanceUid,
      commandField: COMMAND.storeRequest,
      messageId: lastId,
      priority: 0,
    };
    await association.send(of.id, request, dataSet);
    for (;;) {
      const message = await inbox.next();
      if (!message) throw new AssociationLost('CLOSED', 'the other side released while it was sent instances');
      if (cancels(message, messageId)) {
        cancelled.abort();
        continue;
      }
      const answer = message.command;
      const isAnswer =
        answer.commandField === (COMMAND.storeRequest | RESPONSE) && answer.messageIdBeingRespondedTo === lastId;
      if (!isAnswer || answer.status === undefined)
        throw new ProtocolError(NO_REASON, 'the answer is to something else than what was sent');
      return resultOf(answer.status);
    }
  }

  const end = await refusalOf(async () => {
    const { total, instances } = await services.get({ context, identifier, signal: cancelled.signal });
    count.begin(total);
    for (const instance of instances) {
      count.add(await send(instance), instance.sopInstanceUid);
      if (cancelled.signal.aborted) break;
      await respond({ status: STATUS.pending, ...count.soFar() });
    }
  });
  await respond(...finalOf(end, count, cancelled.signal.aborted, context));
}

/** Warning statuses of C-STORE begin with B (PS3.4 table B.2-1). */
export const resultOf = (status: number): SubOperation['result'] =>
  status === STATUS.success ? 'completed' : status >>> 12 === 0xb ? 'warning' : 'failed';

async function refusalOf(act: () => Promise<void>): Promise<Outcome | undefined> {
  try {
    await act();
    return undefined;
  } catch (error) {
    if (error instanceof OperationRefused) return error.outcome;
    throw error;
  }
}

/** Most failed instances that an answer lists; there may be thousands. */
const MOST_NAMED = 500;

function createCount() {
  let all = 0;
  const done = { completed: 0, warning: 0, failed: 0 };
  const failedUids: string[] = [];
  return {
    begin(count: number) {
      all = count;
    },
    add(result: SubOperation['result'], sopInstanceUid: string) {
      done[result] += 1;
      if (result === 'failed' && failedUids.length < MOST_NAMED) failedUids.push(sopInstanceUid);
    },
    soFar: () => ({ ...done, remaining: Math.max(0, all - done.completed - done.warning - done.failed) }),
    done,
    failedUids,
  };
}

/**
 * The final response (PS3.4 sections C.4.2.1.4 and C.4.2.1.5). Failed instances are listed in a data set that has only
 * the Failed SOP Instance UID List (0008,0058).
 */
function finalOf(
  refused: Outcome | undefined,
  { done, failedUids, soFar }: ReturnType<typeof createCount>,
  isCancelled: boolean,
  { transferSyntax }: AcceptedContext,
): Parameters<Respond> {
  if (refused) return [refused];
  const { remaining, ...counts } = soFar();
  const dataSet =
    failedUids.length > 0
      ? inOnePiece(writeDataSet({ '00080058': { vr: 'UI', Value: failedUids } }, transferSyntax))
      : undefined;
  if (isCancelled) return [{ status: STATUS.cancelled, remaining, ...counts }, dataSet];
  if (done.failed === 0) return [{ status: STATUS.success, ...counts }];
  const isAll = done.completed + done.warning === 0;
  return [{ status: isAll ? STATUS.subOperationsFailed : STATUS.subOperationsIncomplete, ...counts }, dataSet];
}
