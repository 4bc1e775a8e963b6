import { Copy } from 'lucide-react';
import { useWorkTexts } from '../../lib/messages.tsx';
import { showToast } from '../../lib/toasts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';

/** A secret that is shown only once: to copy, or to select if the clipboard is not available. */
export function ShownOnce({ title, secret }: { readonly title: string; readonly secret: string }) {
  const texts = useWorkTexts().integrations.shownOnce;
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => showToast({ title: texts.copied, tone: 'success' }),
      () => showToast({ title: texts.copyingWasNotAllowedSelect, tone: 'destructive' }),
    );
  return (
    <Banner tone="warning" title={title}>
      <p>{texts.itIsShownOnlyNow}</p>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <code className="rounded bg-surface px-2 py-1 font-mono text-sm break-all text-ink select-all">{secret}</code>
        <Button size="small" variant="secondary" onClick={() => void copy()}>
          <Copy aria-hidden className="size-4" />
          {texts.copy}
        </Button>
      </div>
    </Banner>
  );
}
