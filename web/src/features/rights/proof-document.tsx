import { rights } from '@duai/contract';
import { Save } from 'lucide-react';
import { saveBlob } from '../../lib/files/object-url.ts';
import { formatDateTime, formatDay, formatNumber } from '../../lib/formatting.ts';
import { useLanguage } from '../../lib/messages.tsx';
import { Button } from '../../ui/button.tsx';

interface Shown {
  readonly proof: rights.ErasureProof;
  readonly document: string;
  readonly sha256: string;
}

/** What was erased, in numbers, and what is kept and why. It names no person. */
export function ProofDocument({ proof, document, sha256 }: Shown) {
  const { language, messages } = useLanguage();
  const texts = messages.rights.proof;
  const records: Readonly<Record<rights.RecordKind, string>> = texts.records;
  const rows = [
    ...rights.RECORD_KINDS.flatMap((kind) => {
      const count = proof.rows[kind];
      return count === undefined ? [] : [{ name: records[kind], count }];
    }),
    { name: texts.files, count: proof.files.removed },
  ].sort((a, b) => b.count - a.count);
  return (
    <article className="grid gap-7 rounded border border-grey-2 bg-surface p-5 sm:p-10 print:border-0 print:p-0">
      <header className="grid gap-4 border-b border-grey-2 pb-6">
        <h1 className="font-serif text-3xl font-semibold tracking-tight">{texts.heading}</h1>
        <p>{texts.intro}</p>
        <dl className="grid gap-x-8 gap-y-2">
          <Fact label={texts.number} value={proof.id} isCode />
          <Fact label={texts.requestedAt} value={formatDateTime(proof.requestedAt, language)} />
          <Fact label={texts.erasedAt} value={formatDateTime(proof.erasedAt, language)} />
        </dl>
      </header>
      <section className="grid gap-3">
        <h2 className="font-serif text-xl font-semibold">{texts.removed}</h2>
        <table className="w-full border-collapse tabular-nums">
          <thead>
            <tr className="border-b border-grey-3 text-[0.9em] text-grey-4">
              <th scope="col" className="py-1.5 text-start font-semibold">
                {texts.what}
              </th>
              <th scope="col" className="py-1.5 text-end font-semibold">
                {texts.count}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, count }) => (
              <tr key={name} className="border-b border-grey-2">
                <th scope="row" className="py-1.5 text-start font-normal">
                  {name}
                </th>
                <td className="py-1.5 text-end">{formatNumber(count, language)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {proof.files.keptForOthers > 0 && (
          <p className="text-[0.9em] text-grey-4">
            {texts.keptForOthers}: {formatNumber(proof.files.keptForOthers, language)}
          </p>
        )}
      </section>
      <section className="grid gap-2">
        <h2 className="font-serif text-xl font-semibold">{texts.kept}</h2>
        <ul className="list-disc ps-5">
          {proof.kept.map(({ what, count }) => (
            <li key={what}>
              {texts.keptReasons[what]}
              {what === 'audit-rows' && count !== null && ` (${formatNumber(count, language)})`}
            </li>
          ))}
        </ul>
        {proof.cleanBy?.database && proof.cleanBy.backups && (
          <p>
            {texts.cleanBy({
              database: formatDay(proof.cleanBy.database, language),
              backups: formatDay(proof.cleanBy.backups, language),
            })}
          </p>
        )}
      </section>
      <footer className="grid gap-4 border-t border-grey-2 pt-6 text-[0.9em] text-grey-4">
        <p>
          {texts.hash}:{' '}
          <code className="font-mono break-all" dir="ltr">
            {sha256}
          </code>
        </p>
        <Button
          variant="secondary"
          className="justify-self-start"
          onClick={() => saveBlob(new Blob([document], { type: 'application/json' }), texts.fileName)}
        >
          <Save aria-hidden className="size-5" />
          {texts.save}
        </Button>
      </footer>
    </article>
  );
}

function Fact({
  label,
  value,
  isCode = false,
}: {
  readonly label: string;
  readonly value: string;
  readonly isCode?: boolean;
}) {
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt className="text-grey-4">{label}:</dt>
      <dd className={isCode ? 'font-mono break-all' : 'font-semibold'}>
        <bdi>{value}</bdi>
      </dd>
    </div>
  );
}
