import { cases, LIMITS } from '@duai/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { keyOf } from '../../../lib/query-keys.ts';
import { InEnglish } from '../../../lib/testing/in-english.tsx';
import { WorklistViews } from './worklist-views.tsx';

const wish = cases.worklistWishSchema.parse({});
const listOf = (number: number) => {
  const queryClient = new QueryClient();
  const saved = Array.from({ length: number }, (_, at) => ({ name: `v${at}`, wish }));
  queryClient.setQueryData(keyOf(cases.getWorklistViews), saved);
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <InEnglish>
        <WorklistViews wish={wish} onChoose={() => {}} />
      </InEnglish>
    </QueryClientProvider>,
  );
};

it('tells beside the button that no more views can be saved', () => {
  const told = `You have ${LIMITS.viewsPerReader} saved views, and no more can be added.`;
  const full = listOf(LIMITS.viewsPerReader);
  const [, id] = /<button type="submit"[^>]* aria-describedby="([^"]*)"/.exec(full)!;
  expect(full).toMatch(new RegExp(`<p id="${id}"[^>]*>${told}`));
  expect(listOf(LIMITS.viewsPerReader - 1)).not.toContain(told);
});
