import { rights } from '@duai/contract';
import { Download, PackageOpen } from 'lucide-react';
import { messageOf } from '../../lib/api.ts';
import { formatFileSize } from '../../lib/formatting.ts';
import { useLanguage } from '../../lib/messages.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { usePrepareExport } from './rights-queries.ts';

/** A copy of all data: prepared by a call, then downloaded by the browser itself, so that size does not matter. */
export function CopySection() {
  const { language, messages } = useLanguage();
  const texts = messages.rights.copy;
  const prepare = usePrepareExport();
  const size = prepare.data;
  return (
    <SectionCard heading={texts.heading} help={texts.help}>
      {size ? (
        <>
          <p role="status">
            {texts.ready({
              cases: texts.cases({ count: size.cases }),
              files: texts.files({ count: size.files }),
              size: formatFileSize(size.bytes, language),
            })}
          </p>
          <a
            href={rights.downloadExport.path}
            download
            className={buttonClasses('primary', 'medium', 'justify-self-start')}
            // The link works once, so the next copy has to be prepared anew.
            onClick={() => setTimeout(prepare.reset, 1000)}
          >
            <Download aria-hidden className="size-5" />
            {texts.download}
          </a>
          <p className="text-[0.9em] text-grey-4">{texts.once}</p>
        </>
      ) : (
        <>
          {prepare.isError && (
            <Banner tone="error" title={texts.failed}>
              {messageOf(prepare.error, messages.interface.noConnection)}
            </Banner>
          )}
          <Button
            variant="secondary"
            className="justify-self-start"
            isPending={prepare.isPending}
            onClick={() => prepare.mutate()}
          >
            {!prepare.isPending && <PackageOpen aria-hidden className="size-5" />}
            {prepare.isPending ? texts.preparing : texts.prepare}
          </Button>
        </>
      )}
    </SectionCard>
  );
}
