import { X } from 'lucide-react';
import { useLanguage } from '../../../lib/messages.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { makeFocusable } from '../../../ui/scroll-area.ts';

/** Refused files, each with its reason. */
export function RefusedFiles({
  title,
  files,
  onDismiss,
}: {
  readonly title: string;
  readonly files: readonly { readonly name: string; readonly reason: string }[];
  readonly onDismiss: () => void;
}) {
  const { messages } = useLanguage();
  // Files with the same name and reason are shown once.
  const lines = [...new Map(files.map((file) => [`${file.name} ${file.reason}`, file])).values()];
  return (
    <Banner
      tone="error"
      title={title}
      action={
        <IconButton label={messages.cases.upload.dismissRejected} onClick={onDismiss} className="-my-2 -me-2">
          <X aria-hidden className="size-5" />
        </IconButton>
      }
    >
      <ul ref={makeFocusable} className="mt-1 max-h-96 list-disc overflow-y-auto ps-5 [overflow-wrap:anywhere]">
        {lines.map(({ name, reason }) => (
          <li key={`${name} ${reason}`}>
            <bdi className="font-semibold">{name}</bdi>: {reason}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
