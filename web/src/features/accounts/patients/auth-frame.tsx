import { type ClaimName, shownClaim } from '../../../content/claims.ts';
import { useMessages } from '../../../lib/messages.tsx';

/** A form beside the claims about the service; on a phone the form comes first. */
export function AuthFrame({ heading, children }: { readonly heading: string; readonly children: React.ReactNode }) {
  return (
    <div className="mx-auto grid w-full max-w-5xl flex-1 grid-cols-1 gap-8 wrap-anywhere px-5 py-8 md:py-12 lg:grid-cols-[1fr_19rem] lg:gap-14">
      <div className="min-w-0">
        <h1 className="mb-6 font-serif text-3xl font-semibold tracking-tight">{heading}</h1>
        {children}
      </div>
      <ClaimsPanel />
    </div>
  );
}

/** The claims of the panel and their wording in the reader's language. */
const CLAIMS_SHOWN = [
  { name: 'fastestReport', text: 'turnaround' },
  { name: 'secondOpinionAccuracy', text: 'accuracy' },
  { name: 'privacy', text: 'secure' },
  { name: 'availability', text: 'support' },
] as const satisfies readonly { name: ClaimName; text: string }[];

/** The claims about the service. Withdrawn claims are left out; without any claim there is no panel. */
function ClaimsPanel() {
  const texts = useMessages().accounts.claims;
  const claims = CLAIMS_SHOWN.flatMap(({ name, text }) => {
    const claim = shownClaim(name);
    return claim ? [{ name, figure: claim.value, label: texts[text] }] : [];
  });
  if (claims.length === 0) return null;
  return (
    <aside
      aria-label={texts.heading}
      className="content-start self-start rounded border border-[#3a464b] bg-[#0c1114] p-6 text-[#e7eeee] lg:sticky lg:top-8"
    >
      <p className="mb-5 font-serif text-lg font-semibold">{texts.heading}</p>
      <dl className="grid grid-cols-2 gap-5 lg:grid-cols-1">
        {claims.map(({ name, figure, label }) => (
          <div key={name} data-claim={name} aria-describedby="claims-stated" className="border-t border-[#3a464b] pt-3">
            <dt className="text-[0.9em] text-[#b9c6c8]">{label}</dt>
            <dd className="font-serif text-3xl font-semibold text-[#7fdbe1] tabular-nums">
              <bdi>{figure}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <p id="claims-stated" data-claim-source="stated" className="mt-5 text-[0.85em] text-[#b9c6c8]">
        {texts.stated}
      </p>
    </aside>
  );
}
