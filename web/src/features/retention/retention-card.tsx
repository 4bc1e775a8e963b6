import { retention } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { formatDay } from '../../lib/formatting.ts';
import { activeLanguage } from '../../lib/language.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { keyOf } from '../../lib/query-keys.ts';
import { useTrialChange } from '../../lib/use-change.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Input, Select } from '../../ui/forms/input.tsx';
import { Loaded } from '../../ui/loaded.tsx';

/** How long studies are kept, and which are about to go. */
export function RetentionCard() {
  const texts = useWorkTexts().portal.retention;
  const kept = useQuery({
    queryKey: keyOf(retention.getRetention),
    queryFn: ({ signal }) => call(retention.getRetention, { signal }),
    staleTime: 0,
  });
  return (
    <Card className="grid gap-4">
      <div className="grid max-w-2xl gap-1">
        <h2 className="text-lg font-semibold">{texts.title}</h2>
        <p className="text-grey-4">{texts.intro({ days: retention.NOTICE_DAYS })}</p>
      </div>
      <Loaded query={kept}>
        {(setting) => (
          <>
            <Going setting={setting} />
            <Setting key={setting.days} setting={setting} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

function Going({ setting: { going, held } }: { readonly setting: retention.Retention }) {
  const texts = useWorkTexts().portal.retention;
  const hold = useTrialChange(() => call(retention.holdEvaluated), texts.wereKept);
  return (
    <>
      {going.studies > 0 && (
        <Banner
          tone="warning"
          title={texts.going({
            studies: going.studies,
            day: going.firstOn ? formatDay(going.firstOn, activeLanguage()) : '–',
          })}
        >
          <p>{texts.goingHint}</p>
          {going.inEvaluation > 0 && (
            <div className="mt-2 flex flex-wrap items-center gap-3">
              <p>{texts.inEvaluation({ studies: going.inEvaluation })}</p>
              <Button
                size="small"
                variant="secondary"
                isPending={hold.isPending}
                onClick={() => hold.mutate(undefined)}
              >
                {texts.keepThese}
              </Button>
            </div>
          )}
        </Banner>
      )}
      {held > 0 && <p className="text-sm text-grey-4">{texts.held({ studies: held })}</p>}
    </>
  );
}

function Setting({ setting: { days } }: { readonly setting: retention.Retention }) {
  const texts = useWorkTexts().portal.retention;
  const [isLimited, setIsLimited] = useState(days !== null);
  const [entered, setEntered] = useState(days === null ? '' : String(days));
  const save = useTrialChange(
    (wish: number | null) => call(retention.setRetention, { body: { days: wish } }),
    texts.saved,
    { showsFailure: true },
  );
  const wish = isLimited ? Number(entered) : null;
  const isWrong =
    wish !== null &&
    (!/^\d+$/.test(entered.trim()) || wish < retention.LEAST_KEPT_DAYS || wish > retention.MOST_KEPT_DAYS);
  const range = texts.range({ least: retention.LEAST_KEPT_DAYS, most: retention.MOST_KEPT_DAYS });
  return (
    <div className="grid items-end gap-4 sm:grid-cols-[repeat(2,minmax(0,18rem))]">
      <Field label={texts.rule}>
        <Select value={isLimited ? 'days' : 'always'} onChange={({ target }) => setIsLimited(target.value === 'days')}>
          <option value="always">{texts.always}</option>
          <option value="days">{texts.forDays}</option>
        </Select>
      </Field>
      {isLimited && (
        <Field label={texts.days} help={range} error={entered !== '' && isWrong ? range : undefined}>
          <Input inputMode="numeric" value={entered} onChange={({ target }) => setEntered(target.value)} />
        </Field>
      )}
      <div className="sm:col-span-2">
        {save.isError && <Banner tone="error" title={messageOf(save.error, texts.notSaved)} />}
        {wish === null || isWrong || wish === days ? (
          <Button
            size="small"
            disabled={wish !== null || days === null}
            isPending={save.isPending}
            onClick={() => save.mutate(null)}
          >
            {texts.save}
          </Button>
        ) : (
          <ConfirmButton
            label={texts.save}
            accessibleLabel={texts.save}
            title={texts.confirmTitle({ days: wish })}
            consequence={texts.confirmConsequence({ days: retention.NOTICE_DAYS })}
            isPending={save.isPending}
            onConfirm={() => save.mutate(wish)}
          />
        )}
      </div>
    </div>
  );
}
