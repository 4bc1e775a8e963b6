import type { accounts } from '@duai/contract';
import { useState } from 'react';
import { useWorkTexts } from '../../../../lib/messages.tsx';
import { showToast } from '../../../../lib/toasts.ts';
import { Banner } from '../../../../ui/banner.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../../ui/dialog.tsx';
import { Checkbox } from '../../../../ui/forms/choices.tsx';
import { Form } from '../../../../ui/forms/form.tsx';
import type { ReadingActions } from '../../reading-queries.ts';
import { canSignAgain } from './signature-failures.ts';
import { SignatureFields, useSignatureFields } from './signature-fields.tsx';

interface SignDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly version: number;
  readonly credentials: accounts.Credentials;
  readonly acknowledgedDifferences: string[];
  readonly actions: ReadingActions;
}

/** The last step: what the signature means, and the name and credentials that it is given under. */
export function SignDialog(props: SignDialogProps) {
  const texts = useWorkTexts().readings.report;
  // Stays when a refusal closes the dialog: who opens it again has said it once.
  const [isCritical, setIsCritical] = useState(false);
  return (
    <Dialog isOpen={props.isOpen} onClose={props.onClose} title={texts.signTitle}>
      {props.isOpen && <SignForm {...props} isCritical={isCritical} onCritical={setIsCritical} />}
    </Dialog>
  );
}

function SignForm({
  onClose,
  version: shown,
  credentials: { title, registrationNumber },
  acknowledgedDifferences,
  actions,
  isCritical,
  onCritical,
}: SignDialogProps & { readonly isCritical: boolean; readonly onCritical: (isCritical: boolean) => void }) {
  const texts = useWorkTexts().readings.report;
  const { critical } = useWorkTexts().reporting;
  const fields = useSignatureFields();
  /** What was to be read before the dialog opened: no other window, nor a word that is still being recognised, changes what is signed. */
  const [version] = useState(shown);
  const sign = () =>
    actions.sign.mutate(
      { version, acknowledgedDifferences, isCritical, confirmation: fields.confirmation },
      {
        onSuccess: () => {
          showToast({ title: texts.signedTitle, description: texts.signedText, tone: 'success' });
          onClose();
        },
        onError: (error) => {
          if (canSignAgain(error)) fields.fail(error);
          else onClose();
        },
      },
    );
  return (
    <Form onSubmit={sign} className="grid gap-4">
      <p>{texts.signText}</p>
      {title && registrationNumber ? (
        <p className="text-grey-4">{texts.credentials({ title, number: registrationNumber })}</p>
      ) : (
        <Banner tone="warning" title={texts.noCredentialsTitle}>
          {texts.noCredentials}
        </Banner>
      )}
      <Checkbox
        label={critical.mark}
        help={critical.markHelp}
        checked={isCritical}
        onChange={({ target }) => onCritical(target.checked)}
      />
      <SignatureFields {...fields} />
      <DialogActions>
        <Button type="button" variant="secondary" onClick={onClose}>
          {texts.back}
        </Button>
        <Button type="submit" disabled={!fields.isTyped} isPending={actions.sign.isPending}>
          {texts.signNow}
        </Button>
      </DialogActions>
    </Form>
  );
}
