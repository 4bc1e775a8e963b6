import { AssociationRejected, ConnectionFailed, MOST_CONTEXTS } from '../../../dimse/requestor.ts';
import { type InstanceToSend, resultOf, type SubOperation } from '../../../dimse/services/provide-query.ts';
import { createUser } from '../../../dimse/services/user.ts';
import type { Association } from '../../../dimse/upper-layer/association.ts';
import { AssociationLost } from '../../../dimse/upper-layer/protocol-error.ts';
import type { PacsTools } from '../pacs-tools.ts';
import { callPeer, type Destination } from '../peers/call-peer.ts';

export interface Sent extends SubOperation {
  /** The status that the receiver answered; undefined where it was not asked. */
  status?: number;
  /** The reason why the instance was not sent. */
  reason?: string;
}

/** For a C-MOVE: who asked for it, and with which message id. */
type Originator = { ae: string; messageId: number };

/**
 * Sends instances to a peer by C-STORE one after the other, in the syntax in which they are stored. When an association
 * breaks, its current instance fails and the next one uses a new association. When none can be opened, the rest fails.
 */
export async function* sendInstances(
  tools: Pick<PacsTools, 'config'>,
  peer: Destination,
  instances: readonly InstanceToSend[],
  originator?: Originator,
): AsyncGenerator<Sent> {
  for (const ofAssociation of grouped(instances)) {
    let association: Association | undefined;
    let unreachable: string | undefined;
    try {
      for (const instance of ofAssociation) {
        const { sopInstanceUid } = instance;
        try {
          if (unreachable === undefined)
            association ??= await callPeer(tools, peer, { proposals: proposalsOf(ofAssociation) });
        } catch (error) {
          unreachable = reasonOf(error);
        }
        // No file is opened for a peer that is unreachable or does not accept it, because an unread file would stay
        // open.
        const isTaken = association?.contexts.some(
          (context) =>
            context.abstractSyntax === instance.sopClassUid && context.transferSyntax === instance.transferSyntax,
        );
        if (association && !isTaken) {
          yield { sopInstanceUid, result: 'failed', reason: 'NOT_TAKEN' };
          continue;
        }
        const dataSet = association && (await instance.open().catch(() => undefined));
        if (!association || !dataSet) {
          yield { sopInstanceUid, result: 'failed', reason: unreachable ?? 'NOT_READABLE' };
          continue;
        }
        yield { sopInstanceUid, ...(await sendOne(association, instance, dataSet, originator)) };
        if (association.isOver()) association = undefined;
      }
      // All instances are answered, so an error of the release does not matter.
      await association?.release().catch(() => undefined);
    } finally {
      association?.abort();
    }
  }
}

/** The reason for the administrator of the connection; contains no patient data. */
function reasonOf(error: unknown): string {
  if (error instanceof ConnectionFailed || error instanceof AssociationLost) return error.code;
  if (!(error instanceof AssociationRejected)) return 'PROTOCOL_ERROR';
  const { result, source, reason } = error.rejection;
  return `REJECTED ${result}/${source}/${reason}`;
}

async function sendOne(
  association: Association,
  instance: InstanceToSend,
  dataSet: AsyncIterable<Buffer>,
  originator: Originator | undefined,
): Promise<Omit<Sent, 'sopInstanceUid'>> {
  try {
    const outcome = await createUser(association).store(instance, dataSet, originator);
    return outcome ? { result: resultOf(outcome.status), status: outcome.status } : { result: 'failed' };
  } catch (error) {
    association.abort(error);
    return { result: 'failed', reason: reasonOf(error) };
  }
}

/** One group for each association: an association has at most 128 presentation contexts, one for each class and syntax. */
function grouped(instances: readonly InstanceToSend[]): InstanceToSend[][] {
  const groups: { kinds: Set<string>; instances: InstanceToSend[] }[] = [];
  for (const instance of instances) {
    const kind = `${instance.sopClassUid} ${instance.transferSyntax}`;
    let group = groups.find(({ kinds }) => kinds.has(kind)) ?? groups.find(({ kinds }) => kinds.size < MOST_CONTEXTS);
    if (!group) {
      group = { kinds: new Set(), instances: [] };
      groups.push(group);
    }
    group.kinds.add(kind);
    group.instances.push(instance);
  }
  return groups.map((group) => group.instances);
}

function proposalsOf(instances: readonly InstanceToSend[]) {
  const kinds = new Map(instances.map((one) => [`${one.sopClassUid} ${one.transferSyntax}`, one]));
  return [...kinds.values()].map(({ sopClassUid, transferSyntax }) => ({
    abstractSyntax: sopClassUid,
    transferSyntaxes: [transferSyntax],
  }));
}
