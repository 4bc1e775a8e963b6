import type { Association } from './association.ts';
import { COMMAND, type Command, RESPONSE } from './command-set.ts';
import { NO_REASON, ProtocolError } from './protocol-error.ts';
import type { Outcome } from './statuses.ts';
import { VERIFICATION } from './uids.ts';

/** What this side asks for, as SCU: one operation after the other. */
export function createUser(association: Association) {
  let lastId = 0;
  const nextId = () => {
    lastId = (lastId % 0xffff) + 1;
    return lastId;
  };

  async function ask(
    contextId: number,
    command: Omit<Command, 'dataSetType' | 'messageId'>,
    dataSet?: AsyncIterable<Buffer>,
  ): Promise<Outcome> {
    const messageId = nextId();
    await association.send(contextId, { ...command, messageId }, dataSet);
    const message = await association.next();
    const answer = message?.command;
    if (
      answer?.commandField !== (command.commandField | RESPONSE) ||
      answer.messageIdBeingRespondedTo !== messageId ||
      answer.status === undefined
    )
      throw new ProtocolError(NO_REASON, 'the answer is to something else than what was asked');
    return { status: answer.status, comment: answer.errorComment };
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
    /** C-STORE (PS3.7 section 9.1.1) of a data set as it is; null where the other side does not take its syntax. */
    async store(
      {
        sopClassUid,
        sopInstanceUid,
        transferSyntax,
      }: Record<'sopClassUid' | 'sopInstanceUid' | 'transferSyntax', string>,
      dataSet: AsyncIterable<Buffer>,
    ): Promise<Outcome | null> {
      const context = contextOf(sopClassUid, transferSyntax);
      if (!context) return null;
      const command = {
        affectedSopClassUid: sopClassUid,
        affectedSopInstanceUid: sopInstanceUid,
        commandField: COMMAND.storeRequest,
        priority: MEDIUM,
      };
      return ask(context.id, command, dataSet);
    },
  };
}

/** PS3.7 table 9.3-1. */
const MEDIUM = 0;
