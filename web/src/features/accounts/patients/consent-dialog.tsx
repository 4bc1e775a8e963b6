import { accounts } from '@duai/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { policyPathIn } from '../../../content/policies.ts';
import { call, messageOf } from '../../../lib/api.ts';
import { useLanguage } from '../../../lib/messages.tsx';
import { renew } from '../../../lib/renewals.ts';
import { showToast } from '../../../lib/toasts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { Checkbox } from '../../../ui/forms/choices.tsx';
import { linkClasses } from '../../../ui/page.tsx';
import { patientKey } from './patient-queries.ts';
import { consentsKey } from './settings/settings-queries.ts';

const DOCUMENTS: Partial<Record<(typeof accounts.CONSENT_PURPOSES)[number], Parameters<typeof policyPathIn>[0]>> = {
  terms: '/terms-of-service',
  privacy: '/privacy-policy',
};

/** Asks for the missing consents, one box for each purpose, none of them pre-ticked. */
export function ConsentDialog({
  missing,
  isOpen,
  onClose,
  purpose,
}: {
  readonly missing: accounts.Patient['missingConsents'];
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** What the patient can do after giving them. */
  readonly purpose: 'new-case' | 'continue';
}) {
  const { language, messages } = useLanguage();
  const texts = messages.accounts.consents;
  const queryClient = useQueryClient();
  const [given, setGiven] = useState<ReadonlySet<string>>(new Set());
  const save = useMutation({
    mutationFn: () =>
      call(accounts.giveConsents, {
        body: {
          consents: missing.map((purpose) => ({ purpose, textVersion: accounts.CONSENT_VERSION, language })),
        },
      }),
    onSuccess: (patient) => {
      queryClient.setQueryData(patientKey, patient);
      void renew(queryClient, consentsKey);
      if (purpose === 'continue') showToast({ tone: 'success', title: texts.savedTitle, description: texts.savedText });
    },
  });
  const readLabel = { terms: messages.accounts.register.readTerms, privacy: messages.accounts.register.readPrivacy };
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={texts.dialogTitle} description={texts.dialogTexts[purpose]}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <div className="grid gap-4">
          {missing.map((purpose) => (
            <Checkbox
              key={purpose}
              label={texts.purposes[purpose]}
              help={
                DOCUMENTS[purpose] && (
                  <a
                    href={policyPathIn(DOCUMENTS[purpose], language)}
                    target="_blank"
                    rel="noreferrer"
                    className={linkClasses}
                  >
                    {readLabel[purpose as keyof typeof readLabel]}
                  </a>
                )
              }
              checked={given.has(purpose)}
              onChange={(event) => {
                const next = new Set(given);
                if (event.target.checked) next.add(purpose);
                else next.delete(purpose);
                setGiven(next);
              }}
            />
          ))}
          {save.isError && (
            <Banner tone="error" title={texts.failedTitle}>
              {messageOf(save.error, messages.interface.noConnection)}
            </Banner>
          )}
        </div>
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            {messages.interface.cancel}
          </Button>
          <Button type="submit" isPending={save.isPending} disabled={missing.some((purpose) => !given.has(purpose))}>
            {texts.submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
