import { claims as contract } from '@duai/contract';
import type { Context } from '../../core/actor.ts';
import { createKept } from '../../core/kept.ts';
import type { Parts } from '../../parts.ts';
import type { Audit } from '../audit/index.ts';
import { findClaims, saveClaim } from './claims.store.ts';
import { installedSentence } from './installed-sentence.ts';

export type Claims = ReturnType<typeof createClaims>;
type Decision = Pick<contract.ClaimDecision, 'isWithdrawn' | 'lastDay'>;

/** Which claims the public pages show. Operators can withdraw one or give it a last day; values and texts are content. */
export function createClaims(
  { algorithms, db, clock, log }: Pick<Parts, 'algorithms' | 'db' | 'clock' | 'log'>,
  { audit }: { audit: Audit },
) {
  const list = async (): Promise<contract.ClaimDecision[]> => {
    const rows = new Map((await findClaims(db.drizzle)).map((row) => [row.name, row]));
    return contract.CLAIM_NAMES.map((name) => {
      const row = rows.get(name);
      return {
        name,
        isWithdrawn: row?.isWithdrawn ?? false,
        lastDay: row?.lastDay ?? null,
        changedAt: row?.changedAt.toISOString() ?? null,
      };
    });
  };
  const decisions = createKept(list, {
    clock,
    whenUnknown: [],
    onError: (err) => log.error({ err }, 'the claims could not be read'),
  });

  return {
    list,
    installed: () =>
      installedSentence(
        algorithms.map(({ manifest }) => manifest),
        clock.now(),
      ),
    /** The claims that no page shows today. Where the database does not answer, the last known ones. */
    hidden: async (): Promise<contract.ClaimName[]> => {
      const today = clock.now().toISOString().slice(0, 10);
      return (await decisions.current())
        .filter(({ isWithdrawn, lastDay }) => isWithdrawn || (lastDay !== null && lastDay < today))
        .map(({ name }) => name);
    },
    decide: async (context: Context, name: contract.ClaimName, decision: Decision): Promise<contract.ClaimDecision> => {
      const changedAt = clock.now();
      await db.transaction(async (tx) => {
        await saveClaim(tx, { name, ...decision, changedAt });
        await audit.record(tx, context, {
          action: decision.isWithdrawn ? 'claims.withdraw' : 'claims.show',
          subjectType: 'claim',
          subjectId: name,
        });
      });
      decisions.forget();
      return { name, ...decision, changedAt: changedAt.toISOString() };
    },
  };
}
