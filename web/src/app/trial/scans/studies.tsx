import { scans as scanContract } from '@duai/contract';
import { FolderUp, Images, SearchX, Trash2, Upload } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useIsAdmin } from '../../../features/accounts/institutions/trial-auth.tsx';
import { useStudies } from '../../../features/scans/scan-queries.ts';
import { ScansTable } from '../../../features/scans/scans-table.tsx';
import { BulkUploadDialog } from '../../../features/scans/uploads/bulk-upload-dialog.tsx';
import { UploadScanDialog } from '../../../features/scans/uploads/upload-scan-dialog.tsx';
import { call } from '../../../lib/api.ts';
import { changedSearch, countedIn, pageIn, queryOf, searchOf } from '../../../lib/counted.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { modalityName } from '../../../lib/study-names.ts';
import { useTrialChange } from '../../../lib/use-change.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Input, Select } from '../../../ui/forms/input.tsx';
import { SearchInput } from '../../../ui/forms/search-input.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { ListPages } from '../../../ui/pagination.tsx';
import { WorkbenchHead } from '../workbench-head.tsx';

const FILTERS = ['text', 'modality', 'source', 'status', 'from', 'to'] as const;
const isXRay = (code: string): boolean => scanContract.X_RAY_MODALITIES.includes(code);
type SortBy = (typeof scanContract.STUDY_SORTS)[number];

/** The Studies tab. Filter, order and page are in the URL, so that they can be bookmarked and shared. */
export default function TrialStudies() {
  const texts = useWorkTexts().portal.studies;
  const { names, scans: scanTexts } = useWorkTexts();
  const isAdmin = useIsAdmin();
  const [search, setSearch] = useSearchParams();
  const [dialog, setDialog] = useState<'upload' | 'bulk' | null>(null);
  const [toDelete, setToDelete] = useState<scanContract.Scan | null>(null);
  const value = (name: string) => search.get(name) ?? '';
  const sort = (scanContract.STUDY_SORTS.find((name) => name === value('sort')) ?? 'uploadDate') satisfies SortBy;
  const direction = value('direction') === 'ascending' ? 'ascending' : 'descending';
  const page = pageIn(search, scanContract.STUDIES_PER_PAGE);
  const studies = useStudies({
    ...Object.fromEntries(FILTERS.map((name) => [name, value(name)])),
    sort,
    direction,
    ...queryOf(page),
  });
  const set = (changes: Record<string, string>) => setSearch(changedSearch(changes), { replace: true });
  const isFiltered = FILTERS.some((name) => value(name) !== '');
  return (
    <>
      <WorkbenchHead title={texts.studies}>
        {isAdmin && (
          <>
            <Button variant="secondary" onClick={() => setDialog('bulk')}>
              <FolderUp aria-hidden className="size-5" />
              {texts.uploadFolderOrZip}
            </Button>
            <Button onClick={() => setDialog('upload')}>
              <Upload aria-hidden className="size-5" />
              {texts.uploadDicom}
            </Button>
          </>
        )}
      </WorkbenchHead>
      <search aria-label={texts.filterStudies} className="grid grid-cols-2 gap-3 lg:grid-cols-6">
        <Field label={texts.text} className="col-span-2 lg:col-span-1">
          <SearchInput value={value('text')} onTake={(text) => set({ text })} />
        </Field>
        <Field label={texts.modality}>
          <Select value={value('modality')} onChange={(event) => set({ modality: event.target.value })}>
            <option value="">{texts.all}</option>
            {studies.data?.modalities.some(isXRay) && <option value={scanContract.X_RAY}>{texts.xRay}</option>}
            {(studies.data?.modalities ?? [])
              .filter((code) => !isXRay(code))
              .map((code) => (
                <option key={code} value={code}>
                  {modalityName(code, names)}
                </option>
              ))}
          </Select>
        </Field>
        <Field label={texts.source}>
          <Select value={value('source')} onChange={(event) => set({ source: event.target.value })}>
            <option value="">{texts.all}</option>
            {scanContract.ARRIVAL_WAYS.map((way) => (
              <option key={way} value={way}>
                {scanTexts.arrival.ways[way]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={texts.status}>
          <Select value={value('status')} onChange={(event) => set({ status: event.target.value })}>
            <option value="">{texts.all}</option>
            {scanContract.SCAN_STATUSES.map((status) => (
              <option key={status} value={status}>
                {texts.statuses[status]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={texts.uploadedFrom}>
          <Input type="date" value={value('from')} onChange={(event) => set({ from: event.target.value })} />
        </Field>
        <Field label={texts.uploadedUntil}>
          <Input type="date" value={value('to')} onChange={(event) => set({ to: event.target.value })} />
        </Field>
      </search>
      <Loaded query={studies}>
        {({ rows, ...found }) => (
          <>
            <p role="status" className="-mb-3 text-sm text-grey-4">
              {countedIn(found.total, { counted: names.studies, more: names.moreStudies })}
            </p>
            {rows.length === 0 ? (
              <EmptyState
                icon={isFiltered ? SearchX : Images}
                title={isFiltered ? texts.noStudyFitsThisFilter : texts.noStudiesYet}
                description={isFiltered ? texts.takeAConditionAwayTo : isAdmin && texts.uploadAStudyOrA}
                action={
                  isFiltered ? (
                    <Button variant="secondary" onClick={() => setSearch({}, { replace: true })}>
                      {texts.clearTheFilter}
                    </Button>
                  ) : (
                    isAdmin && <Button onClick={() => setDialog('bulk')}>{texts.uploadFolderOrZip}</Button>
                  )
                }
              />
            ) : (
              <ScansTable
                caption={texts.studies}
                scans={rows}
                sort={{
                  by: sort,
                  direction,
                  onSort: (by) =>
                    set({
                      sort: by,
                      direction: by === sort && direction === 'ascending' ? 'descending' : 'ascending',
                    }),
                }}
                actions={(scan) =>
                  isAdmin && (
                    <IconButton
                      label={texts.deleteNamed({ name: scan.studyDescription ?? scan.patientId ?? names.study })}
                      onClick={() => setToDelete(scan)}
                    >
                      <Trash2 aria-hidden className="size-4" />
                    </IconButton>
                  )
                }
              />
            )}
            <ListPages
              at={page}
              found={found}
              perPage={scanContract.STUDIES_PER_PAGE}
              onChange={(step) => set(searchOf(step))}
            />
          </>
        )}
      </Loaded>
      {isAdmin && (
        <>
          <UploadScanDialog isOpen={dialog === 'upload'} onClose={() => setDialog(null)} />
          <BulkUploadDialog isOpen={dialog === 'bulk'} onClose={() => setDialog(null)} />
        </>
      )}
      {toDelete && <DeleteDialog scan={toDelete} onClose={() => setToDelete(null)} />}
    </>
  );
}

function DeleteDialog({ scan, onClose }: { readonly scan: scanContract.Scan; readonly onClose: () => void }) {
  const texts = useWorkTexts().portal.studies;
  const remove = useTrialChange(
    () => call(scanContract.deleteScan, { params: { scanId: scan.id } }),
    texts.theStudyWasDeletedWith,
  );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={texts.delete({ value: scan.studyDescription ?? texts.thisStudy })}
      description={texts.imagesFindingsAndYourVerdicts}
      size="small"
    >
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button
          variant="danger"
          isPending={remove.isPending}
          onClick={() => remove.mutate(undefined, { onSuccess: onClose })}
        >
          {texts.delete2}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
