import { useWorkTexts } from '../../lib/messages.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** The keyboard shortcuts of a viewport, and how this computer draws the images. */
export function HelpSheet({
  isOpen,
  onClose,
  moreKeys = [],
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Keys of the page around the viewport. */
  readonly moreKeys?: readonly string[];
}) {
  const { room, hint } = useWorkTexts().viewer;
  const keys = [
    hint.move,
    hint.zoom,
    hint.trueSize,
    hint.turn,
    hint.cine,
    hint.windows({ count: 9 }),
    hint.masks,
    hint.graphics,
    hint.windowing,
    hint.windowNumbers,
    hint.mouse,
    ...moreKeys,
  ];
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={room.help}>
      <p data-drawing-path="2d">{room.path}</p>
      <p className="mt-3">{room.moreKeys}</p>
      <ul className="mt-2 grid list-disc gap-1 ps-5">
        {keys.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Dialog>
  );
}
