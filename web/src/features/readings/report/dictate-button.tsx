import { Mic, MicOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { Button } from '../../../ui/button.tsx';
import { canDictate, dictate } from './dictation.ts';

/** Whether to offer dictation in this language here. */
export function useDictation(language: 'tr' | 'en'): boolean {
  const [isOffered, setIsOffered] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    setIsOffered(false);
    void canDictate(language).then((can) => isCurrent && setIsOffered(can));
    return () => {
      isCurrent = false;
    };
  }, [language]);
  return isOffered;
}

/** Speech becomes text at the end of one section, on this device. */
export function DictateButton({
  name,
  language,
  onText,
}: {
  /** Of the section. */
  readonly name: string;
  readonly language: 'tr' | 'en';
  readonly onText: (text: string) => void;
}) {
  const texts = useWorkTexts().reporting.dictation;
  const listening = useRef<{ stop: () => void }>(null);
  const [isListening, setIsListening] = useState(false);
  const latest = useRef(onText);
  useEffect(() => {
    latest.current = onText;
  });
  useEffect(() => () => listening.current?.stop(), []);
  const press = () => {
    if (listening.current) return listening.current.stop();
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
  const Icon = isListening ? MicOff : Mic;
  return (
    <Button
      size="small"
      variant={isListening ? 'primary' : 'quiet'}
      className="justify-self-start"
      aria-pressed={isListening}
      aria-label={texts.named({ section: name })}
      onClick={press}
    >
      <Icon aria-hidden className="size-4" />
      {isListening ? texts.stop : texts.start}
    </Button>
  );
}
