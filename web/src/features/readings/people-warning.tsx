import type { cases } from '@duai/contract';
import { formatDate } from '../../lib/formatting.ts';
import { Banner } from '../../ui/banner.tsx';

/**
 * That the files name several people, by the headers as they lie here or by what the sender's browser found in them
 * before it took the names out; and what the sender said to it.
 */
export function PeopleWarning({
  people,
  declarations,
}: {
  /** Whom the headers name that were sent. */
  readonly people: number;
  readonly declarations: readonly cases.PersonDeclaration[];
}) {
  const named = Math.max(people, ...declarations.map(({ namedPeople }) => namedPeople));
  if (named < 2) return null;
  return (
    <Banner tone="warning" title={`The files name ${named} people`} className="text-sm">
      <p>
        {people < named
          ? 'By name, date of birth and number, before names were taken out of the files: not every series says whose it is. '
          : 'By patient ID, name and date of birth. '}
        Hospitals number and spell a person differently; be sure that all images are this patient’s before you sign, or
        ask.
      </p>
      {declarations.map(({ declaredAt, namedPeople }) => (
        <p key={declaredAt} className="mt-1 font-medium">
          On {formatDate(declaredAt, 'en')} the sender confirmed that images which name {namedPeople} people are all of
          one person.
        </p>
      ))}
    </Banner>
  );
}
