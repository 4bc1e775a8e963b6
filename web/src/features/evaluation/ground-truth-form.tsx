import { evaluation } from '@duai/contract';
import { useState } from 'react';
import { apiErrorOf, call, messageOf } from '../../lib/api.ts';
import { useTrialChange } from '../../lib/use-change.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { Dropzone } from '../../ui/dropzone.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Textarea } from '../../ui/input.tsx';

interface Refused {
  errors: evaluation.GroundTruthError[];
  total: number;
}

/** Lines `study,label`, from a file or typed; every wrong line is named, and what was typed stays. */
export function GroundTruthForm({ questionId, onDone }: { readonly questionId: string; readonly onDone: () => void }) {
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
        <Banner tone="success" title={`${stored} ${stored === 1 ? 'label is' : 'labels are'} stored`}>
          {unknownStudies > 0 &&
            `${unknownStudies} of them are about studies that are not here yet. They count as soon as those are uploaded.`}
        </Banner>
        <DialogActions>
          <Button onClick={onDone}>Close</Button>
        </DialogActions>
      </div>
    );
  }
  return (
    <Form className="grid gap-4" onSubmit={() => save.mutate(undefined)}>
      {save.isError && (
        <Banner
          tone="error"
          title={messageOf(save.error, 'The server could not be reached. Your lines are still here.')}
        >
          {refused && (
            <ul className="mt-1 grid max-h-40 gap-0.5 overflow-y-auto">
              {refused.errors.map(({ line, message }) => (
                <li key={line}>
                  Line {line}: {message}
                </li>
              ))}
              {refused.total > refused.errors.length && <li>… and {refused.total - refused.errors.length} more</li>}
            </ul>
          )}
        </Banner>
      )}
      <Dropzone
        title="Drop a CSV file here"
        hint="Two columns: study (Study Instance UID), label (positive or negative)"
        buttonLabel="Choose a file"
        inputLabel="CSV file"
        inputAccept=".csv,text/csv,text/plain"
        isMultiple={false}
        onFiles={([file]) => void file?.text().then(setCsv)}
      />
      <Field label="Lines" help="Or type or paste them here">
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
          Cancel
        </Button>
        <Button type="submit" disabled={csv.trim() === ''} isPending={save.isPending}>
          Store the labels
        </Button>
      </DialogActions>
    </Form>
  );
}
