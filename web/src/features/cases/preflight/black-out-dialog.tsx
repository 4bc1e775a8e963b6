import type { Region } from '@duai/imaging/deidentify';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useObjectUrl } from '../../../lib/files/object-url.ts';
import { useLanguage } from '../../../lib/messages.tsx';
import { localKey } from '../../../lib/query-keys.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SpinnerIcon } from '../../../ui/spinner.tsx';
import { betweenPoints, EDGES, withEdge } from './black-out-regions.ts';
import { drawFile } from './preflight-client.ts';

interface BlackOutDialogProps {
  /** Files with text in their pixels. They are shown one after the other, and all get the same regions. */
  readonly files: readonly File[];
  readonly marked: readonly Region[];
  readonly onSave: (regions: readonly Region[]) => void;
  readonly onClose: () => void;
}

/** Shows images with text in their pixels; the sender marks regions to black out, by pointer or with the buttons. */
export function BlackOutDialog({ files, marked, onSave, onClose }: BlackOutDialogProps) {
  const { messages } = useLanguage();
  const texts = messages.uploads.blackOut;
  const [index, setIndex] = useState(0);
  const [regions, setRegions] = useState(marked);
  const file = files[index]!;
  const picture = useQuery({
    queryKey: localKey('drawn-file', file.name, file.size, file.lastModified, index),
    queryFn: () => drawFile(file),
    gcTime: 0,
    retry: false,
  });
  return (
    <Dialog isOpen onClose={onClose} size="large" title={texts.title} description={texts.help}>
      <div className="grid gap-4">
        {files.length > 1 && (
          <div className="flex flex-wrap items-center gap-2">
            <Button size="small" variant="secondary" disabled={index === 0} onClick={() => setIndex(index - 1)}>
              {texts.previous}
            </Button>
            <Button
              size="small"
              variant="secondary"
              disabled={index === files.length - 1}
              onClick={() => setIndex(index + 1)}
            >
              {texts.next}
            </Button>
            <span role="status" className="tabular-nums">
              {texts.place({ index: index + 1, count: files.length })}
            </span>
          </div>
        )}
        {picture.isPending && <SpinnerIcon className="size-6" />}
        {picture.isError && (
          <Banner tone="error" title={messages.uploads.findings.BURNED_IN_FIXED.title}>
            <p>{messages.uploads.findings.BURNED_IN_FIXED.text}</p>
          </Banner>
        )}
        {picture.data && (
          <Marking
            picture={picture.data}
            alt={file.name}
            regions={regions}
            onMark={(region) => setRegions([...regions, region])}
          />
        )}
        <div className="flex flex-wrap gap-2">
          {EDGES.map((edge) => (
            <Button key={edge} size="small" variant="secondary" onClick={() => setRegions(withEdge(regions, edge))}>
              {texts.edges[edge]}
            </Button>
          ))}
          <Button size="small" variant="quiet" disabled={regions.length === 0} onClick={() => setRegions([])}>
            {texts.clear}
          </Button>
        </div>
        <p role="status">{texts.marked({ count: regions.length })}</p>
        <div className="flex flex-wrap gap-3">
          <Button
            disabled={picture.isError}
            onClick={() => {
              onSave(regions);
              onClose();
            }}
          >
            {texts.save}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {messages.interface.cancel}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Rectangles drawn with the pointer over the image, as fractions (0–1) of its sides. */
function Marking({
  picture,
  alt,
  regions,
  onMark,
}: {
  readonly picture: Blob;
  readonly alt: string;
  readonly regions: readonly Region[];
  readonly onMark: (region: Region) => void;
}) {
  const url = useObjectUrl(picture);
  const [from, setFrom] = useState<{ x: number; y: number } | null>(null);
  const [to, setTo] = useState<{ x: number; y: number } | null>(null);
  const placeOf = ({ currentTarget, clientX, clientY }: React.PointerEvent) => {
    const box = currentTarget.getBoundingClientRect();
    return { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height };
  };
  const drawn = from && to ? betweenPoints(from, to) : null;
  return (
    <div
      dir="ltr"
      className="relative mx-auto max-w-full cursor-crosshair touch-none select-none overflow-hidden rounded"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setFrom(placeOf(event));
        setTo(null);
      }}
      onPointerMove={(event) => from && setTo(placeOf(event))}
      onPointerUp={() => {
        if (drawn) onMark(drawn);
        setFrom(null);
        setTo(null);
      }}
      onPointerCancel={() => setFrom(null)}
    >
      {url && <img src={url} alt={alt} draggable={false} className="max-h-[56dvh] max-w-full" />}
      {[...regions, ...(drawn ? [drawn] : [])].map((region) => (
        <span
          key={`${region.left} ${region.top} ${region.width} ${region.height}`}
          aria-hidden
          className="absolute border border-orange bg-[#000]"
          style={{
            left: `${region.left * 100}%`,
            top: `${region.top * 100}%`,
            width: `${region.width * 100}%`,
            height: `${region.height * 100}%`,
          }}
        />
      ))}
    </div>
  );
}
