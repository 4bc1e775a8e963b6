import { AccessSection } from '../../features/rights/access-section.tsx';
import { CopySection } from '../../features/rights/copy-section.tsx';
import { ErasureSection } from '../../features/rights/erasure-section.tsx';
import { useMessages } from '../../lib/messages.tsx';
import { BackLink } from '../../ui/back-link.tsx';

/** The patient's rights: access, portability and erasure. */
export default function MyData() {
  const texts = useMessages().rights;
  return (
    <div className="mx-auto grid max-w-2xl gap-6 px-5 py-8">
      <title>{texts.pageTitle}</title>
      <BackLink to="/second-opinion/settings">{texts.back}</BackLink>
      <h1 className="font-serif text-3xl font-semibold tracking-tight">{texts.heading}</h1>
      <CopySection />
      <AccessSection />
      <ErasureSection />
    </div>
  );
}
