import { useInterfaceTexts } from '../../lib/messages.tsx';

/** Tells below a field that its text has more characters than the server takes; undefined while it has not. */
export function useTooLong(): (text: string, most: number) => string | undefined {
  const texts = useInterfaceTexts();
  return (text, most) => {
    const count = text.trim().length;
    return count > most ? texts.tooLong({ count, limit: most }) : undefined;
  };
}
