import { X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { classes } from '../lib/class-names.ts';
import { useInterfaceTexts } from '../lib/messages.tsx';
import { IconButton } from './button.tsx';
import { enterModal } from './focus/modal-stack.ts';
import { useRoomClass } from './room.tsx';

export interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: React.ReactNode;
  readonly description?: React.ReactNode;
  /** If false, the dialog can be closed only by its own buttons. */
  readonly canClose?: boolean;
  readonly size?: 'small' | 'medium' | 'large';
  readonly children: React.ReactNode;
}

const SIZES = { small: 'max-w-md', medium: 'max-w-xl', large: 'max-w-4xl' };

/**
 * A modal dialog beside the page, which is inert meanwhile: focus moves in and returns, Escape closes it, toasts are still
 * shown and announced. It is neither a library's modal, which injects a <style> that the Content-Security-Policy blocks, nor
 * a <dialog>, whose top layer would cover and silence the toasts.
 */
export function Dialog(props: DialogProps) {
  return props.isOpen ? createPortal(<OpenDialog {...props} />, document.body) : null;
}

function OpenDialog({ onClose, title, description, canClose = true, size = 'medium', children }: DialogProps) {
  const frame = useRef<HTMLDivElement>(null);
  const id = useId();
  const texts = useInterfaceTexts();
  const room = useRoomClass();
  useEffect(() => (frame.current ? enterModal(frame.current) : undefined), []);
  return (
    <div
      ref={frame}
      tabIndex={-1}
      role="dialog"
      aria-modal="true"
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !canClose) return;
        event.stopPropagation();
        onClose();
      }}
      className={classes(
        'fixed inset-0 z-40 grid animate-fade overflow-y-auto overscroll-contain bg-(--veil) p-4 text-ink outline-none',
        room,
      )}
    >
      <div
        className={classes(
          'm-auto w-full min-w-0 animate-rise rounded border border-grey-2 bg-surface shadow-float',
          SIZES[size],
        )}
      >
        <div className="flex items-start justify-between gap-4 border-b border-grey-2 px-5 py-4 sm:px-6">
          <h2 id={`${id}-title`} className="pt-1 font-serif text-xl font-semibold">
            {title}
          </h2>
          {canClose && (
            <IconButton label={texts.close} onClick={onClose} className="-me-2">
              <X aria-hidden className="size-5" />
            </IconButton>
          )}
        </div>
        <div className="px-5 py-5 sm:px-6">
          {description && (
            <p id={`${id}-description`} className="mb-4 text-grey-4">
              {description}
            </p>
          )}
          {children}
        </div>
      </div>
    </div>
  );
}

/** The row of buttons at the end of a dialog; the main button is last in reading order. */
export function DialogActions({ children }: { readonly children: React.ReactNode }) {
  return <div className="mt-6 flex flex-wrap justify-end gap-3">{children}</div>;
}
