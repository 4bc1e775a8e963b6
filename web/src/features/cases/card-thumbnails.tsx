import type { cases } from '@duai/contract';
import { useObjectUrl } from '../../lib/files/object-url.ts';
import { useMessages } from '../../lib/messages.tsx';
import { spread } from '../../lib/spread.ts';
import { usePreview } from './case-queries.ts';
import { ImageLink } from './image-link.tsx';

const SHOWN = 4;

/** Up to four previews on the card of a case. */
export function CardThumbnails({ case: shown }: { readonly case: Pick<cases.PatientCase, 'id' | 'images'> }) {
  const ready = shown.images.filter(({ hasPreview }) => hasPreview);
  if (ready.length === 0) return null;
  return (
    <ul className="grid grid-cols-4 gap-2 sm:max-w-md">
      {spread(ready, SHOWN).map((image) => (
        <li key={image.id} className="aspect-square overflow-hidden rounded bg-[#0c1114]">
          <Thumbnail caseId={shown.id} image={image} />
        </li>
      ))}
    </ul>
  );
}

function Thumbnail({ caseId, image }: { readonly caseId: string; readonly image: cases.CaseImage }) {
  const texts = useMessages().caseDetails;
  const url = useObjectUrl(usePreview(caseId, image.id, true).data);
  return url ? (
    <ImageLink caseId={caseId} imageId={image.id} className="block size-full">
      <img src={url} alt={texts.thumbnailOf({ name: image.originalName })} className="size-full object-contain" />
    </ImageLink>
  ) : null;
}
