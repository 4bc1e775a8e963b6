import { ageOn, type IdentityDifference, type ImageIdentity, isNameless, type studies } from '@duai/contract';
import { TriangleAlert } from 'lucide-react';
import { classes } from '../../../lib/class-names.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { makeFocusable } from '../../../ui/scroll-area.ts';
import { genderName } from '../people.ts';
import type { ShownReading } from '../reading-queries.ts';
import { differingOf, sentenceOf } from './identity-differences.ts';

/**
 * That the images name somebody else: above the list of series, and in sight while the panel is scrolled, so that neither
 * hides the other.
 */
export function OtherPersonAlert({
  reading,
  isAcross = false,
}: {
  readonly reading: ShownReading;
  /** A strip across the page, where only images are. */
  readonly isAcross?: boolean;
}) {
  const { readings, names } = useWorkTexts();
  const differing = differingOf(reading.identities);
  if (differing.length === 0) return null;
  return (
    // The frame around the part that scrolls keeps its height in a panel that is too small for all.
    <div
      role="alert"
      className={classes(
        'border-red-strong bg-red-soft text-sm text-red',
        isAcross ? 'border-b' : 'z-10 rounded border lg:sticky lg:top-0',
      )}
    >
      <div
        ref={makeFocusable}
        className={classes(
          'overflow-y-auto p-2',
          isAcross ? 'flex max-h-20 flex-wrap items-center gap-x-4' : 'grid max-h-36 gap-1',
        )}
      >
        <p className="flex items-start gap-2 font-semibold">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {readings.identity.somebodyElse}
        </p>
        {differing.map((identity) => (
          <p key={identity.differenceKey} className="text-xs [overflow-wrap:anywhere]">
            {sentenceOf(identity, reading.case.patient, readings.identity, names)}
          </p>
        ))}
      </div>
    </div>
  );
}

/** The person of the case and the people named in the headers, beside the images; differences are red. */
export function PatientBanner({ reading }: { readonly reading: ShownReading }) {
  const { readings, names } = useWorkTexts();
  const texts = readings.identity;
  const { patient } = reading.case;
  const differs = differingOf(reading.identities).length > 0;
  return (
    <section
      aria-label={texts.patient}
      data-differs={differs}
      className={classes(
        '@container rounded border bg-surface p-3 text-sm',
        differs ? 'border-red-strong' : 'border-grey-2',
      )}
    >
      {/* All lines share one grid, so that the values to compare are aligned. */}
      <div className="grid gap-x-4 gap-y-2 @2xl:grid-cols-[6rem_repeat(6,auto)]">
        <Line heading={texts.case}>
          <Fact name="name" value={`${patient.firstName} ${patient.lastName}`} />
          <Fact name="born" value={<Born on={patient.dateOfBirth} examinedOn={null} />} />
          <Fact name="sex" value={genderName(patient.gender, names)} />
        </Line>
        {reading.studies.flatMap((study) => {
          const found = reading.identities.filter(({ studyId }) => studyId === study.id);
          return found.length === 0
            ? [
                <Line key={study.id} heading={texts.images}>
                  <Nobody text={texts.noneInPictures} />
                </Line>,
              ]
            : found.map((identity) => (
                <OnImages key={`${study.id} ${JSON.stringify(identity)}`} identity={identity} study={study} />
              ));
        })}
      </div>
    </section>
  );
}

function OnImages({ identity, study }: { readonly identity: ImageIdentity; readonly study: studies.Study }) {
  const { readings, names } = useWorkTexts();
  const texts = readings.identity;
  const differs = (field: IdentityDifference) => identity.differs.includes(field);
  const isNotRead = differs('not-read');
  return (
    <Line heading={isNotRead ? texts.images : texts.countedImages({ count: identity.images })}>
      {isNotRead ? (
        <Nobody isRed text={texts.notRead} />
      ) : isNameless(identity) ? (
        <Nobody text={identity.isRemoved ? texts.removed : texts.none} />
      ) : (
        <>
          <Fact name="name" value={identity.name} isRed={differs('name')} />
          <Fact
            name="born"
            value={<Born on={identity.birthDate} examinedOn={study.studyDate} />}
            isRed={differs('birth-date')}
          />
        </>
      )}
      <Fact name="sex" value={genderName(identity.sex, names)} isRed={differs('sex')} />
      <Fact name="patientId" value={identity.patientId} isRed={differs('patient-id')} />
      <Fact name="studyDate" value={study.studyDate ?? (identity.isRemoved ? texts.removedDate : null)} />
      <Fact name="accession" value={identity.accessionNumber} />
    </Line>
  );
}

function Line({ heading, children }: { readonly heading: string; readonly children: React.ReactNode }) {
  return (
    <div className="grid grid-cols-subgrid gap-y-1 border-t border-grey-2 pt-2 first-of-type:border-t-0 first-of-type:pt-0 @2xl:col-span-full">
      <p className="font-semibold @2xl:self-center">{heading}</p>
      <dl className="grid min-w-0 gap-y-0.5 @2xl:col-span-6 @2xl:gap-x-4 @2xl:grid @2xl:grid-cols-subgrid">
        {children}
      </dl>
    </div>
  );
}

const COLUMNS = {
  name: '@2xl:col-start-1',
  born: '@2xl:col-start-2',
  sex: '@2xl:col-start-3',
  patientId: '@2xl:col-start-4',
  studyDate: '@2xl:col-start-5',
  accession: '@2xl:col-start-6',
};

function Fact({
  name,
  value,
  isRed = false,
}: {
  readonly name: keyof typeof COLUMNS;
  readonly value: React.ReactNode;
  readonly isRed?: boolean;
}) {
  const texts = useWorkTexts().readings.identity;
  return (
    <div
      className={classes(
        'min-w-0 @max-2xl:flex @max-2xl:items-baseline @max-2xl:gap-x-2 @max-[14rem]:flex-wrap',
        COLUMNS[name],
      )}
    >
      <dt className="text-xs text-grey-4 @max-2xl:w-20 @max-2xl:shrink-0">{texts[name]}</dt>
      {/* In a very narrow panel a value whose longest word does not fit goes below its label. */}
      <dd
        className={classes(
          'max-w-full @max-[14rem]:wrap-break-word @min-[14rem]:wrap-anywhere',
          isRed ? 'font-semibold text-red' : null,
        )}
      >
        <bdi>{value ?? '–'}</bdi>
        {isRed && ` ${texts.differs}`}
      </dd>
    </div>
  );
}

function Nobody({ text, isRed = false }: { readonly text: string; readonly isRed?: boolean }) {
  const texts = useWorkTexts().readings.identity;
  return (
    <div className="basis-full @2xl:col-span-full">
      <dt className="sr-only">{texts.identity}</dt>
      <dd className={isRed ? 'font-semibold text-red' : 'font-medium'}>{text}</dd>
    </div>
  );
}

/**
 * A date of birth in ISO 8601, so that month and day are not confused, with the age on the day of the examination or today.
 * An invalid date is shown as written.
 */
function Born({ on, examinedOn }: { readonly on: string | null; readonly examinedOn: string | null }) {
  const { readings, names } = useWorkTexts();
  if (on === null || !/^\d{4}-\d{2}-\d{2}$/.test(on)) return on ?? '–';
  const age = ageOn(on, examinedOn ?? new Date().toISOString());
  return age ? readings.identity.age({ birthDate: on, age: names.age[age.unit]({ age: age.count }) }) : on;
}
