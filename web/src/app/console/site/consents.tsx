import { consentTexts } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { Loaded, PageHead } from '../../../features/console/loaded.tsx';
import { call } from '../../../lib/api.ts';
import { formatDate, formatDay } from '../../../lib/formatting.ts';
import { activeLanguage, LANGUAGE_NAMES } from '../../../lib/language.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { keyOf } from '../../../lib/query-keys.ts';
import { Badge } from '../../../ui/badge.tsx';
import { linkClasses } from '../../../ui/page.tsx';

const SPOKEN = ['tr', 'en', 'ar'] as const;
const DOCUMENTS: Partial<Record<Purpose['purpose'], string>> = {
  terms: '/terms-of-service',
  privacy: '/privacy-policy',
};
type Purpose = consentTexts.ConsentVersion['purposes'][number];

/** What patients agreed to, version by version. */
export default function Consents() {
  const texts = useWorkTexts().operations.consents;
  const found = useQuery({
    queryKey: keyOf(consentTexts.listConsentTexts),
    queryFn: () => call(consentTexts.listConsentTexts),
    staleTime: 0,
  });
  return (
    <>
      <PageHead title={texts.title} />
      <p className="mb-4 max-w-3xl text-sm text-grey-4">{texts.text}</p>
      <Loaded query={found}>
        {(versions) => (
          <div className="grid gap-6">
            {versions.map((version) => (
              <Version key={version.version} {...version} />
            ))}
          </div>
        )}
      </Loaded>
    </>
  );
}

function Version({ version, isInForce, purposes }: consentTexts.ConsentVersion) {
  const texts = useWorkTexts().operations.consents;
  return (
    <section aria-labelledby={`version-${version}`} className="grid gap-3 rounded border border-grey-2 bg-surface p-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id={`version-${version}`} className="font-semibold">
          {texts.version({ version: nameOf(version) })}
        </h2>
        <Badge tone={isInForce ? 'green' : 'grey'}>{isInForce ? texts.inForce : texts.notInForce}</Badge>
      </div>
      <ul className="grid gap-4 lg:grid-cols-2">
        {purposes.map((purpose) => (
          <li key={purpose.purpose} className="grid content-start gap-2 border-t border-grey-2 pt-3">
            <PurposeFacts {...purpose} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Versions are named by the day on which they were written. */
const nameOf = (version: string): string =>
  /^\d{4}-\d\d-\d\d$/.test(version) ? formatDay(version, activeLanguage()) : version;

function PurposeFacts({ purpose, agreed, withdrawn, firstAt, lastAt, texts: said }: Purpose) {
  const texts = useWorkTexts().operations.consents;
  const language = activeLanguage();
  const document = DOCUMENTS[purpose];
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="font-semibold">{texts.purposes[purpose]}</h3>
        <p className="text-sm tabular-nums">
          {texts.agreed({ count: agreed })} · {texts.withdrawn({ count: withdrawn })}
        </p>
      </div>
      <p className="text-sm text-grey-4">
        {firstAt && lastAt
          ? texts.between({ first: formatDate(firstAt, language), last: formatDate(lastAt, language) })
          : texts.nobody}
      </p>
      {said === null ? (
        <p className="text-sm">{texts.notKept}</p>
      ) : (
        <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm">
          {SPOKEN.map((each) => (
            <div key={each} className="contents">
              <dt className="text-grey-4" lang={each}>
                {LANGUAGE_NAMES[each]}
              </dt>
              <dd lang={each} dir="auto">
                {said[each]}
                {said.atRegistration && said.atRegistration[each] !== said[each] && (
                  <span className="block text-grey-4">{said.atRegistration[each]}</span>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {said?.atRegistration && <p className="text-sm text-grey-4">{texts.atRegistration}</p>}
      {document && (
        <a href={document} target="_blank" rel="noreferrer" className={`${linkClasses} justify-self-start text-sm`}>
          {texts.document}
        </a>
      )}
    </>
  );
}
