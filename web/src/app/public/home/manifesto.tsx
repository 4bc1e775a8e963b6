import { linkClasses } from '../../../ui/page.tsx';
import { Section, Sentence } from './section.tsx';

const AUDIENCES = [
  {
    name: 'Healthcare providers',
    text: 'One connection instead of a contract for every algorithm, and results that say how they came about.',
    link: { href: '/duaicheck-trial', text: 'Try DuaiCheck' },
  },
  {
    name: 'Insurance companies',
    text: 'A price per scan, and a finding that a second reader can check line by line.',
    link: { href: '#contact', text: 'Talk to us' },
  },
  {
    name: 'Patients',
    text: 'A report in plain words. Software measures first; a radiologist reads, writes and signs.',
    link: { href: '/second-opinion', text: 'Ask for a second opinion' },
  },
];

/** Part 4. */
export function Manifesto() {
  return (
    <Section
      id="manifesto"
      heading={
        <>
          <Sentence>Software measures.</Sentence> <Sentence>A physician decides and signs.</Sentence>
        </>
      }
    >
      <div className="grid gap-6 text-xl leading-relaxed md:text-2xl md:leading-[1.5]">
        <p className="font-serif">
          Medicine does not lack images. It lacks the time to look at them twice, and a way to know when the second look
          is worth it. We build software for the second look.
        </p>
        <p className="font-serif">
          Every result names its algorithm and version, the people it was tested on, and where it must not be used. If
          we haven't measured it, we don't claim it.
        </p>
        <p className="font-serif">
          We start in healthcare, where every mistake affects a person. The same discipline – measure, state the doubt,
          let a person decide – will later serve sustainability, and then space.
        </p>
      </div>
      <dl className="mt-14 grid gap-x-8 gap-y-8 md:grid-cols-3">
        {AUDIENCES.map(({ name, text, link }) => (
          <div key={name} className="flex flex-col border-t border-ink pt-4">
            <dt className="font-semibold">{name}</dt>
            <dd className="mt-2 flex grow flex-col gap-3 text-grey-4">
              <span className="grow">{text}</span>
              <a className={`${linkClasses} inline-flex min-h-8 items-center self-start`} href={link.href}>
                {link.text}
              </a>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
