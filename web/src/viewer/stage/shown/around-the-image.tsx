import type { toldWindow } from '@duai/contract';
import { ImageOff, Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { useInterfaceTexts } from '../../../lib/messages.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { SpinnerIcon } from '../../../ui/spinner.tsx';
import { windowOnStage } from '../../pixels/windowing.ts';
import type { ViewportTexts } from '../viewport-tools.ts';

/** Light colours on the black stage, in both themes. */
const ON_IMAGE = 'text-[#e6ecec]! hover:bg-[#ffffff]/15!';

/** On a stage without an image: why there is none, or that it is on its way. */
export function NoImage({
  texts,
  problem,
  failure,
  onRetry,
}: {
  readonly texts: ViewportTexts;
  /** Why the image has no pixels to show. */
  readonly problem: string | undefined;
  /** It could not be fetched; `damaged`: its stored file is not what it was. */
  readonly failure: 'damaged' | 'failed' | null;
  readonly onRetry: () => void;
}) {
  const { retry } = useInterfaceTexts();
  if (problem !== undefined)
    return (
      <Reason>
        {texts.broken}
        <span>{problem}</span>
      </Reason>
    );
  if (!failure) return <SpinnerIcon className="relative size-7 text-[#c3ced0]" />;
  return (
    <Reason>
      {(failure === 'damaged' && texts.damaged) || texts.failed}
      <Button size="small" variant="secondary" onClick={onRetry}>
        {retry}
      </Button>
    </Reason>
  );
}

function Reason({ children }: { readonly children: ReactNode }) {
  return (
    <span className="relative grid max-w-prose justify-items-center gap-2 p-4 text-center text-[#c3ced0]">
      <ImageOff aria-hidden className="size-6" />
      {children}
    </span>
  );
}

/**
 * What the viewport shows, and in which window. A narrow viewport has no room for it beside image number and scale bar. It is part
 * of the stage, so that the mouse over a line, which tells what was cut off, draws and scrolls as beside it.
 */
export function CornerNote({
  isInRoom,
  caption,
  fused,
  told,
  isByTable,
}: {
  readonly isInRoom: boolean;
  readonly caption: readonly string[] | undefined;
  /** A line about what lies over the image. */
  readonly fused: ReactNode;
  readonly told: ReturnType<typeof toldWindow> | null;
  /** The image is shown by the lookup table in its file. */
  readonly isByTable: boolean;
}) {
  const lines = (caption ?? []).map((line) => (
    <p key={line} title={line} className="pointer-events-auto truncate">
      {line}
    </p>
  ));
  return (
    <div
      className={`pointer-events-none absolute grid will-change-transform max-w-[calc(100%-4rem)] justify-items-start gap-0.5 *:max-w-full *:rounded *:bg-[#000]/70 *:px-1.5 *:text-xs *:text-[#e6ecec] ${
        // On a wide stage it ends before the letter in the middle of the upper edge, which stands below it on others.
        isInRoom
          ? 'start-2 top-2 @max-xs:max-w-[calc(100%-3.75rem)] @xl:max-w-[calc(50%-1.5rem)] @max-xs:*:px-1'
          : 'end-2 bottom-2'
      }`}
    >
      {lines.slice(0, 1)}
      {fused}
      {lines.slice(1)}
      {(told || isByTable) && <p className="font-mono">{told ? windowOnStage(told) : 'VOI LUT'}</p>}
    </div>
  );
}

/** Which image is shown, and the value under the mouse. */
export function PositionNote({
  hovered,
  fused,
  isWaiting,
  children,
}: {
  readonly hovered: string | false | null | undefined;
  /** The value there of what lies over the image, which may reach further than it. */
  readonly fused: ReactNode;
  /** Another image was wanted, and is on its way. */
  readonly isWaiting: boolean;
  readonly children: ReactNode;
}) {
  return (
    <p
      className={`pointer-events-none absolute start-2 bottom-2 flex will-change-transform flex-wrap items-center gap-x-1.5 rounded bg-[#000]/70 px-2 text-sm text-[#e6ecec] tabular-nums @max-xs:max-w-[calc(50%-2rem)] @max-xs:px-1 @max-xs:text-xs ${
        // Two values would reach over the scale bar, which takes up to a third of the width in the middle.
        fused ? '@xs:max-w-[calc(33%-0.5rem)]' : '@xs:max-w-[calc(100%-1rem)]'
      }`}
    >
      {children}
      {hovered && <span>{hovered}</span>}
      {fused}
      {isWaiting && <SpinnerIcon className="size-3.5" />}
    </p>
  );
}

export const ZoomButtons = memo(function ZoomButtons({
  texts,
  onZoom,
  onFit,
}: {
  readonly texts: ViewportTexts;
  readonly onZoom: (factor: number) => void;
  readonly onFit: () => void;
}) {
  return (
    <div className="absolute end-2 top-2 grid gap-1 rounded bg-[#000]/60 will-change-transform">
      <IconButton className={ON_IMAGE} label={texts.zoomIn} onClick={() => onZoom(1.5)}>
        <ZoomIn aria-hidden className="size-5" />
      </IconButton>
      <IconButton className={ON_IMAGE} label={texts.zoomOut} onClick={() => onZoom(1 / 1.5)}>
        <ZoomOut aria-hidden className="size-5" />
      </IconButton>
      <IconButton className={ON_IMAGE} label={texts.fit} onClick={onFit}>
        <Maximize aria-hidden className="size-5" />
      </IconButton>
    </div>
  );
});
