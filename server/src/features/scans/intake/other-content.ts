import type { FileRefusalCode } from '@duai/contract';
import type { Tx } from '../../../adapters/database/port.ts';
import type { Context } from '../../../core/actor.ts';
import { besideSameUid, type CheckedFile, headerOf, type Refusal } from '../../studies/index.ts';
import { arrivalOf } from '../open-scan.ts';
import type { ScanTools } from '../scan-tools.ts';
import { findScanOfStudy } from '../scans.store.ts';
import type { ScanRow } from '../scans.tables.ts';

/** A UID of more than 64 characters (PS3.5 section 9.1) identifies nothing. */
const uidOf = (file: CheckedFile): string | null => {
  const uid = headerOf(file)?.sopInstanceUid;
  return uid && uid.length <= 64 && file.dataSetSha256 ? uid : null;
};
/** Files without a UID are compared with none. */
const byUid = (files: readonly CheckedFile[]) =>
  Map.groupBy(
    files.filter((file) => uidOf(file)),
    uidOf,
  );

/** What becomes of a file whose SOP Instance UID is known in its study: it is the same, or it is kept aside. */
export function createOtherContent({ db, audit, studies, keepAside, nameOf }: ScanTools) {
  /** What the member or the key is called. */
  const senderOf = async (tx: Tx, { actor }: Context): Promise<string | null> =>
    actor.realm === 'institution' || actor.realm === 'api-key' || actor.realm === 'staff' ? nameOf(tx, actor) : null;

  return {
    /**
     * The files, so that those sent again are recognised: missing data set hashes of older instances are computed, and a file that
     * is a stored instance, or another file of this submission, in another lossless transfer syntax counts as that one.
     */
    async recognised(institutionId: string, files: CheckedFile[]): Promise<CheckedFile[]> {
      const known = new Map<CheckedFile, CheckedFile>();
      for (const [studyUid, ofStudy] of Map.groupBy(files, (file) => headerOf(file)?.studyInstanceUid)) {
        if (!studyUid) continue;
        const scan = await findScanOfStudy(db.drizzle, institutionId, studyUid);
        const versions = byUid(ofStudy);
        const uids = [...versions.keys()].filter((uid) => uid !== null);
        const there = Map.groupBy(
          scan ? await studies.sameUid({ scanId: scan.id }, uids) : [],
          ({ sopInstanceUid }) => sopInstanceUid,
        );
        for (const [uid, [first, ...more]] of versions) {
          const same = there.get(uid) ?? [];
          for (const file of first ? [first, ...more] : [])
            if (besideSameUid(same, file.dataSetSha256) === 'other')
              known.set(file, await studies.asStored(file, same, institutionId));
          if (same.length > 0 || !first) continue;
          for (const file of more)
            if (file.dataSetSha256 !== first.dataSetSha256)
              known.set(file, await studies.asSent(file, first, institutionId));
        }
      }
      return files.map((file) => known.get(file) ?? file);
    },

    /** Sorts out other content under a UID that is known in the study, or came before in the submission. Call under the institution's lock. */
    async withoutOthers(
      tx: Tx,
      scan: ScanRow | undefined,
      sent: readonly CheckedFile[],
    ): Promise<{ files: CheckedFile[]; others: CheckedFile[] }> {
      const uids = [...byUid(sent).keys()].filter((uid) => uid !== null);
      const there = new Map(
        scan
          ? Map.groupBy(await studies.findByUid(tx, { scanId: scan.id }, uids), ({ sopInstanceUid }) => sopInstanceUid)
          : [],
      ) as Map<string | null, Parameters<typeof besideSameUid>[0]>;
      const files: CheckedFile[] = [];
      const others: CheckedFile[] = [];
      for (const file of sent) {
        const { dataSetSha256 } = file;
        const uid = uidOf(file);
        const known = there.get(uid) ?? [];
        const beside = uid === null ? 'new' : besideSameUid(known, dataSetSha256);
        (beside === 'other' ? others : files).push(file);
        if (beside === 'new') there.set(uid, [...known, { dataSetSha256, canHeal: false, isDamaged: false }]);
      }
      return { files, others };
    },

    /** Puts these files into quarantine. @returns their refusals */
    async keepAside(
      tx: Tx,
      context: Context,
      { id: scanId, institutionId }: ScanRow,
      others: readonly CheckedFile[],
      source: ScanRow['source'],
    ): Promise<Refusal[]> {
      if (others.length === 0) return [];
      const refused: Refusal[] = [];
      const from = { way: arrivalOf(context, source), peerId: null, sender: await senderOf(tx, context) };
      for (const file of others) {
        const { name, staged, dataSetSha256 } = file;
        const sopInstanceUid = uidOf(file);
        if (!sopInstanceUid || !dataSetSha256) continue;
        const { sha256, sizeBytes } = staged;
        const of = { institutionId, scanId, sopInstanceUid, dataSetSha256, sha256, sizeBytes };
        const code: FileRefusalCode = (await keepAside(tx, { ...of, ...from })) ? 'KEPT_ASIDE' : 'ASIDE_FULL';
        refused.push({ name, code });
      }
      await audit.record(tx, context, {
        action: 'trial.keep-aside',
        subjectType: 'scan',
        subjectId: scanId,
        details: { way: from.way, files: others.length },
      });
      return refused;
    },
  };
}
