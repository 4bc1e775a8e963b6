import { acceptance, installedAlgorithms, institutions } from '@duai/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ImportPackage } from '../../features/console/algorithms/import-package.tsx';
import { VersionDryRun } from '../../features/console/algorithms/version-dry-run.tsx';
import { Loaded, PageHead } from '../../features/console/loaded.tsx';
import { AcceptanceRuns, isUnderWay, LOOK_AGAIN_MS, ruleText } from '../../features/evaluation/acceptance-runs.tsx';
import { AlgorithmFigures } from '../../features/monitoring/algorithm-figures.tsx';
import { call } from '../../lib/api.ts';
import { type PageStep, queryOf } from '../../lib/counted.ts';
import { formatDate } from '../../lib/formatting.ts';
import { activeLanguage } from '../../lib/language.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { isAnswerOf, keyOf } from '../../lib/query-keys.ts';
import { renew } from '../../lib/renewals.ts';
import { useChange } from '../../lib/use-change.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Select } from '../../ui/forms/input.tsx';
import { linkClasses } from '../../ui/page.tsx';
import { CursorPages } from '../../ui/pagination.tsx';
import { Cell, Table, TableHead } from '../../ui/table.tsx';

type Version = installedAlgorithms.InstalledVersion;
type Change = (typeof installedAlgorithms.VERSION_CHANGES)[number];
interface Wish {
  readonly row: Version;
  readonly change: Change;
}

/** The installed versions of all algorithms, and which of them are active: by default, and for one institution. */
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
          <Field label={texts.for} className="mb-4 max-w-xl">
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
            <Table
              caption={texts.caption}
              // On a phone each version is a block.
              className="max-sm:[&_thead]:sr-only max-sm:[&_tr]:block max-sm:[&_tr]:border-b max-sm:[&_tr]:border-grey-2 max-sm:[&_tr]:py-1.5"
            >
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
                    institutionId={institutionId}
                    isPending={change.isPending && change.variables.row === row}
                    onChange={(wish) => change.mutate({ row, change: wish })}
                  />
                ))}
              </tbody>
            </Table>
            {institutionId !== '' && <InstitutionAcceptance key={institutionId} institutionId={institutionId} />}
            <Figures
              algorithms={[...new Map(versions.map(({ id, title }) => [id, title[activeLanguage()]]))]}
              nameOf={(id) => houses.data?.find((house) => house.id === id)?.name ?? id}
            />
            {recipes.length > 0 && (
              <section aria-labelledby="recipes" className="mt-8">
                <h2 id="recipes" className="text-lg font-semibold">
                  {texts.recipes}
                </h2>
                <p className="text-sm text-grey-4">{texts.recipesText}</p>
                <ul className="mt-2 grid gap-2">
                  {recipes.map(({ id, title, command, isEvaluated }) => (
                    <li key={id} className="text-sm">
                      <span className="font-semibold">{title[activeLanguage()]}</span>
                      {!isEvaluated && <span className="text-grey-4"> – {texts.notEvaluated}</span>}
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

const onPhone = 'max-sm:block max-sm:border-b-0 max-sm:py-1';

const TONES = { active: 'green', shadow: 'blue', off: 'grey' } as const;

const ACCEPTANCE_TONES = { missing: 'grey', running: 'blue', passed: 'green', 'not-passed': 'red' } as const;

/** The possible changes of a version. A built-in version cannot be shadowed or rolled back. */
function changesOf({ state, importedAt, canRollBack, acceptance }: Version): readonly Change[] {
  if (state === 'active') return importedAt !== null && canRollBack ? ['roll-back', 'off'] : ['off'];
  const shadow = state === 'shadow' ? 'shadow-off' : 'shadow-on';
  return [
    ...(acceptance === null || acceptance === 'passed' ? (['activate'] as const) : []),
    ...(importedAt === null ? [] : ([shadow] as const)),
  ];
}

function VersionRow({
  row,
  institutionId,
  isPending,
  onChange,
}: {
  readonly row: Version;
  readonly institutionId: string;
  readonly isPending: boolean;
  readonly onChange: (change: Change) => void;
}) {
  const texts = useWorkTexts().console.algorithms;
  const language = activeLanguage();
  const name = `${row.id} ${row.version}`;
  return (
    <tr>
      <Cell className={onPhone}>
        <span className="font-semibold">{row.title[language]}</span>
        <span className="block font-mono text-xs text-grey-4 wrap-anywhere">{name}</span>
      </Cell>
      <Cell className="font-mono text-xs max-lg:hidden">{row.engine}</Cell>
      <Cell className={onPhone}>
        <div className="flex flex-wrap gap-1.5">
          <Badge tone={TONES[row.state]}>{texts.states[row.state]}</Badge>
          {row.acceptance && <Badge tone={ACCEPTANCE_TONES[row.acceptance]}>{texts.acceptance[row.acceptance]}</Badge>}
        </div>
      </Cell>
      <Cell className="max-lg:hidden">{row.importedAt ? formatDate(row.importedAt, language) : texts.builtin}</Cell>
      <Cell className={onPhone}>
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
          {institutionId !== '' && <VersionTrials row={row} name={name} institutionId={institutionId} />}
        </div>
      </Cell>
    </tr>
  );
}

/** What can be tried with the stored studies of an institution before a version is made active. */
function VersionTrials({
  row,
  name,
  institutionId,
}: {
  readonly row: Version;
  readonly name: string;
  readonly institutionId: string;
}) {
  const texts = useWorkTexts().console.algorithms;
  const { dryRun, acceptanceRun } = texts;
  const [isTrying, setIsTrying] = useState(false);
  const params = { institutionId };
  const start = useChange(
    isAnswerOf(acceptance.getAcceptanceOf, installedAlgorithms.listInstalled),
    () => call(acceptance.startAcceptance, { params, body: { algorithmId: row.id, version: row.version } }),
    acceptanceRun.begun,
  );
  return (
    <>
      <Button
        size="small"
        variant="secondary"
        aria-label={texts.named({ change: dryRun.title, name })}
        onClick={() => setIsTrying(true)}
      >
        {dryRun.title}
      </Button>
      {row.canBeTried && (
        <ConfirmButton
          label={acceptanceRun.start}
          accessibleLabel={texts.named({ change: acceptanceRun.start, name })}
          title={texts.named({ change: acceptanceRun.start, name })}
          consequence={acceptanceRun.consequence}
          isPending={start.isPending}
          onConfirm={() => start.mutate(undefined)}
        />
      )}
      <Dialog
        isOpen={isTrying}
        onClose={() => setIsTrying(false)}
        title={texts.named({ change: dryRun.title, name })}
        description={dryRun.text}
        size="large"
      >
        <VersionDryRun version={row} institutionId={institutionId} />
      </Dialog>
    </>
  );
}

/** What the institution asks of versions, and how they did on its labelled studies. */
function InstitutionAcceptance({ institutionId }: { readonly institutionId: string }) {
  const { acceptanceRun } = useWorkTexts().console.algorithms;
  const texts = useWorkTexts().evaluation.acceptance;
  const queryClient = useQueryClient();
  const params = { institutionId };
  const [at, setAt] = useState<PageStep>({ page: 1 });
  const query = queryOf(at);
  const key = keyOf(acceptance.getAcceptanceOf, { params, query });
  const found = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const before = queryClient.getQueryData<acceptance.Acceptance>(key);
      const answer = await call(acceptance.getAcceptanceOf, { params, query, signal });
      // What a version may become follows from how its run ended.
      if (before && isUnderWay(before) && !isUnderWay(answer))
        await renew(queryClient, installedAlgorithms.listInstalled);
      return answer;
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? LOOK_AGAIN_MS : false),
  });
  return (
    <section aria-labelledby="acceptance" className="mt-8 grid grid-cols-1 gap-3">
      <h2 id="acceptance" className="text-lg font-semibold">
        {acceptanceRun.title}
      </h2>
      <Loaded query={found}>
        {({ rule, runs, ...ways }) => (
          <>
            <p className="max-w-3xl text-sm text-grey-4">
              {rule.isRequired
                ? `${acceptanceRun.asked} ${ruleText(rule, texts, activeLanguage())}`
                : acceptanceRun.notAsked}
            </p>
            <AcceptanceRuns runs={runs} />
            <CursorPages at={at} found={ways} onChange={setAt} />
          </>
        )}
      </Loaded>
    </section>
  );
}

/** Figures of one algorithm with their control limits, once it is chosen. */
function Figures({
  algorithms,
  nameOf,
}: {
  readonly algorithms: readonly (readonly [id: string, title: string])[];
  readonly nameOf: (institutionId: string) => string;
}) {
  const texts = useWorkTexts().console.algorithms.figures;
  const [algorithmId, setAlgorithmId] = useState('');
  return (
    <section aria-labelledby="figures" className="mt-8 grid grid-cols-1 gap-3">
      <h2 id="figures" className="text-lg font-semibold">
        {texts.title}
      </h2>
      <p className="max-w-3xl text-sm text-grey-4">{texts.text}</p>
      <Field label={texts.algorithm} className="max-w-md">
        <Select value={algorithmId} onChange={(event) => setAlgorithmId(event.target.value)}>
          <option value="">{texts.choose}</option>
          {algorithms.map(([id, title]) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Select>
      </Field>
      {algorithmId !== '' && <AlgorithmFigures algorithmId={algorithmId} nameOf={nameOf} />}
    </section>
  );
}
