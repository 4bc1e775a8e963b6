import { press } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { Megaphone } from 'lucide-react';
import { useState } from 'react';
import { Loaded, PageHead } from '../../../features/console/loaded.tsx';
import { call } from '../../../lib/api.ts';
import { dropDraft, keepDraft, readDraft } from '../../../lib/draft.ts';
import { refusalOf } from '../../../lib/form-errors.ts';
import { formatDay } from '../../../lib/formatting.ts';
import { activeLanguage } from '../../../lib/language.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { keyOf } from '../../../lib/query-keys.ts';
import { useChange } from '../../../lib/use-change.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmButton } from '../../../ui/confirm-button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { Input } from '../../../ui/forms/input.tsx';
import { useSignedInStaff } from '../layout.tsx';

const EMPTY = { title: '', linkText: '', linkUrl: '', lastDay: '' };
const DRAFT = 'announcement';

/** What is typed is kept in this tab: a reload, or a session that ends meanwhile, loses nothing. */
export default function Announcements() {
  const { announcements: texts, press: draftTexts } = useWorkTexts().console;
  const { id: owner } = useSignedInStaff();
  const news = useQuery({
    queryKey: keyOf(press.listEditedAnnouncements),
    queryFn: () => call(press.listEditedAnnouncements),
    staleTime: 0,
  });
  const [values, setValues] = useState(() => ({ ...EMPTY, ...readDraft(DRAFT, owner) }));
  const [isRestored, setRestored] = useState(() => readDraft(DRAFT, owner) !== null);
  const empty = () => {
    dropDraft(DRAFT);
    setValues(EMPTY);
    setRestored(false);
  };
  const announce = useChange(
    press.listEditedAnnouncements,
    ({ lastDay, ...said }: typeof EMPTY) =>
      call(press.createAnnouncement, { body: { ...said, lastDay: lastDay || null } }),
    texts.announced,
  );
  const end = useChange(
    press.listEditedAnnouncements,
    (announcementId: string) => call(press.endAnnouncement, { params: { announcementId } }),
    texts.ended,
  );
  const set = (name: keyof typeof EMPTY) => (event: { target: { value: string } }) => {
    const next = { ...values, [name]: event.target.value };
    setValues(next);
    keepDraft(DRAFT, owner, next);
  };
  const problem = (name: keyof typeof EMPTY) => refusalOf(announce.error, name);
  return (
    <>
      <PageHead title={texts.title} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Form className="grid content-start gap-4" onSubmit={() => announce.mutate(values, { onSuccess: empty })}>
          {isRestored && (
            <p className="flex flex-wrap items-center gap-3 text-sm text-grey-4">
              {draftTexts.restored}
              <Button size="small" variant="secondary" onClick={empty}>
                {draftTexts.discard}
              </Button>
            </p>
          )}
          <Field label={texts.text} error={problem('title')} isRequired>
            <Input maxLength={200} value={values.title} onChange={set('title')} />
          </Field>
          <Field label={texts.linkText} error={problem('linkText')} isRequired>
            <Input maxLength={200} value={values.linkText} onChange={set('linkText')} />
          </Field>
          <Field label={texts.link} help={texts.linkHelp} error={problem('linkUrl')} isRequired>
            <Input value={values.linkUrl} onChange={set('linkUrl')} />
          </Field>
          <Field label={texts.lastDay} help={texts.lastDayHelp} error={problem('lastDay')} isOptional>
            <Input type="date" value={values.lastDay} onChange={set('lastDay')} />
          </Field>
          <Button type="submit" isPending={announce.isPending} className="justify-self-start">
            {texts.announce}
          </Button>
        </Form>
        <Loaded query={news}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState icon={Megaphone} title={texts.noneTitle} description={texts.none} />
            ) : (
              <ul className="grid content-start gap-3">
                {rows.map((row) => (
                  <li key={row.id}>
                    <Card className="flex flex-wrap items-center justify-between gap-3">
                      <div className="min-w-0 flex-1 wrap-anywhere">
                        <p>
                          {row.title} <span className="text-grey-4">{row.linkText}</span>
                        </p>
                        {row.lastDay && (
                          <p className="mt-1 text-sm text-grey-4">
                            {texts.until({ day: formatDay(row.lastDay, activeLanguage()) })}
                          </p>
                        )}
                      </div>
                      <ConfirmButton
                        label={texts.end}
                        accessibleLabel={texts.endNamed({ title: row.title })}
                        title={texts.endTitle}
                        consequence={texts.endText}
                        isPending={end.isPending && end.variables === row.id}
                        onConfirm={() => end.mutate(row.id)}
                      />
                    </Card>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
    </>
  );
}
