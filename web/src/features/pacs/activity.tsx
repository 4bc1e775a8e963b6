import type { pacs } from '@duai/contract';
import { formatDateTime, formatFileSize } from '../../lib/formatting.ts';
import { activeLanguage } from '../../lib/language.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PagesOfList } from '../../ui/pages-of-list.tsx';
import { Cell, Table, TableHead } from '../../ui/table.tsx';
import { DecideAside } from './aside/kept-aside.tsx';
import type { PacsLists } from './pacs-lists.ts';

const WIDE = 'max-lg:hidden';
const NARROW = 'max-sm:hidden';
const TONES = {
  released: 'green',
  aborted: 'orange',
  lost: 'orange',
  'protocol-error': 'red',
  'not-open': 'yellow',
  'wrong-caller': 'red',
  'wrong-title': 'red',
} as const;

const timeText = (time: string) => formatDateTime(time, activeLanguage());

/** Recent associations, deliveries in progress, and objects set aside. Operators see no studies. */
export function PacsActivity({
  lists,
  studyPath,
}: {
  readonly lists: Pick<PacsLists, 'associations' | 'waiting' | 'quarantine'>;
  readonly studyPath?: (scanId: string) => string;
}) {
  return (
    <>
      <PagesOfList list={lists.associations}>{(rows, pages) => <Associations rows={rows} pages={pages} />}</PagesOfList>
      <PagesOfList list={lists.waiting}>
        {(rows, pages) => <Waiting rows={rows} pages={pages} studyPath={studyPath} />}
      </PagesOfList>
      <PagesOfList list={lists.quarantine}>
        {(rows, pages) => <Quarantine rows={rows} pages={pages} studyPath={studyPath} />}
      </PagesOfList>
    </>
  );
}

function Section({
  title,
  hint,
  none,
  children,
}: {
  readonly title: string;
  readonly hint: string;
  /** Shown instead of an empty list. */
  readonly none: string | null;
  readonly children: React.ReactNode;
}) {
  return (
    <Card className="grid grid-cols-1 gap-3">
      <div className="max-w-2xl">
        <h2 className="text-lg font-semibold">{title}</h2>
        <p className="text-sm text-grey-4">{none ?? hint}</p>
      </div>
      {none === null && children}
    </Card>
  );
}

interface PageProps<Row> {
  readonly rows: readonly Row[];
  /** The way to the other pages. */
  readonly pages: React.ReactNode;
}

function Associations({ rows, pages }: PageProps<pacs.PacsAssociations>) {
  const { activity: texts, outcomes } = useWorkTexts().pacs;
  const none = rows.length === 0 ? texts.noAssociations : null;
  return (
    <Section title={texts.associations} hint={texts.associationsHint} none={none}>
      <Table caption={texts.associations} className="max-h-96">
        <TableHead
          headings={[
            texts.time,
            texts.system,
            [texts.from, WIDE],
            [texts.count, `text-end ${WIDE}`],
            [texts.images, `text-end ${WIDE}`],
            [texts.refusedImages, `text-end ${WIDE}`],
            texts.outcome,
          ]}
        />
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.peerId} ${row.hour} ${row.outcome}`}>
              <Cell>{timeText(row.lastAt)}</Cell>
              <Cell>
                {row.peerName}
                <div className="text-grey-4 lg:hidden">
                  <p className="font-mono break-all">{row.address}</p>
                  <p>{texts.imagesAndRefused({ stored: row.stored, refused: row.refused })}</p>
                </div>
              </Cell>
              <Cell className={`font-mono ${WIDE}`}>{row.address}</Cell>
              <Cell className={`text-end ${WIDE}`}>{row.associations}</Cell>
              <Cell className={`text-end ${WIDE}`}>{row.stored}</Cell>
              <Cell className={`text-end ${WIDE}`}>{row.refused}</Cell>
              <Cell>
                <Badge tone={TONES[row.outcome]} className="whitespace-normal">
                  {outcomes[row.outcome]}
                </Badge>
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      {pages}
    </Section>
  );
}

type StudyPath = ((scanId: string) => string) | undefined;

function StudyCell({
  scanId,
  studyPath,
  more,
}: {
  readonly scanId: string;
  readonly studyPath: StudyPath;
  /** What else can be done, beside the way to the study. */
  readonly more?: React.ReactNode;
}) {
  const texts = useWorkTexts().pacs.activity;
  if (!studyPath) return <Cell className="font-mono break-all">{scanId}</Cell>;
  return (
    <Cell>
      <div className="flex flex-wrap items-center gap-2">
        {/* Its words stand below the heading, and above what follows on a phone. */}
        <ButtonLink to={studyPath(scanId)} size="small" variant="quiet" className="-ms-3">
          {texts.openStudy}
        </ButtonLink>
        {more}
      </div>
    </Cell>
  );
}

function Waiting({ rows, pages, studyPath }: PageProps<pacs.WaitingStudy> & { readonly studyPath: StudyPath }) {
  const texts = useWorkTexts().pacs.activity;
  const none = rows.length === 0 ? texts.noWaiting : null;
  return (
    <Section title={texts.waiting} hint={texts.waitingHint} none={none}>
      <Table caption={texts.waiting} className="max-h-96">
        <TableHead headings={[texts.begins, [texts.imageCount, 'text-end'], texts.study]} />
        <tbody>
          {rows.map((row) => (
            <tr key={row.scanId}>
              <Cell>{timeText(row.quietAt)}</Cell>
              <Cell className="text-end">{row.images}</Cell>
              <StudyCell scanId={row.scanId} studyPath={studyPath} />
            </tr>
          ))}
        </tbody>
      </Table>
      {pages}
    </Section>
  );
}

function Quarantine({
  rows,
  pages,
  studyPath,
}: PageProps<pacs.QuarantinedInstance> & { readonly studyPath: StudyPath }) {
  const { pacs, scans } = useWorkTexts();
  const texts = pacs.activity;
  const none = rows.length === 0 ? texts.noQuarantine : null;
  const sourceOf = ({ way, sender }: pacs.QuarantinedInstance): string => {
    const { ways, from } = scans.arrival;
    return sender ? from({ way: ways[way], system: sender }) : ways[way];
  };
  return (
    <Section title={texts.quarantine} hint={texts.quarantineHint} none={none}>
      <Table caption={texts.quarantine} className="max-h-96">
        <TableHead
          headings={[texts.received, [texts.cameBy, NARROW], [texts.size, `text-end ${NARROW}`], texts.study]}
        />
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <Cell>
                {timeText(row.receivedAt)}
                <p className="text-grey-4 sm:hidden">{sourceOf(row)}</p>
              </Cell>
              <Cell className={`break-words ${NARROW}`}>{sourceOf(row)}</Cell>
              <Cell className={`text-end ${NARROW}`}>{formatFileSize(row.sizeBytes, activeLanguage())}</Cell>
              <StudyCell
                scanId={row.scanId}
                studyPath={studyPath}
                more={<DecideAside quarantineId={row.id} receivedAt={row.receivedAt} />}
              />
            </tr>
          ))}
        </tbody>
      </Table>
      {pages}
    </Section>
  );
}
