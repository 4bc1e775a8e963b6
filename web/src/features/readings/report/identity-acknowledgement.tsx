import type { IdentityDifference, ImageIdentity, studies } from '@duai/contract';
import { useState } from 'react';
import { Checkbox } from '../../../ui/choices.tsx';

type Differing = ImageIdentity & { differenceKey: string };

/** What the images name otherwise than the case, and what of it the signer has acknowledged. A new difference is a new one. */
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

/** One box for each difference; nothing is signed before all are ticked, and the audit trail keeps that they were. */
export function IdentityAcknowledgement({
  differing,
  acknowledged,
  tick,
  patient,
}: ReturnType<typeof useAcknowledgement> & { readonly patient: studies.Reading['case']['patient'] }) {
  if (differing.length === 0) return null;
  return (
    <fieldset className="grid gap-3 rounded border border-red-strong bg-surface p-3 text-sm">
      <legend className="px-1 font-semibold text-red">The images name another person</legend>
      <p>
        Ask the patient where you are in doubt: “Ask the patient” sends the case back. To sign all the same, acknowledge
        each difference; the audit trail keeps that you did.
      </p>
      {differing.map((identity) => (
        <Checkbox
          key={identity.differenceKey}
          label={`${sentenceOf(identity, patient)} I have checked that these images are of this case.`}
          checked={acknowledged.includes(identity.differenceKey)}
          onChange={({ target }) => tick(identity.differenceKey, target.checked)}
        />
      ))}
    </fieldset>
  );
}

function sentenceOf(identity: Differing, patient: studies.Reading['case']['patient']): string {
  const images = identity.images === 1 ? '1 image' : `${identity.images} images`;
  const saying: Record<IdentityDifference, string> = {
    name: `the name ${identity.name} instead of ${patient.firstName} ${patient.lastName}`,
    'birth-date': `the date of birth ${identity.birthDate} instead of ${patient.dateOfBirth}`,
    sex: `the sex ${identity.sex} instead of ${patient.gender}`,
    'patient-id': `the patient ID ${identity.patientId ?? '(none)'}, others of the same examination another one`,
    'not-read': '',
  };
  if (identity.differs.includes('not-read')) return 'Whom the images name was not read.';
  return `${images} ${identity.images === 1 ? 'carries' : 'carry'} ${identity.differs.map((field) => saying[field]).join('; ')}.`;
}
