import { institutionData } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTrialAuth } from '../../features/accounts/institutions/trial-auth.tsx';
import { RetentionCard } from '../../features/retention/retention-card.tsx';
import { call, messageOf } from '../../lib/api.ts';
import { saveBlob } from '../../lib/files/object-url.ts';
import { formatDateTime } from '../../lib/formatting.ts';
import { activeLanguage } from '../../lib/language.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { keyOf } from '../../lib/query-keys.ts';
import { useTrialChange } from '../../lib/use-change.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { Input } from '../../ui/forms/input.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { WorkbenchHead } from './workbench-head.tsx';

/** The institution's data: to download, and to delete with a proof. */
export default function TrialData() {
  const texts = useWorkTexts().portal.data;
  const [isDeleting, setIsDeleting] = useState(false);
  const proofs = useQuery({
    queryKey: keyOf(institutionData.listDeletionProofs),
    queryFn: ({ signal }) => call(institutionData.listDeletionProofs, { signal }),
  });
  return (
    <>
      <WorkbenchHead title={texts.yourData} />
      <Card className="grid justify-items-start gap-4">
        <div className="grid max-w-2xl gap-1">
          <h2 className="text-lg font-semibold">{texts.takeEverythingWithYou}</h2>
          <p className="text-grey-4">{texts.oneZipFileTheDicom}</p>
        </div>
        {/* A plain link, so that the browser streams the file to disk whatever its size. */}
        <a
          className={buttonClasses('primary')}
          href={institutionData.downloadTrialData.path}
          download="duai-trial-data.zip"
        >
          <Download aria-hidden className="size-5" />
          {texts.downloadAllData}
        </a>
      </Card>
      <RetentionCard />
      <Card className="grid justify-items-start gap-4">
        <div className="grid max-w-2xl gap-1">
          <h2 className="text-lg font-semibold">{texts.deleteEverything}</h2>
          <p className="text-grey-4">{texts.removesAllStudiesImagesResults}</p>
        </div>
        <Button variant="danger" onClick={() => setIsDeleting(true)}>
          <Trash2 aria-hidden className="size-5" />
          {texts.deleteAllData}
        </Button>
        <Loaded query={proofs}>{(rows) => (rows.length > 0 ? <Proofs rows={rows} /> : null)}</Loaded>
      </Card>
      <Dialog
        isOpen={isDeleting}
        onClose={() => setIsDeleting(false)}
        title={texts.deleteAllDataOfYour}
        description={texts.thisCannotBeUndoneScans}
        size="small"
      >
        <DeleteForm onDone={() => setIsDeleting(false)} />
      </Dialog>
    </>
  );
}

function DeleteForm({ onDone }: { readonly onDone: () => void }) {
  const texts = useWorkTexts().portal.data;
  const { user } = useTrialAuth();
  const [name, setName] = useState('');
  const remove = useTrialChange(
    async () => {
      await call(institutionData.deleteTrialData, { body: { institutionName: name } });
      onDone();
    },
    texts.everythingWasDeletedTheProof,
    { showsFailure: true },
  );
  return (
    <Form className="grid gap-4" onSubmit={() => remove.mutate(undefined)}>
      <Field
        label={texts.nameOfYourInstitution}
        help={texts.typeToConfirm({ name: user?.institution.name ?? '' })}
        error={remove.isError ? messageOf(remove.error, texts.theServerCouldNotBe) : undefined}
      >
        <Input autoComplete="off" value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      <DialogActions>
        <Button variant="secondary" onClick={onDone}>
          {texts.cancel}
        </Button>
        <Button type="submit" variant="danger" disabled={name.trim() === ''} isPending={remove.isPending}>
          {texts.deleteEverything}
        </Button>
      </DialogActions>
    </Form>
  );
}

function Proofs({ rows }: { readonly rows: readonly institutionData.DeletionProof[] }) {
  const texts = useWorkTexts().portal.data;
  return (
    <section aria-labelledby="deletion-proofs" className="grid w-full gap-3">
      <h3 id="deletion-proofs" className="font-semibold">
        {texts.proofsOfDeletion}
      </h3>
      <ul className="grid gap-3">
        {rows.map((proof) => (
          <li key={proof.id} className="grid gap-2 border-t border-grey-2 pt-3">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p>
                <span className="font-semibold">{formatDateTime(proof.deletedAt, activeLanguage())}</span>:{' '}
                {texts.counts({ scans: proof.scans, images: proof.images, files: proof.files })}
              </p>
              <Button
                size="small"
                variant="secondary"
                aria-label={texts.saveTheProofOf({ deletedAt: formatDateTime(proof.deletedAt, activeLanguage()) })}
                onClick={() =>
                  saveBlob(
                    new Blob([`${JSON.stringify(proof, null, 2)}\n`], { type: 'application/json' }),
                    `duai-deletion-${proof.id.slice(0, 8)}.json`,
                  )
                }
              >
                <Download aria-hidden className="size-4" />
                {texts.proof}
              </Button>
            </div>
            <p className="font-mono text-xs break-all text-grey-4">{texts.sha256({ sha256: proof.sha256 })}</p>
            <details>
              <summary className="cursor-pointer text-sm font-semibold text-signal">{texts.whatIsKeptAndWhy}</summary>
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
