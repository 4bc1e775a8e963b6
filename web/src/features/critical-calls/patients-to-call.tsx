import { criticalCalls } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { keyOf } from '../../lib/query-keys.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { CallCard } from './call-card.tsx';

/** For operators: patients of critical findings that were escalated to them. Nothing where there are none. */
export function PatientsToCall({ renewMs }: { readonly renewMs: number }) {
  const texts = useWorkTexts().reporting.criticalCalls;
  const calls = useQuery({
    queryKey: keyOf(criticalCalls.listCalls),
    queryFn: () => call(criticalCalls.listCalls),
    staleTime: 0,
    refetchInterval: renewMs,
  });
  if (calls.isPending || calls.data?.length === 0) return null;
  return (
    <Loaded query={calls}>
      {(rows) => (
        <section
          role="alert"
          aria-labelledby="calls"
          className="mb-6 grid gap-2 rounded border border-red-strong bg-red-soft p-4"
        >
          <h2 id="calls" className="font-semibold">
            {texts.heading({ count: rows.length })}
          </h2>
          <p className="max-w-[65ch] text-sm">{texts.text}</p>
          {rows.map((row) => (
            <CallCard key={row.caseId} call={row} />
          ))}
        </section>
      )}
    </Loaded>
  );
}
