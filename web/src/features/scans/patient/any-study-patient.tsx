import { useState } from 'react';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { Input } from '../../../ui/forms/input.tsx';
import { PatientDialog } from './study-patient.tsx';

/** The number of a study, alone or in the address of its page. */
const STUDY = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** For operators: an institution that asks tells the address of its study. */
export function AnyStudyPatient() {
  const texts = useWorkTexts().scans.patient;
  const [text, setText] = useState('');
  const [scanId, setScanId] = useState<string | null>(null);
  const named = STUDY.exec(text)?.[0].toLowerCase();
  return (
    <Card className="grid grid-cols-1 gap-3">
      <div className="max-w-2xl">
        <h2 className="text-lg font-semibold">{texts.anyTitle}</h2>
        <p className="text-sm text-grey-4">{texts.anyHint}</p>
      </div>
      <Form
        className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto]"
        onSubmit={() => setScanId(named ?? null)}
      >
        <Field label={texts.address} help={texts.addressHelp}>
          <Input value={text} autoComplete="off" onChange={(event) => setText(event.target.value)} />
        </Field>
        <Button type="submit" variant="secondary" disabled={!named}>
          {texts.openStudy}
        </Button>
      </Form>
      {scanId && <PatientDialog scanId={scanId} who="operator" onClose={() => setScanId(null)} />}
    </Card>
  );
}
