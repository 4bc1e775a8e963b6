import { pacs, type Sent } from '@duai/contract';
import { useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { IN_WORKBENCH } from '../../lib/renewals.ts';
import { useTrialChange } from '../../lib/use-change.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { Input, Select, Textarea } from '../../ui/forms/input.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { ConnectionTest } from './connection-test.tsx';

const DIRECTIONS = ['both', 'sends', 'receives'] as const;
type Direction = (typeof DIRECTIONS)[number];
const EMPTY = {
  name: '',
  aeTitle: '',
  purpose: 'archive' as pacs.PacsPeer['purpose'],
  direction: 'both' as Direction,
  transport: 'tls' as pacs.PacsPeer['transport'],
  host: '',
  port: '',
  address: '',
  certificate: '',
};
type Draft = typeof EMPTY;

/** What is known of a system; its certificate is not shown again, and stays where none is entered. */
const draftOf = (node: pacs.PacsPeer): Draft => ({
  ...{ name: node.name, aeTitle: node.aeTitle, purpose: node.purpose, direction: directionOf(node) },
  ...{ transport: node.transport, host: node.host ?? '', port: node.port === null ? '' : String(node.port) },
  ...{ address: node.address ?? '', certificate: '' },
});

export const directionOf = ({ sends, host }: pacs.PacsPeer): Direction =>
  host === null ? 'sends' : sends ? 'both' : 'receives';

const identificationOf = ({ transport, certificate, address }: Draft) =>
  transport === 'tls' ? { transport, certificate: certificate.trim() } : { transport, address: address.trim() };

const bodyOf = (draft: Draft): Sent<typeof pacs.addPacsNode, 'body'> => ({
  name: draft.name.trim(),
  aeTitle: draft.aeTitle.trim(),
  purpose: draft.purpose,
  sends: draft.direction !== 'receives',
  identification: identificationOf(draft),
  ...(draft.direction !== 'sends' && { destination: { host: draft.host.trim(), port: Number(draft.port) } }),
});

/** A certificate that was entered before stays, where none is entered now. */
const keepsCertificate = (known: pacs.PacsPeer | undefined, draft: Draft): boolean =>
  known?.transport === 'tls' && draft.transport === 'tls' && draft.certificate.trim() === '';

function saved(known: pacs.PacsPeer | undefined, draft: Draft): Promise<pacs.PacsPeer> {
  const body = bodyOf(draft);
  if (!known) return call(pacs.addPacsNode, { body });
  const { identification, ...rest } = body;
  return call(pacs.changePacsNode, {
    params: { peerId: known.id },
    body: keepsCertificate(known, draft) ? rest : { ...rest, identification },
  });
}

/**
 * Asks for a system of the institution, or for changes of one that is known, in three steps: who it is, how it is reached, and
 * whether that works.
 */
export function NodeWizard({
  ownTitle,
  known,
  onClose,
}: {
  readonly ownTitle: string;
  readonly known?: pacs.PacsPeer;
  readonly onClose: () => void;
}) {
  const texts = useWorkTexts().pacs.wizard;
  const [draft, setDraft] = useState(known ? draftOf(known) : EMPTY);
  const [step, setStep] = useState(1);
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const save = useTrialChange(() => saved(known, draft), undefined, { showsFailure: true });
  const node = save.data;
  return (
    <Dialog isOpen onClose={onClose} title={known ? texts.changeTitle({ name: known.name }) : texts.title} size="large">
      <div className="grid gap-6">
        <Stepper label={texts.label} steps={[texts.who, texts.how, texts.check]} current={node ? 3 : step} />
        {node ? (
          <NodeSaved node={node} ownTitle={ownTitle} onClose={onClose} />
        ) : step === 1 ? (
          <Who draft={draft} change={change} onDone={() => setStep(2)} />
        ) : (
          <How
            known={known}
            draft={draft}
            change={change}
            isPending={save.isPending}
            failure={save.isError ? messageOf(save.error, texts.title) : undefined}
            onBack={() => setStep(1)}
            onDone={() => save.mutate(undefined)}
          />
        )}
      </div>
    </Dialog>
  );
}

interface StepProps {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  readonly onDone: () => void;
}

function Who({ draft, change, onDone }: StepProps) {
  const { wizard: texts, purposes, directions } = useWorkTexts().pacs;
  return (
    <Form className="grid gap-4 sm:grid-cols-2" onSubmit={onDone}>
      <Field label={texts.name} help={texts.nameHelp}>
        <Input autoComplete="off" value={draft.name} onChange={(event) => change({ name: event.target.value })} />
      </Field>
      <Field label={texts.aeTitle} help={texts.aeTitleHelp}>
        <Input
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={16}
          className="font-mono"
          value={draft.aeTitle}
          onChange={(event) => change({ aeTitle: event.target.value })}
        />
      </Field>
      <Field label={texts.purpose}>
        <Select value={draft.purpose} onChange={(event) => change({ purpose: event.target.value as Draft['purpose'] })}>
          {pacs.PACS_PURPOSES.map((purpose) => (
            <option key={purpose} value={purpose}>
              {purposes[purpose]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={texts.direction}>
        <Select value={draft.direction} onChange={(event) => change({ direction: event.target.value as Direction })}>
          {DIRECTIONS.map((direction) => (
            <option key={direction} value={direction}>
              {directions[direction]}
            </option>
          ))}
        </Select>
      </Field>
      <div className="sm:col-span-2">
        <DialogActions>
          <Button type="submit" disabled={draft.name.trim() === '' || draft.aeTitle.trim() === ''}>
            {texts.next}
          </Button>
        </DialogActions>
      </div>
    </Form>
  );
}

function How({
  known,
  draft,
  change,
  isPending,
  failure,
  onBack,
  onDone,
}: StepProps & {
  readonly known: pacs.PacsPeer | undefined;
  readonly isPending: boolean;
  readonly failure: string | undefined;
  readonly onBack: () => void;
}) {
  const texts = useWorkTexts().pacs.wizard;
  const isCalled = draft.direction !== 'sends';
  const isTls = draft.transport === 'tls';
  const isComplete =
    (!isCalled || (draft.host.trim() !== '' && /^\d{1,5}$/.test(draft.port))) &&
    (isTls ? draft.certificate.trim() !== '' || keepsCertificate(known, draft) : draft.address.trim() !== '');
  return (
    <Form className="grid gap-4 sm:grid-cols-2" onSubmit={onDone}>
      <Field label={texts.transport} className="sm:col-span-2">
        <Select
          value={draft.transport}
          onChange={(event) => change({ transport: event.target.value as Draft['transport'] })}
        >
          <option value="tls">{texts.transportTls}</option>
          <option value="plain">{texts.transportPlain}</option>
        </Select>
      </Field>
      {isCalled && (
        <>
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
        </>
      )}
      {isTls ? (
        <Field
          label={texts.certificate}
          help={known?.transport === 'tls' ? texts.certificateStays : texts.certificateHelp}
          className="sm:col-span-2"
        >
          <Textarea
            rows={6}
            spellCheck={false}
            className="font-mono text-sm"
            value={draft.certificate}
            onChange={(event) => change({ certificate: event.target.value })}
          />
        </Field>
      ) : (
        <Field label={texts.callsFrom} help={texts.callsFromHelp} className="sm:col-span-2">
          <Input
            autoComplete="off"
            value={draft.address}
            onChange={(event) => change({ address: event.target.value })}
          />
        </Field>
      )}
      <div className="sm:col-span-2">
        {known?.isOpen && <p className="text-sm text-grey-4">{texts.changeCloses}</p>}
        {failure && <Banner tone="error" title={failure} />}
        <DialogActions>
          <Button variant="secondary" onClick={onBack}>
            {texts.back}
          </Button>
          <Button type="submit" disabled={!isComplete} isPending={isPending}>
            {texts.save}
          </Button>
        </DialogActions>
      </div>
    </Form>
  );
}

function NodeSaved({
  node,
  ownTitle,
  onClose,
}: {
  readonly node: pacs.PacsPeer;
  readonly ownTitle: string;
  readonly onClose: () => void;
}) {
  const { wizard, test } = useWorkTexts().pacs;
  return (
    <div className="grid gap-4">
      <p className="text-grey-4">{test.description}</p>
      <ConnectionTest
        node={node}
        ownTitle={ownTitle}
        renews={IN_WORKBENCH}
        test={(body) => call(pacs.testPacsNode, { params: { peerId: node.id }, body })}
      />
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {wizard.later}
        </Button>
      </DialogActions>
    </div>
  );
}
