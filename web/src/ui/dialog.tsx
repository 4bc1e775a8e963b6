import { X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { classes } from '../lib/class-names.ts';
import { useInterfaceTexts } from '../lib/messages.tsx';
import { IconButton } from './button.tsx';

export interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: React.ReactNode;
  readonly description?: React.ReactNode;
  /** Without it the dialog can only be left by what it offers. */
  readonly canClose?: boolean;
  readonly size?: 'small' | 'medium' | 'large';
  readonly children: React.ReactNode;
}

const SIZES = { small: 'max-w-md', medium: 'max-w-xl', large: 'max-w-4xl' };

/**
 * A modal on the platform's own <dialog>: focus stays inside and returns, Escape closes, the page behind is inert.
 * (Libraries do this by injecting <style>, which the Content-Security-Policy refuses.)
 */
export function Dialog({
  isOpen,
  onClose,
  title,
  description,
  canClose = true,
  size = 'medium',
  children,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  const texts = useInterfaceTexts();
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || !isOpen) return;
    dialog.showModal();
    return () => dialog.close();
  }, [isOpen]);
  if (!isOpen) return null;
  return (
    <dialog
      ref={ref}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      onCancel={(event) => {
        event.preventDefault();
        if (canClose) onClose();
      }}
      className={classes(
        'fixed inset-0 m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] animate-rise overflow-y-auto overscroll-contain rounded border border-grey-2 bg-surface p-0 shadow-float',
        SIZES[size],
      )}
    >
      <div className="sticky top-0 flex items-start justify-between gap-4 border-b border-grey-2 bg-surface px-5 py-4 sm:px-6">
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
    </dialog>
  );
}

/** The row of buttons that ends a dialog; the main one last in reading order. */
export function DialogActions({ children }: { readonly children: React.ReactNode }) {
  return <div className="mt-6 flex flex-wrap justify-end gap-3">{children}</div>;
}
