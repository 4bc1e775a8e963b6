import { HOME } from '../../../content/home-rules.ts';
import { TEAM } from '../../../content/team.ts';
import { SampleNote } from '../sample-note.tsx';
import { Contact } from './contact.tsx';
import { Portrait } from './portrait.tsx';

/** Part 12: six people, and how to reach them. */
export function Team() {
  return (
    <section id="team" aria-labelledby="team-heading" className="home-section" data-reveal={HOME.revealThresholds.tall}>
      <div className="mx-auto max-w-7xl px-5">
        <h2 id="team-heading" className="display text-[clamp(2.1rem,3.9vw,3.25rem)]">
          Leadership team
        </h2>
        <SampleNote of={TEAM} className="mt-4">
          Sample: these people are invented.
        </SampleNote>
        <ul className="mt-10 grid grid-cols-2 gap-x-5 gap-y-10 md:grid-cols-3 lg:grid-cols-6">
          {TEAM.entries.map(({ name, role, bio, photoUrl }) => (
            <li key={name}>
              <Portrait src={photoUrl} name={name} />
              <h3 className="mt-3 font-serif text-lg leading-snug font-semibold">{name}</h3>
              <p className="text-sm font-medium text-signal">{role}</p>
              <p className="mt-2 text-sm text-grey-4">{bio}</p>
            </li>
          ))}
        </ul>
        <Contact />
      </div>
    </section>
  );
}
