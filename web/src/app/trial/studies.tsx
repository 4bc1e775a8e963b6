import { scans as scanContract } from '@duai/contract';
import { FolderUp, Images, SearchX, Trash2, Upload } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { BulkUploadDialog } from '../../features/scans/bulk-upload-dialog.tsx';
import { useStudies } from '../../features/scans/scan-queries.ts';
import { ScansTable } from '../../features/scans/scans-table.tsx';
import { UploadScanDialog } from '../../features/scans/upload-scan-dialog.tsx';
import { call } from '../../lib/api.ts';
import { countedText, pageIn, queryOf, searchOf } from '../../lib/counted.ts';
import { modalityName } from '../../lib/study-names.ts';
import { useTrialChange } from '../../lib/use-change.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field } from '../../ui/field.tsx';
import { Input, Select } from '../../ui/input.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { ListPages } from '../../ui/pagination.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { WorkbenchHead } from './workbench-head.tsx';

const FILTERS = ['text', 'modality', 'status', 'from', 'to'] as const;
type SortBy = (typeof scanContract.STUDY_SORTS)[number];
const STATUS_NAMES = { processing: 'Processing', complete: 'Complete', failed: 'Failed' } as const;

/** The Studies tab. Filter, order and page stand in the address: they can be kept and shared. */
export default function TrialStudies() {
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
  const set = (changes: Record<string, string>) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (!('page' in changes)) for (const name of ['page', 'cursor']) next.delete(name);
        for (const [name, text] of Object.entries(changes)) {
          if (text) next.set(name, text);
          else next.delete(name);
        }
        return next;
      },
      { replace: true },
    );
  const isFiltered = FILTERS.some((name) => value(name) !== '');
  return (
    <>
      <WorkbenchHead title="Studies">
        <Button variant="secondary" onClick={() => setDialog('bulk')}>
          <FolderUp aria-hidden className="size-5" />
          Upload folder or ZIP
        </Button>
        <Button onClick={() => setDialog('upload')}>
          <Upload aria-hidden className="size-5" />
          Upload DICOM
        </Button>
      </WorkbenchHead>
      <search aria-label="Filter studies" className="grid grid-cols-2 gap-3 lg:grid-cols-5">
        <Field label="Text" className="col-span-2 lg:col-span-1">
          <SearchInput value={value('text')} onTake={(text) => set({ text })} />
        </Field>
        <Field label="Modality">
          <Select value={value('modality')} onChange={(event) => set({ modality: event.target.value })}>
            <option value="">All</option>
            {(studies.data?.modalities ?? []).map((code) => (
              <option key={code} value={code}>
                {modalityName(code)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Status">
          <Select value={value('status')} onChange={(event) => set({ status: event.target.value })}>
            <option value="">All</option>
            {scanContract.SCAN_STATUSES.map((status) => (
              <option key={status} value={status}>
                {STATUS_NAMES[status]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Uploaded from">
          <Input type="date" value={value('from')} onChange={(event) => set({ from: event.target.value })} />
        </Field>
        <Field label="Uploaded until">
          <Input type="date" value={value('to')} onChange={(event) => set({ to: event.target.value })} />
        </Field>
      </search>
      <Loaded query={studies}>
        {({ rows, ...found }) => (
          <>
            <p role="status" className="-mb-3 text-sm text-grey-4">
              {countedText(found.total, 'study', 'studies')}
            </p>
            {rows.length === 0 ? (
              <EmptyState
                icon={isFiltered ? SearchX : Images}
                title={isFiltered ? 'No study fits this filter' : 'No studies yet'}
                description={
                  isFiltered ? 'Take a condition away to see more.' : 'Upload a study, or a whole folder of them.'
                }
                action={
                  isFiltered ? (
                    <Button variant="secondary" onClick={() => setSearch({}, { replace: true })}>
                      Clear the filter
                    </Button>
                  ) : (
                    <Button onClick={() => setDialog('bulk')}>Upload folder or ZIP</Button>
                  )
                }
              />
            ) : (
              <ScansTable
                caption="Studies"
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
                actions={(scan) => (
                  <IconButton
                    label={`Delete ${scan.studyDescription ?? scan.patientId ?? 'study'}`}
                    onClick={() => setToDelete(scan)}
                  >
                    <Trash2 aria-hidden className="size-4" />
                  </IconButton>
                )}
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
      <UploadScanDialog isOpen={dialog === 'upload'} onClose={() => setDialog(null)} />
      <BulkUploadDialog isOpen={dialog === 'bulk'} onClose={() => setDialog(null)} />
      {toDelete && <DeleteDialog scan={toDelete} onClose={() => setToDelete(null)} />}
    </>
  );
}

function DeleteDialog({ scan, onClose }: { readonly scan: scanContract.Scan; readonly onClose: () => void }) {
  const remove = useTrialChange(
    () => call(scanContract.deleteScan, { params: { scanId: scan.id } }),
    'The study was deleted with its images and results',
  );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Delete ${scan.studyDescription ?? 'this study'}?`}
      description="Images, findings and your verdicts are removed for good. What the study cost stays counted."
      size="small"
    >
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="danger"
          isPending={remove.isPending}
          onClick={() => remove.mutate(undefined, { onSuccess: onClose })}
        >
          Delete
        </Button>
      </DialogActions>
    </Dialog>
  );
}
