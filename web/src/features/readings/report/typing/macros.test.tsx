import { LIMITS, macros } from '@duai/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { keyOf } from '../../../../lib/query-keys.ts';
import { InEnglish } from '../../../../lib/testing/in-english.tsx';
import { MacroList } from './macros.tsx';

const listOf = (number: number) => {
  const queryClient = new QueryClient();
  const own = Array.from({ length: number }, (_, at) => ({ name: `m${at}`, text: 'Metin.' }));
  queryClient.setQueryData(keyOf(macros.getMacros), own);
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <InEnglish>
        <MacroList />
      </InEnglish>
    </QueryClientProvider>,
  );
};

it('tells beside the button that no more macros can be added', () => {
  const told = `You have ${LIMITS.macrosPerReader} macros, and no more can be added.`;
  const full = listOf(LIMITS.macrosPerReader);
  const [, id] = /<button type="submit"[^>]* aria-describedby="([^"]*)"/.exec(full)!;
  expect(full).toContain(`<p id="${id}">${told}`);
  expect(listOf(LIMITS.macrosPerReader - 1)).not.toContain(told);
});
