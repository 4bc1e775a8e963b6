import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { classes } from '../../lib/class-names.ts';
import { controlClasses, useFieldControl } from './field.tsx';

export interface ComboboxProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Suggestions for the typed text, best first. */
  readonly find: (typed: string) => readonly string[];
  /** Name of the list, for screen readers. */
  readonly listLabel: string;
  /** Shown if nothing matches: the typed text itself is used. */
  readonly noneText: string;
  readonly onBlur?: () => void;
}

/** A text field with suggestions; any other text is allowed too (WAI-ARIA APG, editable combobox with list). */
export function Combobox({ value, onChange, find, listLabel, noneText, onBlur }: ComboboxProps) {
  const listId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const list = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const options = isOpen ? find(value) : [];
  const optionId = (index: number) => `${listId}-${index}`;
  useEffect(() => {
    if (active >= 0) list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const close = () => {
    setIsOpen(false);
    setActive(-1);
  };
  const choose = (option: string) => {
    onChange(option);
    close();
    input.current?.focus();
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      const shown = isOpen ? options : find(value);
      setIsOpen(true);
      if (shown.length > 0) {
        const first = step === 1 ? 0 : shown.length - 1;
        setActive(active === -1 ? first : (active + step + shown.length) % shown.length);
      }
    } else if (event.key === 'Enter' && isOpen && options[active] !== undefined) {
      event.preventDefault();
      choose(options[active]);
    } else if (event.key === 'Escape' && isOpen) {
      // Closes only the list, not a dialog around it.
      event.stopPropagation();
      close();
    }
  };

  return (
    <div className="relative">
      <input
        {...useFieldControl()}
        ref={input}
        role="combobox"
        aria-expanded={isOpen && options.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? optionId(active) : undefined}
        autoComplete="off"
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
          setIsOpen(true);
          setActive(-1);
        }}
        onClick={() => setIsOpen(true)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          close();
          onBlur?.();
        }}
        className={classes(controlClasses, 'pe-10')}
      />
      <ChevronDown aria-hidden className="pointer-events-none absolute end-3 top-3.5 size-4 text-grey-4" />
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={listLabel}
        hidden={!isOpen || options.length === 0}
        className="absolute inset-x-0 top-full z-10 mt-1 max-h-64 overflow-y-auto rounded border border-grey-3 bg-surface py-1 shadow-float"
      >
        {options.map((option, index) => (
          <div
            key={option}
            id={optionId(index)}
            role="option"
            aria-selected={index === active}
            tabIndex={-1}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(option)}
            onKeyDown={onKeyDown}
            className="min-h-11 cursor-pointer px-3 py-2.5 hover:bg-grey-1 aria-selected:bg-signal-soft"
          >
            {option}
          </div>
        ))}
      </div>
      {isOpen && value !== '' && options.length === 0 && (
        <p role="status" className="mt-1 text-[0.9em] text-grey-4">
          {noneText}
        </p>
      )}
    </div>
  );
}
