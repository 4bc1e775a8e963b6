import { institutionData } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTrialAuth } from '../../features/accounts/institutions/trial-auth.tsx';
import { call, messageOf } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/formatting.ts';
import { saveBlob } from '../../lib/object-url.ts';
import { TRIAL, useTrialChange } from '../../lib/use-change.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Input } from '../../ui/input.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { WorkbenchHead } from './workbench-head.tsx';

/** What was given comes back, and can be deleted with a proof. */
export default function TrialData() {
  const [isDeleting, setIsDeleting] = useState(false);
  const proofs = useQuery({
    queryKey: [TRIAL, 'deletions'],
    queryFn: ({ signal }) => call(institutionData.listDeletionProofs, { signal }),
  });
  return (
    <>
      <WorkbenchHead title="Your data" />
      <Card className="grid justify-items-start gap-4">
        <div className="grid max-w-2xl gap-1">
          <h2 className="text-lg font-semibold">Take everything with you</h2>
          <p className="text-grey-4">
            One ZIP file: the DICOM files as they came, bit for bit; the results of every algorithm; your ground truth
            and your dossiers. Large trials take a while; the download begins at once.
          </p>
        </div>
        {/* A plain link: the browser streams the file to the disk, whatever its size. */}
        <a
          className={buttonClasses('primary')}
          href={institutionData.downloadTrialData.path}
          download="duai-trial-data.zip"
        >
          <Download aria-hidden className="size-5" />
          Download all data
        </a>
      </Card>
      <Card className="grid justify-items-start gap-4">
        <div className="grid max-w-2xl gap-1">
          <h2 className="text-lg font-semibold">Delete everything</h2>
          <p className="text-grey-4">
            Removes all studies, images, results, ground truth and dossiers of your institution from our storage, at
            once. You get a proof with the SHA-256 of every file that was removed, and with what is kept and why.
          </p>
        </div>
        <Button variant="danger" onClick={() => setIsDeleting(true)}>
          <Trash2 aria-hidden className="size-5" />
          Delete all data
        </Button>
        <Loaded query={proofs}>{(rows) => (rows.length > 0 ? <Proofs rows={rows} /> : null)}</Loaded>
      </Card>
      <Dialog
        isOpen={isDeleting}
        onClose={() => setIsDeleting(false)}
        title="Delete all data of your institution?"
        description="This cannot be undone. Scans that were counted stay counted."
        size="small"
      >
        <DeleteForm onDone={() => setIsDeleting(false)} />
      </Dialog>
    </>
  );
}

function DeleteForm({ onDone }: { readonly onDone: () => void }) {
  const { user } = useTrialAuth();
  const [name, setName] = useState('');
  const remove = useTrialChange(
    async () => {
      await call(institutionData.deleteTrialData, { body: { institutionName: name } });
      onDone();
    },
    'Everything was deleted; the proof is below',
    { showsFailure: true },
  );
  return (
    <Form className="grid gap-4" onSubmit={() => remove.mutate(undefined)}>
      <Field
        label="Name of your institution"
        help={`Type “${user?.institution.name}” to confirm`}
        error={remove.isError ? messageOf(remove.error, 'The server could not be reached.') : undefined}
      >
        <Input autoComplete="off" value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      <DialogActions>
        <Button variant="secondary" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" variant="danger" disabled={name.trim() === ''} isPending={remove.isPending}>
          Delete everything
        </Button>
      </DialogActions>
    </Form>
  );
}

function Proofs({ rows }: { readonly rows: readonly institutionData.DeletionProof[] }) {
  return (
    <section aria-labelledby="deletion-proofs" className="grid w-full gap-3">
      <h3 id="deletion-proofs" className="font-semibold">
        Proofs of deletion
      </h3>
      <ul className="grid gap-3">
        {rows.map((proof) => (
          <li key={proof.id} className="grid gap-2 border-t border-grey-2 pt-3">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p>
                <span className="font-semibold">{formatDateTime(proof.deletedAt, 'en')}</span>: {proof.scans} scans,{' '}
                {proof.images} images, {proof.files} files removed
              </p>
              <Button
                size="small"
                variant="secondary"
                aria-label={`Save the proof of ${formatDateTime(proof.deletedAt, 'en')}`}
                onClick={() =>
                  saveBlob(
                    new Blob([`${JSON.stringify(proof, null, 2)}\n`], { type: 'application/json' }),
                    `duai-deletion-${proof.id.slice(0, 8)}.json`,
                  )
                }
              >
                <Download aria-hidden className="size-4" />
                Proof
              </Button>
            </div>
            <p className="font-mono text-xs break-all text-grey-4">SHA-256 {proof.sha256}</p>
            <details>
              <summary className="cursor-pointer text-sm font-semibold text-signal">What is kept, and why</summary>
              <ul className="mt-2 grid gap-1 text-sm">
                {proof.kept.map(({ what, reason }) => (
                  <li key={what}>
                    {what}. <span className="text-grey-4">{reason}.</span>
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}
