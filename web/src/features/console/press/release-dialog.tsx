import { press } from '@duai/contract';
import { useState } from 'react';
import { call } from '../../../lib/api.ts';
import { dropDraft, keepDraft, readDraft } from '../../../lib/draft.ts';
import { refusedFields } from '../../../lib/form-errors.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { useChange } from '../../../lib/use-change.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Input, Textarea } from '../../../ui/forms/input.tsx';

export type Release = Omit<press.EditedRelease, 'id'> & { readonly id?: string };
type Typed = Pick<Release, 'title' | 'date' | 'content' | 'linkUrl'>;

const typedOf = ({ title, date, content, linkUrl }: Typed): Typed => ({ title, date, content, linkUrl });

/** Writes or changes a release. The draft is kept in this tab, so closing the dialog or reloading loses nothing. */
export function ReleaseDialog({
  release,
  owner,
  onClose,
}: {
  readonly release: Release;
  /** The user whose draft it is. */
  readonly owner: string;
  readonly onClose: () => void;
}) {
  const { console: room, interface: shared } = useWorkTexts();
  const texts = room.press;
  const name = `release-${release.id ?? 'new'}`;
  const [typed, setTyped] = useState<Typed>(() => ({ ...typedOf(release), ...readDraft(name, owner) }));
  const [isRestored, setRestored] = useState(() => readDraft(name, owner) !== null);
  const forget = () => {
    dropDraft(name);
    onClose();
  };
  const save = useChange(
    press.listEditedReleases,
    (isPublished: boolean) => {
      const body = { ...typed, isPublished };
      return release.id
        ? call(press.updatePressRelease, { params: { releaseId: release.id }, body })
        : call(press.createPressRelease, { body });
    },
    texts.saved,
  );
  const set = (field: keyof Typed) => (event: { target: { value: string } }) => {
    const next = { ...typed, [field]: event.target.value };
    setTyped(next);
    keepDraft(name, owner, next);
  };
  const problem = (field: keyof Typed) => refusedFields(save.error).find(({ path }) => path === field)?.message;
  return (
    <Dialog isOpen onClose={onClose} title={release.id ? texts.editTitle : texts.new} size="large">
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          const { submitter } = event.nativeEvent as SubmitEvent;
          const isPublished = (submitter as HTMLButtonElement | null)?.value !== 'draft';
          save.mutate(isPublished, { onSuccess: forget });
        }}
      >
        {isRestored && (
          <p className="flex flex-wrap items-center gap-3 text-sm text-grey-4">
            {texts.restored}
            <Button
              size="small"
              variant="secondary"
              onClick={() => {
                dropDraft(name);
                setTyped(typedOf(release));
                setRestored(false);
              }}
            >
              {texts.discard}
            </Button>
          </p>
        )}
        <Field label={texts.releaseTitle} error={problem('title')} isRequired>
          <Input required maxLength={200} value={typed.title} onChange={set('title')} />
        </Field>
        <Field label={texts.date} help={texts.dateHelp} error={problem('date')} isRequired>
          <Input type="date" required value={typed.date} onChange={set('date')} />
        </Field>
        <Field label={texts.text} help={texts.textHelp} error={problem('content')} isRequired>
          <Textarea required rows={10} className="font-mono text-sm" value={typed.content} onChange={set('content')} />
        </Field>
        <Field label={texts.link} help={texts.linkHelp} error={problem('linkUrl')}>
          <Input value={typed.linkUrl} onChange={set('linkUrl')} />
        </Field>
        <DialogActions>
          <Button variant="secondary" onClick={forget}>
            {shared.cancel}
          </Button>
          {!release.isPublished && (
            <Button
              type="submit"
              value="draft"
              variant="secondary"
              isPending={save.isPending && save.variables === false}
              disabled={save.isPending}
            >
              {texts.saveDraft}
            </Button>
          )}
          <Button
            type="submit"
            value="publish"
            isPending={save.isPending && save.variables === true}
            disabled={save.isPending}
          >
            {release.isPublished ? texts.saveChanges : texts.publish}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
