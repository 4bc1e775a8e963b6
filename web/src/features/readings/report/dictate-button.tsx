import { Mic, MicOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { Button } from '../../../ui/button.tsx';
import { canDictate, dictate, mayDictate } from './dictation.ts';

/** Speech becomes text at the end of one section, on this device. */
export function DictateButton({
  name,
  language,
  isPaused,
  onText,
}: {
  /** Of the section. */
  readonly name: string;
  readonly language: 'tr' | 'en';
  /** Ends a dictation: the text is about to be signed. */
  readonly isPaused: boolean;
  readonly onText: (text: string) => void;
}) {
  const texts = useWorkTexts().reporting.dictation;
  const listening = useRef<{ stop: () => void }>(null);
  const [isListening, setIsListening] = useState(false);
  const [isOffered, setIsOffered] = useState(mayDictate);
  const latest = useRef(onText);
  useEffect(() => {
    latest.current = onText;
  });
  useEffect(() => () => listening.current?.stop(), []);
  useEffect(() => {
    if (isPaused) listening.current?.stop();
  }, [isPaused]);
  const press = async () => {
    if (listening.current) return listening.current.stop();
    if (!(await canDictate(language))) {
      setIsOffered(false);
      return showToast({ title: texts.noneTitle, description: texts.none });
    }
    listening.current = dictate(language, {
      onText: (text) => latest.current(text),
      onEnd: (error) => {
        listening.current = null;
        setIsListening(false);
        if (error) showToast({ tone: 'destructive', title: texts.failedTitle, description: texts.failed });
      },
    });
    setIsListening(true);
  };
  if (!isOffered) return null;
  const Icon = isListening ? MicOff : Mic;
  return (
    <Button
      size="small"
      variant={isListening ? 'primary' : 'quiet'}
      className="justify-self-start"
      aria-pressed={isListening}
      onClick={() => void press()}
    >
      <Icon aria-hidden className="size-4" />
      {isListening ? texts.stop : texts.start}
      <span className="sr-only">{name}</span>
    </Button>
  );
}
