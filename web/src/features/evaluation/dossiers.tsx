import { evaluation } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { FileCheck } from 'lucide-react';
import { call } from '../../lib/api.ts';
import { saveFile } from '../../lib/files/save-file.ts';
import { formatDateTime } from '../../lib/formatting.ts';
import { activeLanguage } from '../../lib/language.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { keyOf } from '../../lib/query-keys.ts';
import { useTrialChange } from '../../lib/use-change.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SaveButtons } from '../../ui/forms/save-buttons.tsx';
import { Loaded } from '../../ui/loaded.tsx';

const FORMS = [
  ['PDF', evaluation.getDossierPdf, 'pdf'],
  ['CSV', evaluation.getDossierCsv, 'csv'],
] as const;

/** Dossiers: frozen copies of the figures. */
export function Dossiers() {
  const texts = useWorkTexts().evaluation.dossiers;
  const dossiers = useQuery({
    queryKey: keyOf(evaluation.listDossiers),
    queryFn: ({ signal }) => call(evaluation.listDossiers, { signal }),
  });
  const make = useTrialChange(() => call(evaluation.createDossier), texts.theDossierIsReady);
  return (
    <Card className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid max-w-2xl gap-1">
          <h2 className="text-lg font-semibold">{texts.endOfTrialDossier}</h2>
          <p className="text-sm text-grey-4">{texts.freezesTheFiguresOfThis}</p>
        </div>
        <Button variant="secondary" isPending={make.isPending} onClick={() => make.mutate(undefined)}>
          {!make.isPending && <FileCheck aria-hidden className="size-5" />}
          {texts.makeADossier}
        </Button>
      </div>
      <Loaded query={dossiers}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="text-grey-4">{texts.noDossierYet}</p>
          ) : (
            <ul className="grid gap-2">
              {rows.map((dossier) => (
                <li
                  key={dossier.id}
                  className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-grey-2 pt-2"
                >
                  <div className="min-w-0">
                    <p className="font-semibold">{formatDateTime(dossier.createdAt, activeLanguage())}</p>
                    <p className="text-sm text-grey-4">
                      {texts.contents({ studies: dossier.studies, questions: dossier.questions })}{' '}
                      <span className="font-mono text-xs">{dossier.csvSha256.slice(0, 16)}…</span>
                    </p>
                  </div>
                  <SaveButtons
                    labelOf={(form) =>
                      texts.saveTheDossierOfAs({ createdAt: formatDateTime(dossier.createdAt, activeLanguage()), form })
                    }
                    forms={FORMS.map(([name, endpoint, extension]) => ({
                      name,
                      save: () =>
                        saveFile(
                          endpoint,
                          { dossierId: dossier.id },
                          `duai-dossier-${dossier.id.slice(0, 8)}.${extension}`,
                        ),
                    }))}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}
