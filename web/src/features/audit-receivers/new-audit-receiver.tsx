import { auditReceivers } from '@duai/contract';
import { useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { useChange } from '../../lib/use-change.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { Input, Select, Textarea } from '../../ui/forms/input.tsx';
import { ALL_RECEIVERS, callsOf, type Owner } from './calls.ts';

const EMPTY = {
  ...{ name: '', host: '', port: '6514', certificate: '' },
  format: 'dicom' as auditReceivers.AuditReceiver['format'],
};

/** Names a receiver: where it listens, and in which words it is told. */
export function NewAuditReceiver({ owner, onClose }: { readonly owner: Owner; readonly onClose: () => void }) {
  const texts = useWorkTexts().records.audit;
  const [draft, setDraft] = useState(EMPTY);
  const change = (part: Partial<typeof EMPTY>) => setDraft({ ...draft, ...part });
  const certificate = draft.certificate.trim();
  const save = useChange(
    ALL_RECEIVERS,
    () =>
      call(callsOf(owner).add, {
        body: {
          ...{ name: draft.name.trim(), host: draft.host.trim(), port: Number(draft.port), format: draft.format },
          ...(certificate !== '' && { certificate }),
        },
      }),
    texts.added,
    { showsFailure: true },
  );
  const isComplete = draft.name.trim() !== '' && draft.host.trim() !== '' && /^\d{1,5}$/.test(draft.port);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={texts.add}
      description={owner === 'operator' ? undefined : texts.addDescription}
      size="large"
    >
      <Form className="grid gap-4 sm:grid-cols-2" onSubmit={() => save.mutate(undefined, { onSuccess: onClose })}>
        <Field label={texts.name}>
          <Input autoComplete="off" value={draft.name} onChange={(event) => change({ name: event.target.value })} />
        </Field>
        <Field label={texts.format}>
          <Select
            value={draft.format}
            onChange={(event) => change({ format: event.target.value === 'fhir' ? 'fhir' : 'dicom' })}
          >
            {auditReceivers.AUDIT_FORMATS.map((format) => (
              <option key={format} value={format}>
                {texts.formats[format]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={texts.host}>
          <Input autoComplete="off" value={draft.host} onChange={(event) => change({ host: event.target.value })} />
        </Field>
        <Field label={texts.port} help={texts.portHelp}>
          <Input
            inputMode="numeric"
            autoComplete="off"
            value={draft.port}
            onChange={(event) => change({ port: event.target.value })}
          />
        </Field>
        <Field label={texts.certificate} help={texts.certificateHelp} isOptional className="sm:col-span-2">
          <Textarea
            rows={5}
            spellCheck={false}
            className="font-mono text-sm"
            value={draft.certificate}
            onChange={(event) => change({ certificate: event.target.value })}
          />
        </Field>
        <div className="sm:col-span-2">
          {save.isError && <Banner tone="error" title={messageOf(save.error, texts.notAdded)} />}
          <DialogActions>
            <Button variant="secondary" onClick={onClose}>
              {texts.cancel}
            </Button>
            <Button type="submit" disabled={!isComplete} isPending={save.isPending}>
              {texts.add}
            </Button>
          </DialogActions>
        </div>
      </Form>
    </Dialog>
  );
}
