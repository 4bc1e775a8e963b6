import { useLanguage } from '../../../lib/messages.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { makeFocusable } from '../../../ui/scroll-area.ts';
import type { DiscComparison } from './disc-index.ts';

/** Shows how the index of a disc differs from the files found. */
export function DiscNotice({ disc: { indexed, missing, unlisted } }: { readonly disc: DiscComparison }) {
  const texts = useLanguage().messages.uploads.disc;
  if (indexed === null) {
    return (
      <Banner tone="info" title={texts.unreadableTitle}>
        {texts.unreadableText}
      </Banner>
    );
  }
  const beside = unlisted.length > 0 && <p className="mt-1">{texts.unlisted({ count: unlisted.length })}</p>;
  if (missing.length === 0) {
    return (
      <div className="text-[0.9em] text-grey-4">
        <p>{texts.complete({ count: indexed })}</p>
        {beside}
      </div>
    );
  }
  return (
    <Banner tone="warning" title={texts.missingTitle({ count: missing.length, total: indexed })}>
      <ul ref={makeFocusable} className="my-1 max-h-40 list-disc overflow-y-auto ps-5 font-medium">
        {missing.map((path) => (
          <li key={path} className="[overflow-wrap:anywhere]">
            <bdi dir="ltr">{path}</bdi>
          </li>
        ))}
      </ul>
      <p>{texts.missingText}</p>
      {beside}
    </Banner>
  );
}
