import { FileCheck2, Network, Receipt, Shapes, ShieldCheck } from 'lucide-react';
import { Section } from './section.tsx';

const ITEMS = [
  {
    icon: Shapes,
    title: 'One platform, many algorithms',
    text: 'One sign-in and one contract for algorithms from many vendors. Each comes with the model card that says what it is for.',
  },
  {
    icon: Network,
    title: 'PACS integration',
    text: 'Your archive sends studies by DICOMweb. You download results as DICOM SR, FHIR and PDF.',
  },
  {
    icon: ShieldCheck,
    title: 'Backed by insurance',
    text: 'What is signed on the platform is covered by liability insurance. Who carries the risk is written down before the first scan.',
  },
  {
    icon: FileCheck2,
    title: 'Evidence first',
    text: 'A figure without its sample size is an opinion. We print the interval beside the estimate, and the failures beside both.',
  },
] as const;

const BILL = [
  { scans: '412 chest radiographs', result: 'analysed', billed: '412' },
  { scans: '38 chest CTs', result: 'analysed', billed: '38' },
  { scans: '6 photographs of a film', result: 'refused', billed: '0' },
];

/** Part 5: five points, per-scan pricing first. */
export function Focus() {
  return (
    <Section
      id="focus"
      heading="Five principles we don't compromise on."
      lead={<p>Everything else about diagnostics may change. These do not depend on the next model.</p>}
    >
      <ul>
        <li className="grid grid-cols-1 gap-x-8 gap-y-5 border-t border-ink py-8 md:grid-cols-2" data-focus-item>
          <div>
            <Receipt aria-hidden className="size-7 text-signal" strokeWidth={1.5} />
            <h3 className="mt-4 font-serif text-2xl font-semibold">Per-scan pricing</h3>
            <p className="mt-2 text-grey-4">
              No licence, no minimum, no year-end surprise. You pay only for scans we analyse.
            </p>
          </div>
          <table className="w-full self-end text-sm wrap-anywhere tabular-nums">
            <caption className="pb-2 text-start text-xs text-grey-4">
              Sample: an invented month of a small department
            </caption>
            <thead className="border-b border-grey-3 text-xs text-grey-4">
              <tr>
                <th scope="col" className="py-1.5 text-start font-medium">
                  Scans
                </th>
                <th scope="col" className="py-1.5 text-start font-medium">
                  Result
                </th>
                <th scope="col" className="py-1.5 text-end font-medium">
                  Billed
                </th>
              </tr>
            </thead>
            <tbody>
              {BILL.map(({ scans, result, billed }) => (
                <tr key={scans} className="border-b border-grey-2">
                  <td className="py-2 pe-2">{scans}</td>
                  <td className="py-2 pe-2">{result}</td>
                  <td className="py-2 text-end font-semibold">{billed}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </li>
        {ITEMS.map(({ icon: Icon, title, text }) => (
          <li
            key={title}
            className="grid grid-cols-1 gap-x-8 gap-y-2 border-t border-grey-2 py-7 md:grid-cols-2"
            data-focus-item
          >
            <div className="flex items-start gap-4">
              <Icon aria-hidden className="mt-1 size-6 shrink-0 text-signal" strokeWidth={1.5} />
              <h3 className="font-serif text-2xl font-semibold">{title}</h3>
            </div>
            <p className="text-grey-4 max-md:ps-10">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
