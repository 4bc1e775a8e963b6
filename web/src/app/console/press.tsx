import { press } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { Newspaper } from 'lucide-react';
import { useState } from 'react';
import { Loaded, PageHead } from '../../features/console/loaded.tsx';
import { call } from '../../lib/api.ts';
import { formatDate } from '../../lib/formatting.ts';
import { useChange } from '../../lib/use-change.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field } from '../../ui/field.tsx';
import { Input, Textarea } from '../../ui/input.tsx';

const KEY = press.listPress.path;
type Release = Pick<press.PressRelease, 'title' | 'date' | 'content' | 'linkUrl'> & { readonly id?: string };

export default function Press() {
  const releases = useQuery({ queryKey: [KEY], queryFn: () => call(press.listPress), staleTime: 0 });
  const [edited, setEdited] = useState<Release | null>(null);
  const remove = useChange(
    KEY,
    (releaseId: string) => call(press.deletePressRelease, { params: { releaseId } }),
    'Press release withdrawn',
  );
  const empty = (): Release => ({ title: '', date: new Date().toISOString().slice(0, 10), content: '', linkUrl: '' });
  return (
    <>
      <PageHead title="Press releases">
        <Button size="small" onClick={() => setEdited(empty())}>
          New press release
        </Button>
      </PageHead>
      <Loaded query={releases}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              icon={Newspaper}
              title="No press releases"
              description="The public page says that there are none at this time."
            />
          ) : (
            <ul className="grid gap-3">
              {rows.map((row) => (
                <li key={row.id}>
                  <Card className="flex flex-wrap items-center justify-between gap-3">
                    <div>
                      <h2 className="font-semibold">{row.title}</h2>
                      <p className="text-sm text-grey-4">{formatDate(row.date, 'en')}</p>
                    </div>
                    <div className="flex gap-2">
                      <Button
                        size="small"
                        variant="secondary"
                        aria-label={`Edit ${row.title}`}
                        onClick={() => setEdited(row)}
                      >
                        Edit
                      </Button>
                      <ConfirmButton
                        label="Withdraw"
                        accessibleLabel={`Withdraw ${row.title}`}
                        title="Withdraw this press release?"
                        consequence="It disappears from the public page at once."
                        isDestructive
                        isPending={remove.isPending && remove.variables === row.id}
                        onConfirm={() => remove.mutate(row.id)}
                      />
                    </div>
                  </Card>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {edited && <ReleaseDialog key={edited.id ?? 'new'} release={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

function ReleaseDialog({ release, onClose }: { readonly release: Release; readonly onClose: () => void }) {
  const [values, setValues] = useState(release);
  const save = useChange(
    KEY,
    ({ id, ...body }: Release) =>
      id
        ? call(press.updatePressRelease, { params: { releaseId: id }, body })
        : call(press.createPressRelease, { body }),
    'Press release published',
  );
  const set = (name: keyof Release) => (event: { target: { value: string } }) =>
    setValues({ ...values, [name]: event.target.value });
  return (
    <Dialog isOpen onClose={onClose} title={release.id ? 'Edit press release' : 'New press release'} size="large">
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(values, { onSuccess: onClose });
        }}
      >
        <Field label="Title" isRequired>
          <Input required value={values.title} onChange={set('title')} />
        </Field>
        <Field label="Date" isRequired>
          <Input type="date" required value={values.date} onChange={set('date')} />
        </Field>
        <Field
          label="Text (HTML)"
          help="Paragraphs, headings, lists, links and quotations are kept; everything else is taken out."
          isRequired
        >
          <Textarea required rows={10} className="font-mono text-sm" value={values.content} onChange={set('content')} />
        </Field>
        <Field label="Link" help="A path of this site or an https address; shared on LinkedIn">
          <Input value={values.linkUrl} onChange={set('linkUrl')} />
        </Field>
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" isPending={save.isPending}>
            Publish
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
