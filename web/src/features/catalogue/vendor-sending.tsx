import { catalogue } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { keyOf } from '../../lib/query-keys.ts';
import { useTrialChange } from '../../lib/use-change.ts';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/forms/choices.tsx';
import { Loaded } from '../../ui/loaded.tsx';

/** Whether personal details are removed before images are sent to vendors' systems. */
export function VendorSending() {
  const texts = useWorkTexts().portal.models;
  const sending = useQuery({
    queryKey: keyOf(catalogue.getVendorSending),
    queryFn: ({ signal }) => call(catalogue.getVendorSending, { signal }),
  });
  const change = useTrialChange((isDeidentified: boolean) =>
    call(catalogue.setVendorSending, { body: { isDeidentified } }),
  );
  return (
    <Card>
      <Loaded query={sending}>
        {({ isDeidentified }) => (
          <Checkbox
            label={texts.removeDetailsBeforeSending}
            help={texts.removeDetailsBeforeSendingHelp}
            checked={change.isPending ? change.variables : isDeidentified}
            disabled={change.isPending}
            onChange={(event) => change.mutate(event.target.checked)}
          />
        )}
      </Loaded>
    </Card>
  );
}
