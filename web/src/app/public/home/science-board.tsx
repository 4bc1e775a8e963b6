import { BOARD } from '../../../content/board.ts';
import { linkClasses } from '../../../ui/page.tsx';
import { SampleNote } from '../sample-note.tsx';
import { Portrait } from './portrait.tsx';
import { Section } from './section.tsx';

const SOCIAL = { linkedin: 'LinkedIn', x: 'X' } as const;

/** Part 10. */
export function ScienceBoard() {
  return (
    <Section
      id="science"
      heading="Scientific advisory board"
      lead={
        <>
          <p>Three experts who can veto a release, and who ask of every figure how it was measured.</p>
          <SampleNote of={BOARD} className="mt-4">
            Sample: these people are invented.
          </SampleNote>
        </>
      }
      className="with-drawing science-ground"
    >
      <ul className="grid gap-12">
        {BOARD.entries.map(({ name, role, bio, color, photoId, profileUrl, socialLinks }) => (
          <li
            key={photoId}
            className="grid grid-cols-[min(6.5rem,30%)_minmax(0,1fr)] gap-x-5 sm:grid-cols-[minmax(9rem,13rem)_1fr] sm:gap-x-8"
          >
            <div className="self-start">
              <Portrait src={`/api/members/${photoId}`} name={name} />
              <svg aria-hidden className="mt-2 h-1 w-full" preserveAspectRatio="none" viewBox="0 0 1 1">
                <rect width="1" height="1" fill={color} />
              </svg>
            </div>
            <div>
              <h3 className="font-serif text-2xl font-semibold">{name}</h3>
              <p className="mt-0.5 font-medium text-signal">{role}</p>
              <p className="mt-3 text-grey-4">{bio}</p>
              <p className="mt-3 flex flex-wrap gap-x-5">
                <a className={`${linkClasses} inline-flex min-h-8 items-center`} href={profileUrl}>
                  Profile<span className="sr-only"> of {name}</span>
                </a>
                {socialLinks.map(({ type, url }) => (
                  <a key={type} className={`${linkClasses} inline-flex min-h-8 items-center`} href={url}>
                    {SOCIAL[type]}
                    <span className="sr-only"> – {name}</span>
                  </a>
                ))}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
