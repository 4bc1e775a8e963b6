import { LIMITS, macros } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../../../../lib/api.ts';
import { useWorkTexts } from '../../../../lib/messages.tsx';
import { keyOf } from '../../../../lib/query-keys.ts';
import { useChange } from '../../../../lib/use-change.ts';
import { Button } from '../../../../ui/button.tsx';
import { Field } from '../../../../ui/forms/field.tsx';
import { Form } from '../../../../ui/forms/form.tsx';
import { Input, Textarea } from '../../../../ui/forms/input.tsx';
import { useTooLong } from '../../../../ui/forms/too-long.ts';
import { typeOver } from './type-over.ts';

const useMacros = () => useQuery({ queryKey: keyOf(macros.getMacros), queryFn: () => call(macros.getMacros) });

/** Typing a space after `.name` replaces it with the text of that macro. */
export function useMacroKeys() {
  const { data = [] } = useMacros();
  return (event: React.KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== ' ' || event.ctrlKey || event.metaKey || event.altKey) return;
    const area = event.currentTarget;
    if (area.readOnly || area.selectionStart !== area.selectionEnd) return;
    const expanded = macros.expandMacro(area.value, area.selectionStart, data);
    if (!expanded) return;
    event.preventDefault();
    typeOver(area, expanded.start, area.selectionStart, `${expanded.text} `);
  };
}

/** The reader's own macros: list, add, remove. */
export function MacroList() {
  const texts = useWorkTexts().reporting.aids;
  const { data: own = [] } = useMacros();
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const save = useChange(
    macros.getMacros,
    async (change: (macros: macros.Macro[]) => macros.Macro[]) =>
      // As they are now: another window may have added one, and what could not be loaded here must not be replaced.
      call(macros.setMacros, { body: { macros: change(await call(macros.getMacros)) } }),
    texts.macroSaved,
  );
  const fullId = useId();
  const isFull = own.length >= LIMITS.macrosPerReader;
  const refusal = macros.refusalOfName(name, own);
  const tooLong = useTooLong();
  const wish = macros.macrosSchema.safeParse([...own, { name, text }]);
  const add = () =>
    wish.success &&
    save.mutate((kept) => [...kept, { name, text }], {
      onSuccess: () => {
        setName('');
        setText('');
      },
    });
  return (
    <details>
      <summary className="min-h-6 cursor-pointer font-semibold">{texts.macros}</summary>
      <p className="mt-1 text-grey-4">{texts.macroHelp}</p>
      <ul className="mt-2 grid gap-2">
        {own.map((macro) => (
          <li key={macro.name} className="flex items-start justify-between gap-2">
            <p className="min-w-0 [overflow-wrap:anywhere]">
              <span className="font-mono">.{macro.name}</span> {macro.text}
            </p>
            <Button
              size="small"
              variant="secondary"
              aria-label={texts.remove({ name: macro.name })}
              onClick={() =>
                save.mutate((kept) => kept.filter((each) => each.name !== macro.name || each.text !== macro.text))
              }
            >
              ×
            </Button>
          </li>
        ))}
      </ul>
      <Form onSubmit={add} className="mt-3 grid gap-2">
        <Field label={texts.name} error={refusal ? texts.nameRefused[refusal] : undefined}>
          <Input value={name} maxLength={20} onChange={({ target }) => setName(target.value)} />
        </Field>
        <Field label={texts.text} error={tooLong(text, LIMITS.macroTextMaxLength)}>
          <Textarea value={text} onChange={({ target }) => setText(target.value)} />
        </Field>
        <Button
          type="submit"
          size="small"
          variant="secondary"
          disabled={!wish.success}
          aria-describedby={isFull ? fullId : undefined}
          isPending={save.isPending}
        >
          {texts.add}
        </Button>
        {isFull && <p id={fullId}>{texts.macrosFull({ count: LIMITS.macrosPerReader })}</p>}
      </Form>
    </details>
  );
}
