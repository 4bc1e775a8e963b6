import { reports, windowText } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { ImageOff } from 'lucide-react';
import { useObjectUrl } from '../../lib/files/object-url.ts';
import { placeText } from '../../lib/key-image-place.ts';
import { activeLanguage } from '../../lib/language.ts';
import { useMessages } from '../../lib/messages.tsx';
import { SpinnerIcon } from '../../ui/spinner.tsx';
import type { StartingImage } from '../../viewer/image-address.ts';
import { KeyPicture } from '../../viewer/key-picture.tsx';
import type { PictureSource } from '../../viewer/study-source.ts';
import { pictureQuery } from '../../viewer/use-picture.ts';

/** Where the images of a report come from; the same source for the page of patient or doctor and for its viewer. */
export interface ImageSource extends PictureSource {
  /** Opens the viewer at an image. */
  readonly onOpen: (image: StartingImage) => void;
}

/** The key images of the report, with captions in the report's language. */
export function KeyImages({ report, source }: { readonly report: reports.SignedReport; readonly source: ImageSource }) {
  const texts = useMessages().reports;
  if (report.content.keyImages.length === 0) return null;
  return (
    <section>
      <h2 className="mb-2 font-serif text-xl font-semibold">{texts.keyImages}</h2>
      <ul className="grid gap-5 sm:grid-cols-2 print:grid-cols-2">
        {report.content.keyImages.map((image, index) => (
          <li key={reports.nameOfKeyImage(image)}>
            <KeyImage
              image={image}
              place={placeText(report.keyImagePlaces[index], texts)}
              name={texts.keyImage({ index: index + 1 })}
              language={report.language}
              source={source}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function KeyImage({
  image: { imageId, frame, window, suvFactor, region, caption },
  place,
  name,
  language,
  source,
}: {
  readonly place: string | null;
  readonly image: reports.KeyImage;
  readonly name: string;
  readonly language: string;
  readonly source: ImageSource;
}) {
  const { reports: texts, viewer } = useMessages();
  const preview = useQuery(pictureQuery(source, { imageId, frame }, window ?? undefined));
  const url = useObjectUrl(preview.data?.image);
  return (
    <figure className="grid gap-1.5 break-inside-avoid">
      <button
        type="button"
        title={texts.showImage}
        onClick={() => source.onOpen({ imageId, frame, window })}
        className="grid aspect-square place-items-center overflow-hidden rounded bg-[#0c1114] text-[#b9c6c8]"
      >
        {url ? (
          <KeyPicture url={url} alt={[name, caption.trim()].filter(Boolean).join(': ')} region={region} />
        ) : preview.isError ? (
          <span className="grid justify-items-center gap-2 p-3 text-center text-sm">
            <ImageOff aria-hidden className="size-6" />
            {viewer.failed}
          </span>
        ) : (
          <SpinnerIcon className="size-6" />
        )}
      </button>
      <figcaption className="text-[0.9em]">
        <span className="text-grey-4">
          {name}
          {region && ` · ${texts.part}`}
        </span>
        {caption.trim() && (
          <bdi lang={language} className="block">
            {caption}
          </bdi>
        )}
        {place && <bdi className="block text-grey-4">{place}</bdi>}
        {window && (
          <span className="block text-grey-4">
            {texts.window}{' '}
            <bdi dir="ltr" className="tabular-nums">
              {windowText(window, suvFactor, activeLanguage())}
            </bdi>
          </span>
        )}
      </figcaption>
    </figure>
  );
}
