import { hl7 } from '@duai/contract';
import { useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { useTrialChange } from '../../lib/use-change.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Checkbox } from '../../ui/forms/choices.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { Input, Select, Textarea } from '../../ui/forms/input.tsx';

const EMPTY = {
  ...{ name: '', host: '', port: '', transport: 'tls' as hl7.Hl7Receiver['transport'] },
  ...{ certificate: '', application: '', facility: '', hasDocument: true },
};

/** Names a record system: where it listens, and how it wants to be named. */
export function NewHl7Receiver({ onClose }: { readonly onClose: () => void }) {
  const texts = useWorkTexts().records.hl7;
  const [draft, setDraft] = useState(EMPTY);
  const change = (part: Partial<typeof EMPTY>) => setDraft({ ...draft, ...part });
  const isTls = draft.transport === 'tls';
  const certificate = draft.certificate.trim();
  const save = useTrialChange(
    () =>
      call(hl7.addHl7Receiver, {
        body: {
          ...{ name: draft.name.trim(), host: draft.host.trim(), port: Number(draft.port) },
          ...{ transport: draft.transport, hasDocument: draft.hasDocument },
          ...{ application: draft.application.trim(), facility: draft.facility.trim() },
          ...(isTls && certificate !== '' && { certificate }),
        },
      }),
    texts.added,
    { showsFailure: true },
  );
  const isComplete = draft.name.trim() !== '' && draft.host.trim() !== '' && /^\d{1,5}$/.test(draft.port);
  return (
    <Dialog isOpen onClose={onClose} title={texts.add} description={texts.addDescription} size="large">
      <Form className="grid gap-4 sm:grid-cols-2" onSubmit={() => save.mutate(undefined, { onSuccess: onClose })}>
        <Field label={texts.name} help={texts.nameHelp}>
          <Input autoComplete="off" value={draft.name} onChange={(event) => change({ name: event.target.value })} />
        </Field>
        <Field label={texts.transport} help={texts.transportHelp}>
          <Select
            value={draft.transport}
            onChange={(event) => change({ transport: event.target.value === 'plain' ? 'plain' : 'tls' })}
          >
            <option value="tls">{texts.tls}</option>
            <option value="plain">{texts.plain}</option>
          </Select>
        </Field>
        <Field label={texts.host} help={texts.hostHelp}>
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
        <Field label={texts.applicationLabel} help={texts.applicationHelp} isOptional>
          <Input
            autoComplete="off"
            maxLength={20}
            value={draft.application}
            onChange={(event) => change({ application: event.target.value })}
          />
        </Field>
        <Field label={texts.facilityLabel} help={texts.facilityHelp} isOptional>
          <Input
            autoComplete="off"
            maxLength={20}
            value={draft.facility}
            onChange={(event) => change({ facility: event.target.value })}
          />
        </Field>
        {isTls && (
          <Field label={texts.certificate} help={texts.certificateHelp} isOptional className="sm:col-span-2">
            <Textarea
              rows={5}
              spellCheck={false}
              className="font-mono text-sm"
              value={draft.certificate}
              onChange={(event) => change({ certificate: event.target.value })}
            />
          </Field>
        )}
        <Checkbox
          className="sm:col-span-2"
          label={texts.document}
          help={texts.documentHelp}
          checked={draft.hasDocument}
          onChange={(event) => change({ hasDocument: event.target.checked })}
        />
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
