import { pacs, type Sent, webReceivers } from '@duai/contract';
import { useState } from 'react';
import { call, messageOf } from '../../../lib/api.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { useTrialChange } from '../../../lib/use-change.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { Checkbox } from '../../../ui/forms/choices.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { Input, PasswordInput, Select } from '../../../ui/forms/input.tsx';

type Body = Sent<typeof webReceivers.addWebReceiver, 'body'>;
type SignIn = webReceivers.WebReceiver['signIn'];
const EMPTY = {
  ...{ name: '', url: '', by: 'bearer' as SignIn, signInName: '', secret: '' },
  ...{ sendsWhen: 'at-once' as webReceivers.WebReceiver['sendsWhen'] },
  objects: ['structured-report', 'encapsulated-pdf'] as Body['objects'],
};
type Draft = typeof EMPTY;

function signInOf({ by, signInName: name, secret }: Draft): Body['signIn'] {
  if (by === 'none') return { by };
  return by === 'bearer' ? { by, secret } : { by, name: name.trim(), secret };
}

/** Names an archive that takes results by STOW-RS: where it is, how it lets us in, and what it is sent. */
export function NewWebReceiver({ onClose }: { readonly onClose: () => void }) {
  const { webReceivers: texts, objects } = useWorkTexts().pacs;
  const [draft, setDraft] = useState(EMPTY);
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const save = useTrialChange(
    () =>
      call(webReceivers.addWebReceiver, {
        body: {
          ...{ name: draft.name.trim(), url: draft.url.trim(), signIn: signInOf(draft) },
          ...{ objects: draft.objects, sendsWhen: draft.sendsWhen },
        },
      }),
    texts.added,
    { showsFailure: true },
  );
  const hasName = draft.by === 'basic' || draft.by === 'header';
  const isComplete =
    draft.name.trim() !== '' &&
    URL.canParse(draft.url.trim()) &&
    draft.objects.length > 0 &&
    (draft.by === 'none' || draft.secret !== '') &&
    (!hasName || draft.signInName.trim() !== '');
  return (
    <Dialog isOpen onClose={onClose} title={texts.add} description={texts.addDescription} size="large">
      <Form className="grid gap-4 sm:grid-cols-2" onSubmit={() => save.mutate(undefined, { onSuccess: onClose })}>
        <Field label={texts.name}>
          <Input autoComplete="off" value={draft.name} onChange={(event) => change({ name: event.target.value })} />
        </Field>
        <Field label={texts.url} help={texts.urlHelp}>
          <Input
            type="url"
            autoComplete="off"
            value={draft.url}
            onChange={(event) => change({ url: event.target.value })}
          />
        </Field>
        <Field label={texts.signIn}>
          <Select value={draft.by} onChange={(event) => change({ by: event.target.value as SignIn })}>
            {webReceivers.SIGN_INS.map((by) => (
              <option key={by} value={by}>
                {texts.signIns[by]}
              </option>
            ))}
          </Select>
        </Field>
        {hasName && (
          <Field label={draft.by === 'basic' ? texts.user : texts.header}>
            <Input
              autoComplete="off"
              spellCheck={false}
              value={draft.signInName}
              onChange={(event) => change({ signInName: event.target.value })}
            />
          </Field>
        )}
        {draft.by !== 'none' && (
          <Field label={draft.by === 'basic' ? texts.password : texts.key} help={texts.secretHelp}>
            <PasswordInput
              autoComplete="off"
              value={draft.secret}
              onChange={(event) => change({ secret: event.target.value })}
            />
          </Field>
        )}
        <Field label={texts.when}>
          <Select
            value={draft.sendsWhen}
            onChange={(event) => change({ sendsWhen: event.target.value as Draft['sendsWhen'] })}
          >
            {pacs.RESULT_TIMES.map((time) => (
              <option key={time} value={time}>
                {texts.times[time]}
              </option>
            ))}
          </Select>
        </Field>
        <fieldset className="grid gap-2 sm:col-span-2 sm:grid-cols-2">
          <legend className="mb-2 font-semibold">{texts.what}</legend>
          {pacs.RESULT_OBJECTS.map((object) => (
            <Checkbox
              key={object}
              label={objects[object]}
              checked={draft.objects.includes(object)}
              onChange={({ target }) =>
                change({
                  objects: pacs.RESULT_OBJECTS.filter((each) =>
                    each === object ? target.checked : draft.objects.includes(each),
                  ),
                })
              }
            />
          ))}
        </fieldset>
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
