import { type cases, LIMITS, reports, toldWindow } from '@duai/contract';
import { Trash2 } from 'lucide-react';
import { useObjectUrl } from '../../../lib/files/object-url.ts';
import { placeText } from '../../../lib/key-image-place.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Input } from '../../../ui/forms/input.tsx';
import { KeyPicture } from '../../../viewer/key-picture.tsx';
import { windowOnStage } from '../../../viewer/pixels/windowing.ts';
import { useThumbnail } from '../reading-queries.ts';

interface KeyImagesProps {
  readonly images: readonly reports.KeyImage[];
  readonly language: string;
  /** Of the images of a signed report, in their order. */
  readonly places?: readonly (reports.KeyImagePlace | null)[];
  readonly onShow: (image: reports.KeyImage) => void;
  /** If absent, the images are only shown, because the report is signed or somebody else's. */
  readonly onChange?: ((images: reports.KeyImage[]) => void) | undefined;
}

/** The key images of the report, with their captions. */
export function KeyImages({ images, language, places = [], onShow, onChange }: KeyImagesProps) {
  const { keyImages: texts, caseFacts } = useWorkTexts().readings;
  return (
    <section aria-labelledby="key-images" className="grid gap-2">
      <h3 id="key-images" className="font-semibold">
        {texts.heading}
      </h3>
      {images.length === 0 && <p className="text-sm text-grey-4">{onChange ? texts.noneYet : texts.none}</p>}
      <ol className="grid gap-3">
        {images.map((image, index) => (
          <li
            key={reports.nameOfKeyImage(image)}
            className="grid grid-cols-[6rem_minmax(0,1fr)_auto] items-start gap-3 rounded border border-grey-2 bg-surface p-2"
          >
            <Thumbnail image={image} name={texts.name({ number: index + 1 })} onShow={() => onShow(image)} />
            {onChange ? (
              <>
                <Field label={texts.caption({ number: index + 1 })} className="text-sm">
                  <Input
                    lang={language}
                    maxLength={LIMITS.shortTextMaxLength}
                    value={image.caption}
                    onChange={({ target }) =>
                      onChange(images.map((other) => (other === image ? { ...image, caption: target.value } : other)))
                    }
                  />
                </Field>
                <IconButton
                  label={texts.remove({ number: index + 1 })}
                  onClick={() => onChange(images.filter((other) => other !== image))}
                >
                  <Trash2 aria-hidden className="size-5" />
                </IconButton>
              </>
            ) : (
              <div>
                <p lang={language}>{image.caption}</p>
                <p className="text-sm text-grey-4">{placeText(places[index], { ...texts, sides: caseFacts.sides })}</p>
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Thumbnail({
  image,
  name,
  onShow,
}: {
  readonly image: reports.KeyImage;
  readonly name: string;
  readonly onShow: () => void;
}) {
  const texts = useWorkTexts().readings.keyImages;
  const preview = useThumbnail(image);
  const url = useObjectUrl(preview.data);
  return (
    <div className="grid gap-1">
      <button
        type="button"
        title={texts.show}
        onClick={onShow}
        className="grid aspect-square place-items-center overflow-hidden rounded bg-[#000] text-xs text-[#d0d0d0]"
      >
        {url ? <KeyPicture url={url} alt={name} region={image.region} /> : preview.isError ? texts.notLoaded : name}
      </button>
      <p className="text-center font-mono text-xs text-grey-4">
        {image.window ? stageText(image.window, image.suvFactor) : texts.asItOpens}
        {image.region && `, ${texts.part}`}
      </p>
    </div>
  );
}

/** The text on the stage for this window. */
function stageText(window: cases.ImageWindow, suvFactor: number | null): string {
  return windowOnStage(toldWindow(window, suvFactor));
}
