import { trialProof } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { Download, FileCheck } from 'lucide-react';
import { call } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/formatting.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { TRIAL, useChange } from './use-trial.ts';

const FORMS = [
  ['PDF', trialProof.getDossierPdf, 'pdf'],
  ['CSV', trialProof.getDossierCsv, 'csv'],
] as const;

/** Dossiers: the figures of a moment, frozen. */
export function Dossiers() {
  const dossiers = useQuery({
    queryKey: [TRIAL, 'dossiers'],
    queryFn: ({ signal }) => call(trialProof.listDossiers, { signal }),
  });
  const make = useChange(() => call(trialProof.createDossier), 'The dossier is ready');
  const save = useChange(([, endpoint, extension, dossierId]: readonly [...(typeof FORMS)[number], string]) =>
    saveFile(endpoint, { dossierId }, `duai-dossier-${dossierId.slice(0, 8)}.${extension}`),
  );
  return (
    <Card className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid max-w-2xl gap-1">
          <h2 className="text-lg font-semibold">End-of-trial dossier</h2>
          <p className="text-sm text-grey-4">
            Freezes the figures of this moment as PDF and CSV. Every figure recomputes from the CSV.
          </p>
        </div>
        <Button isPending={make.isPending} onClick={() => make.mutate(undefined)}>
          {!make.isPending && <FileCheck aria-hidden className="size-5" />}
          Make a dossier
        </Button>
      </div>
      <Loaded query={dossiers}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="text-grey-4">No dossier yet.</p>
          ) : (
            <ul className="grid gap-2">
              {rows.map((dossier) => (
                <li
                  key={dossier.id}
                  className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-grey-2 pt-2"
                >
                  <div className="min-w-0">
                    <p className="font-semibold">{formatDateTime(dossier.createdAt, 'en')}</p>
                    <p className="text-sm text-grey-4">
                      {dossier.studies} studies, {dossier.questions} questions · CSV{' '}
                      <span className="font-mono text-xs">{dossier.csvSha256.slice(0, 16)}…</span>
                    </p>
                  </div>
                  <div className="flex gap-2">
                    {FORMS.map((form) => (
                      <Button
                        key={form[0]}
                        size="small"
                        variant="secondary"
                        disabled={save.isPending}
                        aria-label={`Save the dossier of ${formatDateTime(dossier.createdAt, 'en')} as ${form[0]}`}
                        onClick={() => save.mutate([...form, dossier.id])}
                      >
                        <Download aria-hidden className="size-4" />
                        {form[0]}
                      </Button>
                    ))}
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}
