import { apiErrorOf } from '../../../lib/api.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { UpgradeLink } from '../upgrade-path.tsx';

export interface RefusedFile {
  readonly name: string;
  readonly code?: string;
  readonly message: string;
}

/** Refused files grouped by reason: each reason is shown once, with the names of its files below. */
export function RefusedFiles({ files }: { readonly files: readonly RefusedFile[] }) {
  const texts = useWorkTexts().scans.refusedFiles;
  if (files.length === 0) return null;
  return (
    <Banner
      tone="warning"
      title={texts.notTaken({ count: files.length })}
      action={files.some(({ code }) => code === 'NO_SCANS_LEFT') && <UpgradeLink />}
    >
      <dl className="grid max-h-48 gap-2 overflow-y-auto text-sm">
        {[...Map.groupBy(files, ({ message }) => message)].map(([message, refused]) => (
          <div key={message}>
            <dt className="font-medium">{message}</dt>
            <dd className="flex flex-wrap gap-x-3 break-all">
              {[...new Set(refused.map(({ name }) => name))].map((name) => (
                <span key={name}>{name}</span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Banner>
  );
}

/** The refused files named by an error; a request of which nothing was accepted fails with them. */
export const refusedOf = (error: unknown): RefusedFile[] =>
  (apiErrorOf(error)?.details as { refused?: RefusedFile[] } | undefined)?.refused ?? [];
