import { useState } from 'react';
import { Input } from './input.tsx';

/**
 * A search field that applies when Enter is pressed or it loses focus, so that partial words start no search. If the search
 * changes elsewhere, the field shows it; the focus stays where it is.
 */
export function SearchInput({
  value,
  onTake,
  ...rest
}: Omit<React.ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'onBlur' | 'onKeyDown'> & {
  readonly value: string;
  readonly onTake: (word: string) => void;
}) {
  const [shown, setShown] = useState({ value, text: value });
  if (shown.value !== value) setShown({ value, text: value });
  const take = () => {
    const word = shown.text.trim();
    if (word !== value) onTake(word);
  };
  return (
    <Input
      {...rest}
      type="search"
      value={shown.text}
      onChange={(event) => setShown({ value, text: event.currentTarget.value })}
      onBlur={take}
      onKeyDown={(event) => event.key === 'Enter' && take()}
    />
  );
}
