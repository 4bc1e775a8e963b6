import { retention } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { formatDay } from '../../lib/formatting.ts';
import { activeLanguage } from '../../lib/language.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { keyOf } from '../../lib/query-keys.ts';
import { useTrialChange } from '../../lib/use-change.ts';
import { Button } from '../../ui/button.tsx';

/** When a study goes by the setting of its institution, and the way to keep it. Nothing where studies stay. */
export function KeepStudy({ scanId }: { readonly scanId: string }) {
  const texts = useWorkTexts().portal.retention;
  const params = { scanId };
  const kept = useQuery({
    queryKey: keyOf(retention.getScanRetention, { params }),
    queryFn: ({ signal }) => call(retention.getScanRetention, { params, signal }),
  });
  const hold = useTrialChange((isHeld: boolean) => call(retention.holdScan, { params, body: { isHeld } }));
  if (!kept.data || (!kept.data.isHeld && kept.data.goesOn === null)) return null;
  const { isHeld, goesOn } = kept.data;
  return (
    <p className="flex flex-wrap items-center gap-3 text-sm text-grey-4">
      {goesOn === null ? texts.isKept : texts.goesOn({ day: formatDay(goesOn, activeLanguage()) })}
      <Button size="small" variant="quiet" isPending={hold.isPending} onClick={() => hold.mutate(!isHeld)}>
        {isHeld ? texts.release : texts.keep}
      </Button>
    </p>
  );
}
