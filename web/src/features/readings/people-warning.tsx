import type { cases } from '@duai/contract';
import { formatDate } from '../../lib/formatting.ts';
import { activeLanguage } from '../../lib/language.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
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
