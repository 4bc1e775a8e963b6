import type { ImageIdentity, studies } from '@duai/contract';
import { useState } from 'react';
import { useWorkTexts } from '../../../../lib/messages.tsx';
import { Checkbox } from '../../../../ui/forms/choices.tsx';
import { differingOf, sentenceOf } from '../../identity/identity-differences.ts';

/**
 * The differences between images and case, and which of them the signer has acknowledged. A changed difference must be
 * acknowledged again.
 */
export function useAcknowledgement(identities: readonly ImageIdentity[]) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const differing = differingOf(identities);
  const keys = differing.map(({ differenceKey }) => differenceKey);
  return {
    differing,
    acknowledged: keys.filter((key) => ticked.has(key)),
    isComplete: keys.every((key) => ticked.has(key)),
    tick: (key: string, isTicked: boolean) => {
      const next = new Set(ticked);
      if (isTicked) next.add(key);
      else next.delete(key);
      setTicked(next);
    },
  };
}

/** One box for each difference; signing requires all of them, and the audit trail records it. */
export function IdentityAcknowledgement({
  differing,
  acknowledged,
  tick,
  patient,
}: ReturnType<typeof useAcknowledgement> & { readonly patient: studies.Reading['case']['patient'] }) {
  const { readings, names } = useWorkTexts();
  const texts = readings.identity;
  if (differing.length === 0) return null;
  return (
    <fieldset className="grid gap-3 rounded border border-red-strong bg-surface p-3 text-sm">
      <legend className="px-1 font-semibold text-red">{texts.anotherPerson}</legend>
      <p>{texts.acknowledge}</p>
      {differing.map((identity) => (
        <Checkbox
          key={identity.differenceKey}
          label={texts.checked({ difference: sentenceOf(identity, patient, texts, names) })}
          checked={acknowledged.includes(identity.differenceKey)}
          onChange={({ target }) => tick(identity.differenceKey, target.checked)}
        />
      ))}
    </fieldset>
  );
}
