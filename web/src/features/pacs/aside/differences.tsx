import type { keptAside as contract } from '@duai/contract';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { Cell, Table, TableHead } from '../../../ui/table.tsx';

/** What differs between the two: pixels, and the elements with both values. */
export function Differences({ elements, pixels }: Pick<contract.KeptAside, 'elements' | 'pixels'>) {
  const texts = useWorkTexts().pacs.aside;
  const valueText = (value: string | null) =>
    value === null || value === '' ? (
      <span className="text-grey-4">{value === null ? texts.absent : texts.empty}</span>
    ) : (
      value
    );
  return (
    <section className="grid grid-cols-1 gap-3">
      <h3 className="text-lg font-semibold">{texts.differences}</h3>
      <p className={pixels === 'different' ? 'font-semibold' : undefined}>{texts.pixels[pixels]}</p>
      {!elements && <p>{texts.notCompared}</p>}
      {elements && elements.differences.length + elements.privateOnes === 0 && <p>{texts.none}</p>}
      {elements && elements.differences.length > 0 && (
        <Table caption={texts.differences} className="max-h-96">
          <TableHead headings={[[texts.element, 'max-sm:hidden'], texts.storedValue, texts.asideValue]} />
          <tbody>
            {elements.differences.map(({ element, first, second }) => (
              <tr key={element}>
                <Cell className="break-all max-sm:hidden">{element}</Cell>
                <Cell className="break-all">
                  <span className="block text-grey-4 sm:hidden">{element}</span>
                  {valueText(first)}
                </Cell>
                <Cell className="break-all max-sm:align-bottom">{valueText(second)}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {elements && elements.more > 0 && <p className="text-sm text-grey-4">{texts.more({ count: elements.more })}</p>}
      {elements && elements.privateOnes > 0 && (
        <p className="text-sm text-grey-4">{texts.privateOnes({ count: elements.privateOnes })}</p>
      )}
    </section>
  );
}
