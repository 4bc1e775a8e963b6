import { criticalCalls } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { keyOf } from '../../lib/query-keys.ts';
import { Button } from '../../ui/button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { CallCard } from './call-card.tsx';

/** For radiologists: how the patient is reached, once it is asked for. */
export function CallPatient({ caseId }: { readonly caseId: string }) {
  const texts = useWorkTexts().reporting.criticalCalls;
  const [isAsked, setIsAsked] = useState(false);
  const params = { caseId };
  const found = useQuery({
    queryKey: keyOf(criticalCalls.getCall, { params }),
    queryFn: () => call(criticalCalls.getCall, { params }),
    enabled: isAsked,
    staleTime: 0,
  });
  if (!isAsked)
    return (
      <Button variant="secondary" size="small" className="justify-self-start" onClick={() => setIsAsked(true)}>
        {texts.show}
      </Button>
    );
  return <Loaded query={found}>{(shown) => <CallCard call={shown} />}</Loaded>;
}
