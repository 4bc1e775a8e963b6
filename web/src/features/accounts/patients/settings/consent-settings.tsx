import { accountSettings, type accounts } from '@duai/contract';
import { useState } from 'react';
import { call } from '../../../../lib/api.ts';
import { formatDateTime } from '../../../../lib/formatting.ts';
import { useLanguage } from '../../../../lib/messages.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../../ui/dialog.tsx';
import { SectionCard } from '../../../../ui/section-card.tsx';
import { Skeleton } from '../../../../ui/spinner.tsx';
import { ConsentRequired } from '../consent-required.tsx';
import { SettingsError } from './settings-error.tsx';
import { useConsents, usePatientChange } from './settings-queries.ts';

/** Consents that can be withdrawn (KVKK Art. 11, GDPR Art. 7(3)); information texts are only read. */
const WITHDRAWABLE = ['health-data', 'ai-analysis'] as const;
type Withdrawable = (typeof WITHDRAWABLE)[number];
const isWithdrawable = (purpose: string): purpose is Withdrawable => WITHDRAWABLE.some((each) => each === purpose);

/** The texts agreed to, when and in which version; explicit consents can be withdrawn. */
export function ConsentSettings({ missing }: { readonly missing: accounts.Patient['missingConsents'] }) {
  const { language, messages } = useLanguage();
  const texts = messages.settings.consents;
  const list = useConsents();
  const [asked, setAsked] = useState<Withdrawable | null>(null);
  const withdraw = usePatientChange(
    (purpose: Withdrawable) => call(accountSettings.withdrawConsent, { params: { purpose } }),
    { doneTitle: texts.withdrawnTitle, onDone: () => setAsked(null) },
  );
  const timeOf = (time: string) => formatDateTime(time, language);
  return (
    <SectionCard heading={texts.heading}>
      <ConsentRequired missing={missing} />
      {list.isPending && <Skeleton className="h-14 w-full" />}
      <SettingsError error={list.error} />
      {list.data?.length === 0 && <p className="text-grey-4">{texts.none}</p>}
      {list.data && list.data.length > 0 && (
        <ul className="grid divide-y divide-grey-2">
          {list.data.map(({ purpose, textVersion, givenAt, withdrawnAt }) => (
            <li key={`${purpose} ${givenAt}`} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
              <div className="min-w-0 flex-1 basis-60">
                <p className="font-semibold">{texts.names[purpose]}</p>
                <p className="text-[0.9em] text-grey-4">
                  {texts.given({ time: timeOf(givenAt), version: unbroken(textVersion) })}
                </p>
                {withdrawnAt && <p className="text-[0.9em]">{texts.withdrawnAt({ time: timeOf(withdrawnAt) })}</p>}
              </div>
              {isWithdrawable(purpose) && !withdrawnAt && (
                <Button
                  variant="secondary"
                  size="small"
                  aria-label={texts.withdrawOf({ purpose: texts.names[purpose] })}
                  onClick={() => setAsked(purpose)}
                >
                  {texts.withdraw}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <Dialog
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        title={texts.confirmTitle}
        description={texts.confirmText}
        size="small"
      >
        <SettingsError error={withdraw.error} />
        <DialogActions>
          <Button variant="secondary" onClick={() => setAsked(null)}>
            {messages.interface.cancel}
          </Button>
          <Button variant="danger" isPending={withdraw.isPending} onClick={() => asked && withdraw.mutate(asked)}>
            {texts.withdraw}
          </Button>
        </DialogActions>
      </Dialog>
    </SectionCard>
  );
}

/** Uses non-breaking hyphens, so that the date in a version is not split across lines. */
const unbroken = (version: string): string => version.replaceAll('-', '\u2011');
