/** A legal text: one readable column with its effective date. */
export function LegalPage({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <article className="mx-auto max-w-2xl px-5 py-12 [&_a]:font-medium [&_a]:text-signal [&_a]:underline [&_a]:underline-offset-3 [&_h2]:mt-10 [&_h2]:mb-3 [&_h2]:font-serif [&_h2]:text-xl [&_h2]:font-semibold [&_li]:mb-1.5 [&_p]:mb-4 [&_ul]:mb-4 [&_ul]:list-disc [&_ul]:ps-6">
      <title>{`${title} – DUAI`}</title>
      <h1 className="font-serif text-4xl font-semibold tracking-tight">{title}</h1>
      <p className="mt-3 text-grey-4">Effective date: 1/4/25 (1 April 2025)</p>
      {children}
    </article>
  );
}
