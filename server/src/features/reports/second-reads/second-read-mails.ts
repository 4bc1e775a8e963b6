import type { Tx } from '../../../adapters/database/port.ts';
import { sha256Hex } from '../../../core/ids.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { CaseRow, Cases } from '../../cases/index.ts';
import type { Notifications, Reader } from '../../notifications/index.ts';
import type { SecondReadRow } from '../reports.tables.ts';
import { wordOf } from './second-reads.policy.ts';

const WORKLIST = '/console/worklist';

export type SecondReadMails = ReturnType<typeof createSecondReadMails>;

/**
 * Mails to radiologists of whom a second read asks something (docs/decisions/0342). They name neither case nor patient, and no
 * row about them does, so that erasing a patient leaves nothing behind in them.
 */
export function createSecondReadMails({
  accounts,
  cases,
  notifications,
}: {
  accounts: Accounts;
  cases: Pick<Cases, 'opinionsSeen'>;
  notifications: Notifications;
}) {
  async function tell(
    tx: Tx,
    readers: readonly Reader[],
    template: 'second-read-open' | 'second-read-adjudication' | 'second-read-confirmation',
    occasion: string,
  ): Promise<void> {
    for (const { id, email, language } of readers)
      await notifications.enqueue(tx, {
        channel: 'email',
        recipient: email,
        template,
        params: { link: notifications.link(WORKLIST) },
        language,
        dedupeKey: sha256Hex(`${template}:${occasion}:${id}`),
      });
  }

  /** Radiologists who are there: those who read the subspecialty of the case, or all if none of them does. */
  async function openTo(
    tx: Tx,
    { subspecialty }: CaseRow,
    isPossible: (staffId: string) => boolean,
  ): Promise<Reader[]> {
    const possible = (await accounts.staff.presentOfRole(tx, 'radiologist')).filter(({ id }) => isPossible(id));
    const fitting = possible.filter(({ subspecialties }) => subspecialties.includes(subspecialty));
    return fitting.length > 0 ? fitting : possible;
  }

  return {
    /** Nobody is named as second reader: those who may read it blinded are told, each once for each occasion. */
    async tellOpen(
      tx: Tx,
      caseRow: CaseRow,
      { firstReader, reader, occasion }: { firstReader: string; reader: string | null; occasion: string },
    ): Promise<void> {
      const saw = await cases.opinionsSeen.by(tx, caseRow);
      const isTold = (staffId: string) => staffId !== firstReader && staffId !== reader && !saw.has(staffId);
      await tell(tx, await openTo(tx, caseRow, isTold), 'second-read-open', occasion);
    },

    async tellAdjudication(
      tx: Tx,
      caseRow: CaseRow,
      { id, firstReader, reader }: Pick<SecondReadRow, 'id' | 'firstReader' | 'reader'>,
    ): Promise<void> {
      const readers = await openTo(tx, caseRow, (staffId) => staffId !== firstReader && staffId !== reader);
      await tell(tx, readers, 'second-read-adjudication', id);
    },

    /** Once for each version of the report that the one who agreed or decided is asked to confirm. */
    async tellConfirmation(tx: Tx, read: SecondReadRow, version: number): Promise<void> {
      const asked = wordOf(read).id;
      const readers = (await accounts.staff.ofRole(tx, 'radiologist')).filter(({ id }) => id === asked);
      await tell(tx, readers, 'second-read-confirmation', `${read.id}:${version}`);
    },
  };
}
