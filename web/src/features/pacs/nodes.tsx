import { pacs } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { Network } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { keyOf } from '../../lib/query-keys.ts';
import { IN_WORKBENCH } from '../../lib/renewals.ts';
import { useTrialChange } from '../../lib/use-change.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Cell, Table, TableHead } from '../../ui/table.tsx';
import { ConnectionTest } from './connection-test.tsx';
import { NodePlace, NodeState } from './node-facts.tsx';
import { directionOf, NodeWizard } from './node-wizard.tsx';

const WIDE = 'max-lg:hidden';

/** DICOM systems of the institution: add, test, remove. */
export function Nodes({ ownTitle }: { readonly ownTitle: string }) {
  const texts = useWorkTexts().pacs.nodes;
  const [isAdding, setIsAdding] = useState(false);
  const [tested, setTested] = useState<pacs.PacsPeer | null>(null);
  const [changed, setChanged] = useState<pacs.PacsPeer | null>(null);
  const nodes = useQuery({
    queryKey: keyOf(pacs.listPacsNodes),
    queryFn: ({ signal }) => call(pacs.listPacsNodes, { signal }),
    staleTime: 0,
  });
  const add = <Button onClick={() => setIsAdding(true)}>{texts.add}</Button>;
  return (
    <Card className="grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">{texts.title}</h2>
        {nodes.data && nodes.data.length > 0 && add}
      </div>
      <Loaded query={nodes}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon={Network} title={texts.none} description={texts.noneHint} action={add} headingLevel={2} />
          ) : (
            <NodeTable rows={rows} onTest={setTested} onChange={setChanged} />
          )
        }
      </Loaded>
      {isAdding && <NodeWizard ownTitle={ownTitle} onClose={() => setIsAdding(false)} />}
      {changed && <NodeWizard ownTitle={ownTitle} known={changed} onClose={() => setChanged(null)} />}
      {tested && <TestDialog node={tested} ownTitle={ownTitle} onClose={() => setTested(null)} />}
    </Card>
  );
}

function NodeTable({
  rows,
  onTest,
  onChange,
}: {
  readonly rows: readonly pacs.PacsPeer[];
  readonly onTest: (node: pacs.PacsPeer) => void;
  readonly onChange: (node: pacs.PacsPeer) => void;
}) {
  const { nodes: texts, directions, purposes } = useWorkTexts().pacs;
  const remove = useTrialChange((peerId: string) => call(pacs.removePacsNode, { params: { peerId } }), texts.removed);
  return (
    <Table caption={texts.caption}>
      <TableHead
        headings={[
          texts.name,
          [texts.aeTitle, WIDE],
          [texts.listens, WIDE],
          [texts.direction, WIDE],
          [texts.state, WIDE],
          texts.action,
        ]}
      />
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <Cell>
              <span className="font-semibold">{row.name}</span>
              <p className="text-grey-4">{purposes[row.purpose]}</p>
              <div className="text-grey-4 lg:hidden">
                <p className="font-mono">{row.aeTitle}</p>
                <NodePlace node={row} />
                <p>{directions[directionOf(row)]}</p>
                <NodeState node={row} />
              </div>
            </Cell>
            <Cell className={`font-mono ${WIDE}`}>{row.aeTitle}</Cell>
            <Cell className={WIDE}>
              <NodePlace node={row} />
            </Cell>
            <Cell className={WIDE}>{directions[directionOf(row)]}</Cell>
            <Cell className={WIDE}>
              <NodeState node={row} />
            </Cell>
            <Cell>
              <div className="flex flex-wrap gap-2">
                <Button
                  size="small"
                  variant="secondary"
                  aria-label={texts.testNamed({ name: row.name })}
                  onClick={() => onTest(row)}
                >
                  {texts.test}
                </Button>
                <Button
                  size="small"
                  variant="quiet"
                  aria-label={texts.changeNamed({ name: row.name })}
                  onClick={() => onChange(row)}
                >
                  {texts.change}
                </Button>
                <ConfirmButton
                  isDestructive
                  label={texts.remove}
                  accessibleLabel={texts.removeNamed({ name: row.name })}
                  title={texts.removeTitle({ name: row.name })}
                  consequence={texts.removeConsequence}
                  isPending={remove.isPending}
                  onConfirm={() => remove.mutate(row.id)}
                  variant="quiet"
                />
              </div>
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function TestDialog({
  node,
  ownTitle,
  onClose,
}: {
  readonly node: pacs.PacsPeer;
  readonly ownTitle: string;
  readonly onClose: () => void;
}) {
  const texts = useWorkTexts().pacs.test;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={texts.title({ name: node.name })}
      description={texts.description}
      size="large"
    >
      <ConnectionTest
        node={node}
        ownTitle={ownTitle}
        renews={IN_WORKBENCH}
        test={(body) => call(pacs.testPacsNode, { params: { peerId: node.id }, body })}
      />
    </Dialog>
  );
}
