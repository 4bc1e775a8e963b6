import type { cases } from '@duai/contract';
import { formatDate } from '../../../lib/formatting.ts';
import { activeLanguage } from '../../../lib/language.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { Banner } from '../../../ui/banner.tsx';

/**
 * Warns that the files name several people, in the stored headers or in those that the sender's browser found before it
 * removed the names; and shows the sender's declaration.
 */
export function PeopleWarning({
  people,
  declarations,
}: {
  /** Number of people named in the headers that were sent. */
  readonly people: number;
  readonly declarations: readonly cases.PersonDeclaration[];
}) {
  const texts = useWorkTexts().readings.identity;
  const named = Math.max(people, ...declarations.map(({ namedPeople }) => namedPeople));
  if (named < 2) return null;
  return (
    <Banner tone="warning" title={texts.several({ count: named })} className="text-sm">
      <p>
        {people < named ? texts.severalBeforeRemoval : texts.severalInHeaders} {texts.severalAdvice}
      </p>
      {declarations.map(({ declaredAt, namedPeople }) => (
        <p key={declaredAt} className="mt-1 font-medium">
          {texts.declared({ day: formatDate(declaredAt, activeLanguage()), count: namedPeople })}
        </p>
      ))}
    </Banner>
  );
}
