import { useMessages } from '../../lib/messages.tsx';

/** A form beside the claims of the service; on a phone the form comes first. */
export function AuthFrame({ heading, children }: { readonly heading: string; readonly children: React.ReactNode }) {
  return (
    <div className="mx-auto grid w-full max-w-5xl flex-1 gap-8 px-5 py-8 md:py-12 lg:grid-cols-[1fr_19rem] lg:gap-14">
      <div className="min-w-0">
        <h1 className="mb-6 font-serif text-3xl font-semibold tracking-tight">{heading}</h1>
        {children}
      </div>
      <ClaimsPanel />
    </div>
  );
}

function ClaimsPanel() {
  const texts = useMessages().accounts.claims;
  const claims = [
    { figure: '24h', label: texts.turnaround },
    { figure: '98%', label: texts.accuracy },
    { figure: '100%', label: texts.secure },
    { figure: '24/7', label: texts.support },
  ];
  return (
    <aside
      aria-label={texts.heading}
      className="content-start self-start rounded border border-[#3a464b] bg-[#0c1114] p-6 text-[#e7eeee] lg:sticky lg:top-8"
    >
      <p className="mb-5 font-serif text-lg font-semibold">{texts.heading}</p>
      <dl className="grid grid-cols-2 gap-5 lg:grid-cols-1">
        {claims.map(({ figure, label }) => (
          <div key={figure} className="border-t border-[#3a464b] pt-3">
            <dt className="text-[0.9em] text-[#b9c6c8]">{label}</dt>
            <dd className="font-serif text-3xl font-semibold text-[#7fdbe1] tabular-nums">
              <bdi>{figure}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}
