import { pacs } from '@duai/contract';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { isAnswerOf } from '../../lib/query-keys.ts';
import { useChange } from '../../lib/use-change.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Cell, Table, TableHead } from '../../ui/table.tsx';
import { ConnectionTest } from './connection-test.tsx';
import { NodePlace, NodeState } from './node-facts.tsx';
import { directionOf } from './node-wizard.tsx';

const WIDE = 'max-lg:hidden';
/** The queries of the operator's page. */
const ALL_PACS = isAnswerOf(
  pacs.getPacsInstallation,
  pacs.listPacsPeers,
  pacs.listAllAssociations,
  pacs.listAllWaitingStudies,
  pacs.listQuarantine,
  pacs.listAllDeliveries,
);

/** The systems of all institutions, which an operator can view, allow and block. */
export function AllNodes({ rows, ownTitle }: { readonly rows: readonly pacs.PacsPeer[]; readonly ownTitle: string }) {
  const { console: texts, nodes, test, directions, purposes } = useWorkTexts().pacs;
  const [tested, setTested] = useState<pacs.PacsPeer | null>(null);
  // Systems that wait for a decision come first.
  const ordered = rows.toSorted((a, b) => Number(a.isOpen) - Number(b.isOpen));
  return (
    <>
      <Table caption={texts.systems}>
        <TableHead
          headings={[
            [texts.institution, 'max-md:hidden'],
            nodes.name,
            [nodes.listens, WIDE],
            [texts.knownBy, WIDE],
            [nodes.state, WIDE],
            nodes.action,
          ]}
        />
        <tbody>
          {ordered.map((row) => (
            <tr key={row.id}>
              <Cell className="max-md:hidden">{row.institutionName}</Cell>
              <Cell>
                <p className="md:hidden">{row.institutionName}</p>
                <span className="font-semibold">{row.name}</span>
                <p className="font-mono">{row.aeTitle}</p>
                <p className="text-grey-4">
                  {purposes[row.purpose]}, {directions[directionOf(row)]}
                </p>
                {row.mayQuery && <p className="text-grey-4">{texts.searches}</p>}
                <div className="lg:hidden">
                  <NodePlace node={row} />
                  <KnownBy node={row} />
                  <p>
                    <NodeState node={row} />
                  </p>
                </div>
              </Cell>
              <Cell className={WIDE}>
                <NodePlace node={row} />
              </Cell>
              <Cell className={WIDE}>
                <KnownBy node={row} />
              </Cell>
              <Cell className={WIDE}>
                <NodeState node={row} />
              </Cell>
              <Cell>
                <div className="flex flex-wrap gap-2">
                  <OpenStep node={row} />
                  <Button
                    size="small"
                    variant="quiet"
                    aria-label={nodes.testNamed({ name: row.name })}
                    onClick={() => setTested(row)}
                  >
                    {nodes.test}
                  </Button>
                </div>
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      {tested && (
        <Dialog
          isOpen
          onClose={() => setTested(null)}
          title={test.title({ name: tested.name })}
          description={test.description}
          size="large"
        >
          <ConnectionTest
            node={tested}
            ownTitle={ownTitle}
            renews={ALL_PACS}
            test={(body) => call(pacs.testPacsPeer, { params: { peerId: tested.id }, body })}
          />
        </Dialog>
      )}
    </>
  );
}

function KnownBy({ node }: { readonly node: pacs.PacsPeer }) {
  const { fingerprint } = useWorkTexts().pacs.console;
  const known = node.certificateSha256 ? fingerprint({ sha256: node.certificateSha256 }) : node.address;
  return <span className="font-mono text-xs break-all">{known}</span>;
}

function OpenStep({ node }: { readonly node: pacs.PacsPeer }) {
  const texts = useWorkTexts().pacs.console;
  const { name, aeTitle, institutionName: institution } = node;
  const open = useChange(ALL_PACS, (body: { isOpen: boolean; mayQuery?: boolean }) =>
    call(pacs.openPacsPeer, { params: { peerId: node.id }, body }),
  );
  if (!node.isOpen)
    return (
      <ConfirmButton
        label={texts.open}
        accessibleLabel={texts.openNamed({ name })}
        title={texts.openTitle({ name, institution })}
        consequence={texts.openConsequence({ aeTitle, institution })}
        isPending={open.isPending}
        onConfirm={() => open.mutate({ isOpen: true })}
      />
    );
  return (
    <>
      {!node.mayQuery && (
        <ConfirmButton
          variant="quiet"
          label={texts.letSearch}
          accessibleLabel={texts.letSearchNamed({ name })}
          title={texts.letSearchTitle({ name })}
          consequence={texts.letSearchConsequence({ institution })}
          isPending={open.isPending}
          onConfirm={() => open.mutate({ isOpen: true, mayQuery: true })}
        />
      )}
      <ConfirmButton
        isDestructive
        variant="quiet"
        label={texts.close}
        accessibleLabel={texts.closeNamed({ name })}
        title={texts.closeTitle({ name })}
        consequence={texts.closeConsequence}
        isPending={open.isPending}
        onConfirm={() => open.mutate({ isOpen: false })}
      />
    </>
  );
}
