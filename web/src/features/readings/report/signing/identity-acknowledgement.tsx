import type { IdentityDifference, ImageIdentity, studies } from '@duai/contract';
import { useState } from 'react';
import { useWorkTexts, type WorkTexts } from '../../../../lib/messages.tsx';
import { Checkbox } from '../../../../ui/forms/choices.tsx';
import { genderName } from '../../people.ts';

type Differing = ImageIdentity & { differenceKey: string };

/**
 * The differences between images and case, and which of them the signer has acknowledged. A changed difference must be
 * acknowledged again.
 */
export function useAcknowledgement(identities: readonly ImageIdentity[]) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const differing = identities.filter((identity): identity is Differing => identity.differenceKey !== null);
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

function sentenceOf(
  identity: Differing,
  patient: studies.Reading['case']['patient'],
  texts: WorkTexts['readings']['identity'],
  names: WorkTexts['names'],
): string {
  if (identity.differs.includes('not-read')) return texts.differenceNotRead;
  const sides: Record<
    Exclude<IdentityDifference, 'not-read'>,
    readonly [found: string | null, expected: string | null]
  > = {
    name: [identity.name, `${patient.firstName} ${patient.lastName}`],
    'birth-date': [identity.birthDate, patient.dateOfBirth],
    sex: [genderName(identity.sex, names), genderName(patient.gender, names)],
    'patient-id': [identity.patientId, null],
  };
  const differences = identity.differs
    .filter((field) => field !== 'not-read')
    .map((field) => {
      const [found, expected] = sides[field];
      return texts.differences[field]({ found: found ?? texts.noId, expected: expected ?? texts.noId });
    });
  return texts.difference({ count: identity.images, differences: differences.join('; ') });
}
