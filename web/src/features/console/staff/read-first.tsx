import { type accounts, preliminaryReads } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { keyOf } from '../../../lib/query-keys.ts';
import type { Renewed } from '../../../lib/renewals.ts';
import { useChange } from '../../../lib/use-change.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/forms/choices.tsx';
import { OpenSecondReads } from './open-second-reads.tsx';
import { AgreementTable, SecondReadRate } from './second-read-rules.tsx';

/** Whether AI is withheld from a radiologist until their preliminary read is saved. */
export function ReadFirstButton({ user, renews }: { readonly user: accounts.UserRow; readonly renews: Renewed }) {
  const { readFirst } = useWorkTexts().reporting;
  const change = useChange(
    renews,
    (isReadFirst: boolean) =>
      call(preliminaryReads.setReadFirst, { params: { userId: user.id }, body: { isReadFirst } }),
    readFirst.changed,
  );
  return (
    <Button
      size="small"
      variant="secondary"
      aria-pressed={user.isReadFirst === true}
      aria-label={readFirst.switchOf({ name: user.name })}
      title={readFirst.switchHelp}
      isPending={change.isPending}
      onClick={() => change.mutate(user.isReadFirst !== true)}
    >
      {readFirst.switch}: {user.isReadFirst ? readFirst.on : readFirst.off}
    </Button>
  );
}

/** The reading rules that apply to every radiologist. */
export function ReadingRules() {
  const { readFirst } = useWorkTexts().reporting;
  const rules = useQuery({
    queryKey: keyOf(preliminaryReads.getReadingRules),
    queryFn: () => call(preliminaryReads.getReadingRules),
  });
  const change = useChange(
    preliminaryReads.getReadingRules,
    (body: Partial<preliminaryReads.ReadingRules>) => call(preliminaryReads.setReadingRules, { body }),
    readFirst.changed,
  );
  if (!rules.data) return null;
  return (
    <section aria-labelledby="reading-rules" className="mb-6 grid gap-3 rounded border border-grey-2 bg-surface p-4">
      <h2 id="reading-rules" className="font-semibold">
        {readFirst.rules}
      </h2>
      <Checkbox
        label={readFirst.forAll}
        help={readFirst.forAllHelp}
        checked={rules.data.isReadFirstForAll}
        disabled={change.isPending}
        onChange={({ target }) => change.mutate({ isReadFirstForAll: target.checked })}
      />
      <SecondReadRate rules={rules.data} isPending={change.isPending} onChange={change.mutate} />
      <OpenSecondReads />
      <AgreementTable />
    </section>
  );
}
