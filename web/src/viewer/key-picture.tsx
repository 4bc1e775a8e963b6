import type { reports } from '@duai/contract';
import { useState } from 'react';

/** A picture, or the chosen part of it, as large as its box allows. */
export function KeyPicture({
  url,
  alt,
  region,
}: {
  readonly url: string;
  readonly alt: string;
  readonly region: reports.ImageRegion | null;
}) {
  const [sides, setSides] = useState<{ width: number; height: number }>();
  if (!region) return <img src={url} alt={alt} className="size-full object-contain" />;
  const aspect = sides ? (sides.width * region.width) / (sides.height * region.height) : 1;
  const percent = (share: number) => `${share * 100}%`;
  return (
    <div
      className="relative overflow-hidden"
      style={{
        aspectRatio: aspect,
        [aspect >= 1 ? 'width' : 'height']: '100%',
        visibility: sides ? 'visible' : 'hidden',
      }}
    >
      <img
        src={url}
        alt={alt}
        className="absolute max-w-none"
        onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setSides({ width, height })}
        style={{
          width: percent(1 / region.width),
          height: percent(1 / region.height),
          left: percent(-region.x / region.width),
          top: percent(-region.y / region.height),
        }}
      />
    </div>
  );
}
