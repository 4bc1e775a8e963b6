import { useEffect } from 'react';
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
    hint.fusion,
    hint.windowing,
    hint.windowNumbers,
    hint.mouse,
    hint.touch,
    hint.tools,
    hint.draw,
    hint.moveMeasurement,
    hint.sheet,
    hint.series,
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

/** "?" opens the sheet, wherever nothing is typed. */
export function useHelpKey(open: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement && event.target.closest('input, select, textarea, dialog') !== null;
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [open]);
}
