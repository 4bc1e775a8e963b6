import { type ReadDataSet, readDataSet, textIn, writeDataSet } from '../../../dimse/messages/data-set.ts';

export interface InstanceReference {
  sopClassUid: string;
  sopInstanceUid: string;
}
export interface FailedReference extends InstanceReference {
  /** Failure Reason (0008,1197). */
  reason: number;
}

/** The content of a commitment request (action) and report (event) (PS3.4 tables J.3-1 and J.3-2). */
export interface CommitmentInformation {
  transactionUid: string;
  instances: InstanceReference[];
  failed: FailedReference[];
}

const [TRANSACTION_UID, REFERENCED, FAILED] = ['00081195', '00081199', '00081198'];
const [CLASS_UID, INSTANCE_UID, REASON] = ['00081150', '00081155', '00081197'];
const isUid = (text: string): boolean => text.length <= 64 && /^[0-9]+(\.[0-9]+)*$/.test(text);

/** @throws Error for bytes that are not commitment information */
export function readCommitment(bytes: Buffer, transferSyntax: string): CommitmentInformation {
  const dataSet = readDataSet(bytes, transferSyntax);
  const transactionUid = textIn(dataSet, TRANSACTION_UID);
  if (!isUid(transactionUid)) throw new Error('a commitment has no transaction');
  const failed = (dataSet.get(FAILED)?.items ?? []).map((item) => {
    const reason = item.get(REASON)?.bytes;
    return { ...reference(item), reason: reason?.length === 2 ? reason.readUInt16LE() : 0 };
  });
  return { transactionUid, instances: (dataSet.get(REFERENCED)?.items ?? []).map(reference), failed };
}

function reference(item: ReadDataSet): InstanceReference {
  const [sopClassUid, sopInstanceUid] = [textIn(item, CLASS_UID), textIn(item, INSTANCE_UID)];
  if (!isUid(sopClassUid) || !isUid(sopInstanceUid)) throw new Error('an instance of a commitment has no name');
  return { sopClassUid, sopInstanceUid };
}

export function writeCommitment(
  { transactionUid, instances, failed }: CommitmentInformation,
  transferSyntax: string,
): Buffer {
  const named = ({ sopClassUid, sopInstanceUid }: InstanceReference) => ({
    [CLASS_UID]: { vr: 'UI', Value: [sopClassUid] },
    [INSTANCE_UID]: { vr: 'UI', Value: [sopInstanceUid] },
  });
  return writeDataSet(
    {
      [TRANSACTION_UID]: { vr: 'UI', Value: [transactionUid] },
      ...(instances.length > 0 && { [REFERENCED]: { vr: 'SQ', Value: instances.map(named) } }),
      ...(failed.length > 0 && {
        [FAILED]: {
          vr: 'SQ',
          Value: failed.map((one) => ({ ...named(one), [REASON]: { vr: 'US', Value: [one.reason] } })),
        },
      }),
    },
    transferSyntax,
  );
}
