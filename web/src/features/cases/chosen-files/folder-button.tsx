import { LIMITS } from '@duai/contract';
import { FolderOpen } from 'lucide-react';
import { useRef } from 'react';
import { useLanguage } from '../../../lib/messages.tsx';
import { Button } from '../../../ui/button.tsx';

/** Chooses whole folders and discs; hidden if the browser does not support it (phones). */
export function FolderButton({ onFiles }: { readonly onFiles: (files: File[]) => void }) {
  const texts = useLanguage().messages.uploads;
  const input = useRef<HTMLInputElement>(null);
  const canChooseFolders = 'webkitdirectory' in HTMLInputElement.prototype && !matchMedia('(pointer: coarse)').matches;
  if (!canChooseFolders) return null;
  return (
    <>
      <input
        ref={(element) => {
          input.current = element;
          element?.setAttribute('webkitdirectory', '');
        }}
        type="file"
        multiple
        hidden
        aria-label={texts.chooseFolder}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])].slice(0, LIMITS.filesPerCase * 2));
          event.target.value = '';
        }}
      />
      <Button variant="quiet" onClick={() => input.current?.click()}>
        <FolderOpen aria-hidden className="size-5" />
        {texts.chooseFolder}
      </Button>
    </>
  );
}
