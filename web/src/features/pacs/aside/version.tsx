import { keptAside as contract } from '@duai/contract';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { urlOf } from '../../../lib/api.ts';
import { formatDateTime, formatFileSize } from '../../../lib/formatting.ts';
import { activeLanguage } from '../../../lib/language.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';

/** One of the two objects: its picture, when and how it came, and its form. */
export function Version({
  which,
  quarantineId,
  version,
}: {
  readonly which: 'stored' | 'aside';
  readonly quarantineId: string;
  readonly version: contract.InstanceVersion;
}) {
  const { pacs, scans } = useWorkTexts();
  const texts = pacs.aside;
  const { arrival, columns, rows, frames } = version;
  const language = activeLanguage();
  const way = arrival && scans.arrival.ways[arrival.way];
  const facts = [
    [texts.received, formatDateTime(version.receivedAt, language)],
    [
      which === 'stored' ? texts.studyCameBy : texts.cameBy,
      way ? (arrival?.sender ? scans.arrival.from({ way, system: arrival.sender }) : way) : texts.unknown,
    ],
    [texts.size, formatFileSize(version.sizeBytes, language)],
    ...(columns !== null && rows !== null ? [[texts.pixelSize, texts.pixelSizeOf({ columns, rows, frames })]] : []),
    [texts.transferSyntax, version.transferSyntaxUid ?? texts.unknown],
  ] as const;
  return (
    <section aria-label={texts[which]} className="grid content-start gap-3 rounded border border-grey-2 p-4">
      <h3 className="font-semibold">{texts[which]}</h3>
      <Picture which={which} quarantineId={quarantineId} hasPicture={version.hasPicture} />
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-grey-4">{name}</dt>
            <dd className="break-words tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Picture({
  which,
  quarantineId,
  hasPicture,
}: {
  readonly which: 'stored' | 'aside';
  readonly quarantineId: string;
  readonly hasPicture: boolean;
}) {
  const texts = useWorkTexts().pacs.aside;
  const [hasFailed, setFailed] = useState(false);
  if (!hasPicture || hasFailed)
    return (
      <div className="grid aspect-square place-content-center justify-items-center gap-2 rounded bg-grey-1 p-4 text-center text-sm text-grey-4">
        <ImageOff aria-hidden className="size-6" />
        {hasFailed ? texts.pictureFailed : texts.noPicture}
      </div>
    );
  return (
    <img
      src={urlOf(contract.getKeptAsidePicture, { quarantineId, version: which })}
      alt={texts.pictureOf({ version: texts[which] })}
      onError={() => setFailed(true)}
      className="aspect-square w-full rounded bg-black object-contain"
    />
  );
}
