import { installedAlgorithms, institutions } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ImportPackage } from '../../features/console/import-package.tsx';
import { Loaded, PageHead } from '../../features/console/loaded.tsx';
import { call } from '../../lib/api.ts';
import { formatDate } from '../../lib/formatting.ts';
import { activeLanguage } from '../../lib/language.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { keyOf } from '../../lib/query-keys.ts';
import { useChange } from '../../lib/use-change.ts';
import { Badge } from '../../ui/badge.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Select } from '../../ui/forms/input.tsx';
import { linkClasses } from '../../ui/page.tsx';
import { Cell, Table, TableHead } from '../../ui/table.tsx';

type Version = installedAlgorithms.InstalledVersion;
type Change = (typeof installedAlgorithms.VERSION_CHANGES)[number];
interface Wish {
  readonly row: Version;
  readonly change: Change;
}

/** Which versions of which algorithms are there, and which of them run: by default, and for one institution. */
export default function Algorithms() {
  const texts = useWorkTexts().console.algorithms;
  const { columns } = texts;
  const [institutionId, setInstitutionId] = useState('');
  const houses = useQuery({
    queryKey: keyOf(institutions.listInstitutions),
    queryFn: () => call(institutions.listInstitutions),
  });
  const installed = useQuery({
    queryKey: keyOf(installedAlgorithms.listInstalled, { query: { institutionId } }),
    queryFn: ({ signal }) => call(installedAlgorithms.listInstalled, { query: { institutionId }, signal }),
    staleTime: 0,
  });
  const change = useChange(
    installedAlgorithms.listInstalled,
    (wish: Wish) =>
      call(installedAlgorithms.changeVersion, {
        params: { algorithmId: wish.row.id, version: wish.row.version },
        body: { change: wish.change, institutionId: institutionId || null },
      }),
    texts.done,
  );
  return (
    <>
      <PageHead title={texts.title} />
      <p className="mb-4 max-w-3xl text-sm text-grey-4">
        {texts.text}{' '}
        <a href="/duaicheck/models" className={linkClasses}>
          {texts.cards}
        </a>
      </p>
      <Loaded query={houses}>
        {(rows) => (
          <Field label={texts.for} className="mb-4 max-w-md">
            <Select value={institutionId} onChange={(event) => setInstitutionId(event.target.value)}>
              <option value="">{texts.everybody}</option>
              {rows.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        )}
      </Loaded>
      <Loaded query={installed}>
        {({ versions, recipes }) => (
          <>
            <Table caption={texts.caption}>
              <TableHead
                headings={[
                  columns.algorithm,
                  [columns.engine, 'max-lg:hidden'],
                  columns.state,
                  [columns.imported, 'max-lg:hidden'],
                  columns.action,
                ]}
              />
              <tbody>
                {versions.map((row) => (
                  <VersionRow
                    key={`${row.id} ${row.version}`}
                    row={row}
                    isPending={change.isPending && change.variables.row === row}
                    onChange={(wish) => change.mutate({ row, change: wish })}
                  />
                ))}
              </tbody>
            </Table>
            {recipes.length > 0 && (
              <section aria-labelledby="recipes" className="mt-8">
                <h2 id="recipes" className="text-lg font-semibold">
                  {texts.recipes}
                </h2>
                <p className="text-sm text-grey-4">{texts.recipesText}</p>
                <ul className="mt-2 grid gap-2">
                  {recipes.map(({ id, title, command }) => (
                    <li key={id} className="text-sm">
                      <span className="font-semibold">{title[activeLanguage()]}</span>
                      <code className="block font-mono text-grey-4 wrap-anywhere">{command}</code>
                    </li>
                  ))}
                </ul>
              </section>
            )}
          </>
        )}
      </Loaded>
      <div className="mt-8">
        <ImportPackage />
      </div>
    </>
  );
}

const TONES = { active: 'green', shadow: 'blue', off: 'grey' } as const;

/** What can be done with a version: a built-in one has no shadow and no earlier version. */
function changesOf({ state, importedAt }: Version): readonly Change[] {
  if (importedAt === null) return state === 'active' ? ['off'] : ['activate'];
  if (state === 'active') return ['roll-back', 'off'];
  return state === 'shadow' ? ['activate', 'shadow-off'] : ['activate', 'shadow-on'];
}

function VersionRow({
  row,
  isPending,
  onChange,
}: {
  readonly row: Version;
  readonly isPending: boolean;
  readonly onChange: (change: Change) => void;
}) {
  const texts = useWorkTexts().console.algorithms;
  const language = activeLanguage();
  const name = `${row.id} ${row.version}`;
  return (
    <tr>
      <Cell>
        <span className="font-semibold">{row.title[language]}</span>
        <span className="block font-mono text-xs text-grey-4 wrap-anywhere">{name}</span>
      </Cell>
      <Cell className="font-mono text-xs max-lg:hidden">{row.engine}</Cell>
      <Cell>
        <Badge tone={TONES[row.state]}>{texts.states[row.state]}</Badge>
      </Cell>
      <Cell className="max-lg:hidden">{row.importedAt ? formatDate(row.importedAt, language) : texts.builtin}</Cell>
      <Cell>
        <div className="flex flex-wrap gap-1.5">
          {changesOf(row).map((change) => (
            <ConfirmButton
              key={change}
              label={texts.changes[change]}
              accessibleLabel={texts.named({ change: texts.changes[change], name })}
              title={texts.named({ change: texts.changes[change], name })}
              consequence={texts.consequence}
              isDestructive={change === 'off'}
              isPending={isPending}
              onConfirm={() => onChange(change)}
            />
          ))}
        </div>
      </Cell>
    </tr>
  );
}
