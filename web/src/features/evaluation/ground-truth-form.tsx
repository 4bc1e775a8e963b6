import { evaluation } from '@duai/contract';
import { useState } from 'react';
import { apiErrorOf, call, messageOf } from '../../lib/api.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { useTrialChange } from '../../lib/use-change.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { Dropzone } from '../../ui/forms/dropzone.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { Textarea } from '../../ui/forms/input.tsx';

interface Refused {
  errors: evaluation.GroundTruthError[];
  total: number;
}

/** Lines `study,label`, from a file or typed; every invalid line is listed, and the typed text is kept. */
export function GroundTruthForm({ questionId, onDone }: { readonly questionId: string; readonly onDone: () => void }) {
  const texts = useWorkTexts().evaluation.groundTruthForm;
  const [csv, setCsv] = useState('');
  const save = useTrialChange(
    () => call(evaluation.uploadGroundTruth, { params: { questionId }, body: { csv } }),
    undefined,
    {
      showsFailure: true,
    },
  );
  const error = apiErrorOf(save.error);
  const refused = error?.code === 'GROUND_TRUTH_INVALID' ? (error.details as Refused) : null;
  if (save.data) {
    const { stored, unknownStudies } = save.data;
    return (
      <div className="grid gap-4">
        <Banner tone="success" title={texts.stored({ count: stored })}>
          {unknownStudies > 0 && texts.ofThemAreAboutStudies({ unknownStudies })}
        </Banner>
        <DialogActions>
          <Button onClick={onDone}>{texts.close}</Button>
        </DialogActions>
      </div>
    );
  }
  return (
    <Form className="grid gap-4" onSubmit={() => save.mutate(undefined)}>
      {save.isError && (
        <Banner tone="error" title={messageOf(save.error, texts.theServerCouldNotBe)}>
          {refused && (
            <ul className="mt-1 grid max-h-40 gap-0.5 overflow-y-auto">
              {refused.errors.map(({ line, message }) => (
                <li key={line}>{texts.line({ line, message })}</li>
              ))}
              {refused.total > refused.errors.length && (
                <li>{texts.andMore({ count: refused.total - refused.errors.length })}</li>
              )}
            </ul>
          )}
        </Banner>
      )}
      <Dropzone
        title={texts.dropACsvFileHere}
        hint={texts.twoColumnsStudyStudyInstance}
        buttonLabel={texts.chooseAFile}
        inputLabel={texts.csvFile}
        inputAccept=".csv,text/csv,text/plain"
        isMultiple={false}
        onFiles={([file]) => void file?.text().then(setCsv)}
      />
      <Field label={texts.lines} help={texts.orTypeOrPasteThem}>
        <Textarea
          className="font-mono text-sm"
          rows={7}
          spellCheck={false}
          placeholder={'study,label\n1.2.840.113619.2.55,positive'}
          value={csv}
          onChange={(event) => setCsv(event.target.value)}
        />
      </Field>
      <DialogActions>
        <Button variant="secondary" onClick={onDone}>
          {texts.cancel}
        </Button>
        <Button type="submit" disabled={csv.trim() === ''} isPending={save.isPending}>
          {texts.storeTheLabels}
        </Button>
      </DialogActions>
    </Form>
  );
}
