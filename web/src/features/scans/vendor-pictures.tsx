import { vendorPictures } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { call, callForFile } from '../../lib/api.ts';
import { useObjectUrl } from '../../lib/files/object-url.ts';
import { formatDateTime } from '../../lib/formatting.ts';
import { activeLanguage } from '../../lib/language.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { keyOf } from '../../lib/query-keys.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { vendorPicturesKey } from './scan-queries.ts';

/** Pictures that boxes of makers sent, labelled as theirs; nothing where there are none. */
export function VendorPictures({ scanId }: { readonly scanId: string }) {
  const texts = useWorkTexts().scans.vendorPictures;
  const { data, isError, refetch } = useQuery({
    queryKey: vendorPicturesKey(scanId),
    queryFn: ({ signal }) => call(vendorPictures.listPictures, { params: { scanId }, signal }),
  });
  if (!isError && !data?.length) return null;
  return (
    <section aria-labelledby="vendor-pictures" className="grid gap-3">
      <div>
        <h2 id="vendor-pictures" className="text-lg font-semibold">
          {texts.heading}
        </h2>
        <p className="text-sm text-grey-4">{texts.hint}</p>
      </div>
      {isError && !data && <NotFetched onRetry={refetch} />}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {data?.map((picture, at) => (
          <Picture key={picture.id} scanId={scanId} picture={picture} number={at + 1} count={data.length} />
        ))}
      </div>
    </section>
  );
}

function Picture({
  scanId,
  picture: { id, title, algorithmId, algorithmVersion, receivedAt },
  number,
  count,
}: {
  readonly scanId: string;
  readonly picture: vendorPictures.VendorPicture;
  readonly number: number;
  readonly count: number;
}) {
  const texts = useWorkTexts().scans.vendorPictures;
  const language = activeLanguage();
  const params = { scanId, pictureId: id };
  const file = useQuery({
    queryKey: keyOf(vendorPictures.getPicture, { params }),
    queryFn: ({ signal }) => callForFile(vendorPictures.getPicture, { params, signal }),
  });
  const url = useObjectUrl(file.data);
  const name = texts.name({ title: title[language] ?? algorithmId, number, count });
  return (
    <Card>
      <figure className="grid gap-2">
        {file.isError && !file.data && <NotFetched onRetry={file.refetch} />}
        {!file.isError && (
          <a
            href={url ?? undefined}
            target="_blank"
            rel="noreferrer"
            title={texts.open}
            className="grid min-h-48 place-items-center bg-black"
          >
            {url && <img src={url} alt={name} className="max-h-[32rem] max-w-full object-contain" />}
          </a>
        )}
        <figcaption className="grid gap-0.5 text-sm">
          <span className="font-medium">{name}</span>
          <span className="text-grey-4">
            <span className="font-mono">
              {algorithmId} {algorithmVersion}
            </span>
            {` · ${formatDateTime(receivedAt, language)}`}
          </span>
        </figcaption>
      </figure>
    </Card>
  );
}

function NotFetched({ onRetry }: { readonly onRetry: () => unknown }) {
  const texts = useWorkTexts().scans.vendorPictures;
  return (
    <p className="flex flex-wrap items-center gap-3 text-sm text-red">
      {texts.notFetched}
      <Button size="small" variant="secondary" onClick={() => void onRetry()}>
        {texts.tryAgain}
      </Button>
    </p>
  );
}
