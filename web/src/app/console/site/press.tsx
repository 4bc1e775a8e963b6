import { press } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { Newspaper } from 'lucide-react';
import { useState } from 'react';
import { Loaded, PageHead } from '../../../features/console/loaded.tsx';
import { ReleaseCard } from '../../../features/console/press/release-card.tsx';
import { type Release, ReleaseDialog } from '../../../features/console/press/release-dialog.tsx';
import { call } from '../../../lib/api.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { keyOf } from '../../../lib/query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useSignedInStaff } from '../layout.tsx';

export default function Press() {
  const texts = useWorkTexts().console.press;
  const staff = useSignedInStaff();
  const [edited, setEdited] = useState<Release | null>(null);
  const releases = useQuery({
    queryKey: keyOf(press.listEditedReleases),
    queryFn: () => call(press.listEditedReleases),
    staleTime: 0,
  });
  const empty = (): Release => ({
    title: '',
    date: new Date().toISOString().slice(0, 10),
    content: '',
    linkUrl: '',
    isPublished: false,
  });
  return (
    <>
      <PageHead title={texts.title}>
        <Button size="small" onClick={() => setEdited(empty())}>
          {texts.new}
        </Button>
      </PageHead>
      <Loaded query={releases}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon={Newspaper} title={texts.noneTitle} description={texts.none} />
          ) : (
            <ul className="grid gap-3">
              {rows.map((row) => (
                <li key={row.id}>
                  <ReleaseCard release={row} onEdit={() => setEdited(row)} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {edited && (
        <ReleaseDialog
          key={edited.id ?? 'new'}
          // As the list has it now: another operator may have changed it since the dialog was opened.
          release={releases.data?.find(({ id }) => id === edited.id) ?? edited}
          owner={staff.id}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}
