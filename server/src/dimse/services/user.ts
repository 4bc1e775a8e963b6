import { COMMAND, type Command, RESPONSE } from '../messages/command-set.ts';
import { inOnePiece, readIdentifier } from '../messages/identifier.ts';
import { type Outcome, STATUS } from '../messages/statuses.ts';
import { STORAGE_COMMITMENT, STORAGE_COMMITMENT_INSTANCE, VERIFICATION } from '../messages/uids.ts';
import type { Association, Message } from '../upper-layer/association.ts';
import { NO_REASON, ProtocolError } from '../upper-layer/protocol-error.ts';

/** The result of a retrieval. */
export interface MoveOutcome extends Outcome {
  completed: number;
  warning: number;
  failed: number;
}

type Request = Omit<Command, 'dataSetType' | 'messageId'>;

/** Requests operations as SCU, one after the other. */
export function createUser(association: Association) {
  let lastId = 0;
  const nextId = () => {
    lastId = (lastId % 0xffff) + 1;
    return lastId;
  };

  async function answerTo({ commandField }: Request, messageId: number): Promise<Message & { status: number }> {
    const message = await association.next();
    const answer = message?.command;
    if (
      !message ||
      answer?.commandField !== (commandField | RESPONSE) ||
      answer.messageIdBeingRespondedTo !== messageId ||
      answer.status === undefined
    )
      throw new ProtocolError(NO_REASON, 'the answer is to something else than what was asked');
    return { ...message, status: answer.status };
  }

  async function ask(contextId: number, command: Request, dataSet?: AsyncIterable<Buffer>): Promise<Outcome> {
    const messageId = nextId();
    await association.send(contextId, { ...command, messageId }, dataSet);
    const { status, command: answer } = await answerTo(command, messageId);
    return { status, comment: answer.errorComment };
  }

  /** Several responses to one request. Ending the iteration cancels the request and drains the remaining responses. */
  async function* askForMany(contextId: number, command: Request, identifier: Buffer) {
    const messageId = nextId();
    await association.send(contextId, { ...command, messageId, priority: MEDIUM }, inOnePiece(identifier));
    let isOver = false;
    try {
      while (!isOver) {
        const answer = await answerTo(command, messageId);
        isOver = !isPending(answer.status);
        yield answer;
      }
    } finally {
      if (!isOver) {
        const { cancelRequest } = COMMAND;
        await association.send(contextId, { commandField: cancelRequest, messageIdBeingRespondedTo: messageId });
        while (isPending((await answerTo(command, messageId)).status));
      }
    }
  }

  const contextOf = (abstractSyntax: string, transferSyntax?: string) =>
    association.contexts.find(
      (context) =>
        context.abstractSyntax === abstractSyntax &&
        (transferSyntax === undefined || context.transferSyntax === transferSyntax),
    );

  return {
    /** C-ECHO (PS3.7 section 9.1.5); null where the other side has no verification. */
    async echo(): Promise<Outcome | null> {
      const context = contextOf(VERIFICATION);
      if (!context) return null;
      return ask(context.id, { affectedSopClassUid: VERIFICATION, commandField: COMMAND.echoRequest });
    },
    /**
     * C-STORE (PS3.7 section 9.1.1) of an unchanged data set; null where the other side does not accept its transfer
     * syntax.
     */
    async store(
      {
        sopClassUid,
        sopInstanceUid,
        transferSyntax,
      }: Record<'sopClassUid' | 'sopInstanceUid' | 'transferSyntax', string>,
      dataSet: AsyncIterable<Buffer>,
      /** For a sub-operation of C-MOVE: who asked for it, and with which message id. */
      originator?: { ae: string; messageId: number },
    ): Promise<Outcome | null> {
      const context = contextOf(sopClassUid, transferSyntax);
      if (!context) return null;
      const command = {
        affectedSopClassUid: sopClassUid,
        affectedSopInstanceUid: sopInstanceUid,
        commandField: COMMAND.storeRequest,
        priority: MEDIUM,
        ...(originator && { moveOriginatorAe: originator.ae, moveOriginatorMessageId: originator.messageId }),
      };
      return ask(context.id, command, dataSet);
    },
    /**
     * C-FIND (PS3.7 section 9.1.2): yields the matches in the transfer syntax of the context.
     * @returns the final status; null where the other side has no such service
     */
    async *find(sopClassUid: string, identifier: Buffer): AsyncGenerator<Buffer, Outcome | null> {
      const context = contextOf(sopClassUid);
      if (!context) return null;
      const command = { affectedSopClassUid: sopClassUid, commandField: COMMAND.findRequest };
      for await (const { status, command: answer, dataSet } of askForMany(context.id, command, identifier)) {
        if (!isPending(status)) return { status, comment: answer.errorComment };
        const found = await readIdentifier(dataSet);
        if (found) yield found;
      }
      throw new ProtocolError(NO_REASON, 'a search ended without an answer');
    },
    /** C-MOVE (PS3.7 section 9.1.4) to an AE title; null where the other side has no such service. */
    async move(sopClassUid: string, destination: string, identifier: Buffer): Promise<MoveOutcome | null> {
      const context = contextOf(sopClassUid);
      if (!context) return null;
      const command = {
        affectedSopClassUid: sopClassUid,
        commandField: COMMAND.moveRequest,
        moveDestination: destination,
      };
      for await (const { status, command: answer } of askForMany(context.id, command, identifier)) {
        if (isPending(status)) continue;
        const { completed = 0, warning = 0, failed = 0, errorComment: comment } = answer;
        return { status, comment, completed, warning, failed };
      }
      throw new ProtocolError(NO_REASON, 'a retrieval ended without an answer');
    },
    /** N-ACTION: asks whether instances are kept (PS3.4 section J.3.2); the answer comes later as an event. */
    async requestCommitment(information: Buffer): Promise<Outcome | null> {
      const context = contextOf(STORAGE_COMMITMENT);
      if (!context) return null;
      const command = {
        requestedSopClassUid: STORAGE_COMMITMENT,
        requestedSopInstanceUid: STORAGE_COMMITMENT_INSTANCE,
        commandField: COMMAND.actionRequest,
        actionTypeId: 1,
      };
      return ask(context.id, command, inOnePiece(information));
    },
    /** N-EVENT-REPORT: reports which instances are kept (PS3.4 section J.3.3). */
    async reportCommitment(eventTypeId: 1 | 2, information: Buffer): Promise<Outcome | null> {
      const context = contextOf(STORAGE_COMMITMENT);
      if (!context) return null;
      const command = {
        affectedSopClassUid: STORAGE_COMMITMENT,
        affectedSopInstanceUid: STORAGE_COMMITMENT_INSTANCE,
        commandField: COMMAND.eventReportRequest,
        eventTypeId,
      };
      return ask(context.id, command, inOnePiece(information));
    },
  };
}

const isPending = (status: number): boolean => status === STATUS.pending || status === STATUS.pendingWithoutKeys;

/** Priority (PS3.7 table 9.3-1). */
const MEDIUM = 0;
