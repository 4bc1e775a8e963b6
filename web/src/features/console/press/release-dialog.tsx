import { press } from '@duai/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api.ts';
import { dropDraft, keepDraft, readDraft } from '../../../lib/draft.ts';
import { refusalOf } from '../../../lib/form-errors.ts';
import { formatDay } from '../../../lib/formatting.ts';
import { activeLanguage } from '../../../lib/language.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { renew } from '../../../lib/renewals.ts';
import { useChange } from '../../../lib/use-change.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Input, Textarea } from '../../../ui/forms/input.tsx';
import { ReleaseState } from './release-state.tsx';

/** One that is stored, or a new one, which has neither id nor time. */
export type Release = Omit<press.EditedRelease, 'id' | 'changedAt'> &
  (Pick<press.EditedRelease, 'id' | 'changedAt'> | { readonly id?: undefined; readonly changedAt?: undefined });
/** `seen`: the `changedAt` of the release on which the text was written. */
type Typed = Pick<Release, 'title' | 'date' | 'content' | 'linkUrl'> & { readonly seen: string | undefined };

const typedOf = ({ title, date, content, linkUrl, changedAt }: Release): Typed => ({
  title,
  date,
  content,
  linkUrl,
  seen: changedAt,
});

type Submit = 'save' | 'publish';

/** Writes or changes a release. The draft is kept in this tab, so closing the dialog or reloading loses nothing. */
export function ReleaseDialog({
  release,
  owner,
  onClose,
}: {
  /** As it is stored now. */
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
  const queryClient = useQueryClient();
  /** A stored release stays published, or a draft, unless the button says "Publish". */
  const save = useChange(
    press.listEditedReleases,
    (button: Submit) => {
      const { seen = '', ...body } = typed;
      return release.id
        ? call(press.updatePressRelease, {
            params: { releaseId: release.id },
            body: { ...body, seen, ...(button === 'publish' && { isPublished: true }) },
          })
        : call(press.createPressRelease, { body: { ...body, isPublished: button === 'publish' } });
    },
    texts.saved,
  );
  // While it is being saved the list may have the new time already.
  const isOutdated = typed.seen !== release.changedAt && !save.isPending;
  const take = (change: Partial<Typed>) => {
    const next = { ...typed, ...change };
    setTyped(next);
    keepDraft(name, owner, next);
  };
  const set = (field: keyof Typed) => (event: { target: { value: string } }) => take({ [field]: event.target.value });
  const discard = () => {
    dropDraft(name);
    setTyped(typedOf(release));
    setRestored(false);
  };
  const problem = (field: keyof Typed) => refusalOf(save.error, field);
  return (
    <Dialog isOpen onClose={onClose} title={release.id ? texts.editTitle : texts.new} size="large">
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          const { submitter } = event.nativeEvent as SubmitEvent;
          const button = (submitter as HTMLButtonElement).value as Submit;
          save.mutate(button, {
            onSuccess: forget,
            // It may be that another operator has changed the release: the list then shows it as it is now.
            onError: () => renew(queryClient, press.listEditedReleases),
          });
        }}
      >
        {isOutdated && <Outdated release={release} onTake={discard} onKeep={() => take({ seen: release.changedAt })} />}
        {isRestored && !isOutdated && (
          <p className="flex flex-wrap items-center gap-3 text-sm text-grey-4">
            {texts.restored}
            <Button size="small" variant="secondary" onClick={discard}>
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
          {(release.isPublished ? (['save'] as const) : (['save', 'publish'] as const)).map(
            (button, at, { length }) => (
              <Button
                key={button}
                type="submit"
                value={button}
                variant={at === length - 1 ? 'primary' : 'secondary'}
                isPending={save.isPending && save.variables === button}
                disabled={save.isPending || isOutdated}
              >
                {button === 'publish' ? texts.publish : release.isPublished ? texts.saveChanges : texts.saveDraft}
              </Button>
            ),
          )}
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Another operator has changed the release since the text was begun: which of the two goes on? */
function Outdated({
  release,
  onTake,
  onKeep,
}: {
  readonly release: Release;
  readonly onTake: () => void;
  readonly onKeep: () => void;
}) {
  const texts = useWorkTexts().console.press;
  return (
    <Banner tone="warning" title={texts.outdatedTitle}>
      <p>{texts.outdated}</p>
      <details className="mt-2">
        <summary className="min-h-6 cursor-pointer font-medium">{texts.storedNow}</summary>
        <div className="mt-2 grid gap-2 text-ink wrap-anywhere">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <ReleaseState release={release} />
            <time dateTime={release.date}>{formatDay(release.date, activeLanguage())}</time>
            {release.linkUrl}
          </p>
          <p className="font-semibold">{release.title}</p>
          <p className="font-mono text-sm whitespace-pre-wrap">{release.content}</p>
        </div>
      </details>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" variant="secondary" onClick={onTake}>
          {texts.takeStored}
        </Button>
        <Button size="small" variant="secondary" onClick={onKeep}>
          {texts.keepTyped}
        </Button>
      </div>
    </Banner>
  );
}
