import { patientCorrections as contract } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { UserPen } from 'lucide-react';
import { useState } from 'react';
import { call, messageOf } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/formatting.ts';
import { activeLanguage } from '../../../lib/language.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { keyOf } from '../../../lib/query-keys.ts';
import { IN_WORKBENCH } from '../../../lib/renewals.ts';
import { useChange } from '../../../lib/use-change.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { Input, Select, Textarea } from '../../../ui/forms/input.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Cell, Table, TableHead } from '../../../ui/table.tsx';

const ENDPOINTS = {
  admin: { read: contract.getPatientOfScan, correct: contract.correctPatientOfScan },
  operator: { read: contract.getPatientOfAnyScan, correct: contract.correctPatientOfAnyScan },
} as const;
type Who = keyof typeof ENDPOINTS;

/** Opens whom a study names, and its correction. The identity is read only when somebody opens this. */
export function StudyPatient({ scanId }: { readonly scanId: string }) {
  const texts = useWorkTexts().scans.patient;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" variant="quiet" onClick={() => setOpen(true)}>
        <UserPen aria-hidden className="size-4" />
        {texts.open}
      </Button>
      {isOpen && <PatientDialog scanId={scanId} who="admin" onClose={() => setOpen(false)} />}
    </>
  );
}

export function PatientDialog({
  scanId,
  who,
  onClose,
}: {
  readonly scanId: string;
  readonly who: Who;
  readonly onClose: () => void;
}) {
  const texts = useWorkTexts().scans.patient;
  const { read } = ENDPOINTS[who];
  const params = { scanId };
  const query = useQuery({
    queryKey: keyOf(read, { params }),
    queryFn: ({ signal }) => call(read, { params, signal }),
    staleTime: 0,
  });
  return (
    <Dialog isOpen onClose={onClose} title={texts.title} size="large">
      <Loaded query={query}>
        {(patient) => <Patient key={patient.corrections[0]?.id} scanId={scanId} who={who} patient={patient} />}
      </Loaded>
    </Dialog>
  );
}

interface PatientProps {
  readonly scanId: string;
  readonly who: Who;
  readonly patient: contract.PatientOfScan;
}

function Patient({ scanId, who, patient }: PatientProps) {
  const texts = useWorkTexts().scans.patient;
  const { told, written, corrections, toldBefore, hasOlderResults, isPseudonymous } = patient;
  return (
    <div className="grid grid-cols-1 gap-6">
      {hasOlderResults && (
        <Banner tone="warning" title={texts.olderResults}>
          {texts.olderResultsHint}
        </Banner>
      )}
      {!told && written.length > 1 && (
        <Banner tone="warning" title={texts.several}>
          {texts.severalHint}
        </Banner>
      )}
      <People
        caption={texts.people}
        rows={[
          ...(told ? [{ label: texts.told, person: told }] : []),
          ...(corrections.length > 0 || !told ? written.map((person) => ({ label: texts.written, person })) : []),
        ]}
      />
      {isPseudonymous ? (
        <p className="max-w-2xl text-grey-4">{texts.pseudonymous}</p>
      ) : (
        <CorrectionForm scanId={scanId} who={who} patient={patient} />
      )}
      {toldBefore.length > 0 && <ToldBefore rows={toldBefore} />}
      {corrections.length > 0 && <History rows={corrections} />}
    </div>
  );
}

function People({
  caption,
  rows,
}: {
  readonly caption: string;
  readonly rows: readonly { label: string; person: contract.ToldPatient }[];
}) {
  const texts = useWorkTexts().scans.patient;
  return (
    <Table caption={caption}>
      <TableHead
        headings={[
          texts.source,
          texts.name,
          [texts.patientId, 'max-sm:hidden'],
          [texts.birthDate, 'max-sm:hidden'],
          [texts.sex, 'max-sm:hidden'],
        ]}
      />
      <tbody>
        {rows.map(({ label, person }) => (
          <tr key={`${label} ${JSON.stringify(person)}`}>
            <Cell>{label}</Cell>
            <Cell>
              <span className="font-semibold break-words">{person.name ?? '–'}</span>
              <span className="block break-all sm:hidden">{person.patientId ?? '–'}</span>
              <span className="block text-grey-4 sm:hidden">
                {[dayText(person), sexText(person, texts.sexes)].join(' · ')}
              </span>
            </Cell>
            <Cell className="break-all max-sm:hidden">{person.patientId ?? '–'}</Cell>
            <Cell className="max-sm:hidden">{dayText(person)}</Cell>
            <Cell className="max-sm:hidden">{sexText(person, texts.sexes)}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** YYYY-MM-DD of a day as DICOM writes it. */
const dayOf = (text: string | null): string | undefined => {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(text ?? '') ?? [];
  return year && `${year}-${month}-${day}`;
};
const dayText = ({ birthDate }: contract.ToldPatient): string => dayOf(birthDate) ?? birthDate ?? '–';
const sexOf = (text: string | null) => contract.SEXES.find((sex) => sex === text) ?? null;
/** The word for it; what is none of the standard's codes is shown as it came. */
function sexText(
  { sex }: contract.ToldPatient,
  words: Readonly<Record<(typeof contract.SEXES)[number], string>>,
): string {
  const known = sexOf(sex);
  return known ? words[known] : (sex ?? '–');
}

function CorrectionForm({ scanId, who, patient }: PatientProps) {
  const texts = useWorkTexts().scans.patient;
  const { told } = patient;
  const [draft, setDraft] = useState({
    ...{ patientId: told?.patientId ?? '', name: told?.name ?? '', birthDate: dayOf(told?.birthDate ?? null) ?? '' },
    ...{ sex: sexOf(told?.sex ?? null) ?? '', reason: '' },
  });
  const change = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part });
  const params = { scanId };
  const { read, correct } = ENDPOINTS[who];
  const save = useChange(
    who === 'admin' ? IN_WORKBENCH : read,
    () =>
      call(correct, {
        params,
        body: {
          ...{ name: draft.name, patientId: draft.patientId, reason: draft.reason },
          ...{ birthDate: draft.birthDate || null, sex: sexOf(draft.sex) },
          seen: patient.corrections[0]?.id ?? null,
        },
      }),
    texts.saved,
    { showsFailure: true },
  );
  const find = useChange(
    read,
    () => call(contract.findPatientById, { body: { patientId: draft.patientId } }),
    undefined,
    { showsFailure: true },
  );
  const take = async () => {
    const { patient: found } = await find.mutateAsync(undefined);
    if (found) change({ name: found.name ?? '', birthDate: dayOf(found.birthDate) ?? '', sex: sexOf(found.sex) ?? '' });
  };
  const isComplete = draft.name.trim() !== '' && draft.patientId.trim() !== '' && draft.reason.trim() !== '';
  return (
    <Form className="grid gap-4 sm:grid-cols-2" onSubmit={() => isComplete && save.mutate(undefined)}>
      <p className="max-w-2xl text-sm text-grey-4 sm:col-span-2">{texts.intro}</p>
      <Field label={texts.patientId} help={texts.patientIdHelp}>
        <Input
          value={draft.patientId}
          maxLength={64}
          autoComplete="off"
          onChange={(event) => change({ patientId: event.target.value })}
        />
      </Field>
      {who === 'admin' && (
        <div className="flex flex-wrap items-end gap-3">
          <Button
            variant="secondary"
            isPending={find.isPending}
            disabled={draft.patientId.trim() === ''}
            onClick={() => void take().catch(() => undefined)}
          >
            {texts.find}
          </Button>
          <p role="status" className="text-sm text-grey-4">
            {find.isError
              ? messageOf(find.error, texts.notFound)
              : find.data && (find.data.patient ? texts.found : texts.notFound)}
          </p>
        </div>
      )}
      <Field label={texts.name} help={texts.nameHelp} className="sm:col-span-2">
        <Input
          value={draft.name}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => change({ name: event.target.value })}
        />
      </Field>
      <Field label={texts.birthDate} isOptional>
        <Input type="date" value={draft.birthDate} onChange={(event) => change({ birthDate: event.target.value })} />
      </Field>
      <Field label={texts.sex} isOptional>
        <Select value={draft.sex} onChange={(event) => change({ sex: sexOf(event.target.value) ?? '' })}>
          <option value="">{texts.unknown}</option>
          {contract.SEXES.map((sex) => (
            <option key={sex} value={sex}>
              {texts.sexes[sex]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={texts.reason} help={texts.reasonHelp} className="sm:col-span-2">
        <Textarea rows={2} value={draft.reason} onChange={(event) => change({ reason: event.target.value })} />
      </Field>
      {save.isError && (
        <div className="sm:col-span-2">
          <Banner tone="error" title={texts.notSaved}>
            {messageOf(save.error, texts.notSaved)}
          </Banner>
        </div>
      )}
      <div className="sm:col-span-2">
        <DialogActions>
          <Button type="submit" isPending={save.isPending} disabled={!isComplete}>
            {texts.save}
          </Button>
        </DialogActions>
      </div>
    </Form>
  );
}

function ToldBefore({ rows }: { readonly rows: contract.PatientOfScan['toldBefore'] }) {
  const { scans, pacs } = useWorkTexts();
  const texts = scans.patient;
  const objects: Readonly<Record<string, string>> = { ...pacs.objects, images: texts.images, message: texts.message };
  const content = (object: string, times: number) => (
    <>
      {objects[object] ?? texts.exported}
      {times > 1 && <span className="text-grey-4"> × {times}</span>}
    </>
  );
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">{texts.left}</h3>
      <p className="max-w-2xl text-sm text-grey-4">{texts.leftHint}</p>
      <Table caption={texts.left} className="max-h-72">
        <TableHead headings={[texts.time, texts.way, texts.receiver, [texts.what, 'max-sm:hidden']]} />
        <tbody>
          {rows.map(({ at, way, receiver, object, times }) => (
            <tr key={`${at} ${way} ${receiver} ${object}`}>
              <Cell>{formatDateTime(at, activeLanguage())}</Cell>
              <Cell>
                {texts.ways[way]}
                <span className="block sm:hidden">{content(object, times)}</span>
              </Cell>
              <Cell className="break-all">{receiver || '–'}</Cell>
              <Cell className="max-sm:hidden">{content(object, times)}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

function History({ rows }: { readonly rows: contract.PatientOfScan['corrections'] }) {
  const texts = useWorkTexts().scans.patient;
  const said = (person: contract.ToldPatient | null) =>
    person === null
      ? texts.several
      : [person.name ?? '–', person.patientId ?? '–', dayText(person), sexText(person, texts.sexes)].join(' · ');
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">{texts.history}</h3>
      <ol className="grid gap-3">
        {rows.map(({ id, at, by, reason, former, patient }) => (
          <li key={id} className="rounded border border-grey-2 px-4 py-3">
            <p className="text-sm text-grey-4">
              {formatDateTime(at, activeLanguage())} · {by.isOperator ? texts.byOperator({ name: by.name }) : by.name}
            </p>
            <p className="break-words">
              <span className="text-grey-4">{texts.from}</span> {said(former)}
            </p>
            <p className="break-words">
              <span className="text-grey-4">{texts.to}</span> {said(patient)}
            </p>
            <p className="break-words">
              <span className="text-grey-4">{texts.reason}:</span> {reason}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
