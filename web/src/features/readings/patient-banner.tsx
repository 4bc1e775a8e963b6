import { type IdentityDifference, type ImageIdentity, isNameless, type studies } from '@duai/contract';
import { TriangleAlert } from 'lucide-react';
import { classes } from '../../lib/class-names.ts';
import { ageAt } from './age.ts';
import { GENDER_NAMES } from './report/report-texts.ts';

const SEXES: Readonly<Record<string, string>> = { M: 'Male', F: 'Female', O: 'Other' };

/** Beside the images: whom the case is of and whom the headers name, red where they differ. */
export function PatientBanner({ reading }: { readonly reading: studies.Reading }) {
  const { patient } = reading.case;
  const differs = reading.identities.some(({ differenceKey }) => differenceKey !== null);
  return (
    <section
      aria-label="Patient"
      data-differs={differs}
      className={classes(
        '@container rounded border bg-surface p-3 text-sm',
        differs ? 'border-red-strong' : 'border-grey-2',
      )}
    >
      {differs && (
        <p role="alert" className="mb-2 flex items-start gap-2 font-semibold text-red">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          The images name somebody other than the person of this case
        </p>
      )}
      {/* One set of columns for all lines: what is to be compared stands one below the other. */}
      <div className="grid gap-x-4 gap-y-2 @2xl:grid-cols-[6rem_repeat(6,auto)]">
        <Line heading="Case">
          <Fact label="Name" value={`${patient.firstName} ${patient.lastName}`} />
          <Fact label="Born" value={bornAt(patient.dateOfBirth, null)} />
          <Fact label="Sex" value={patient.gender && (GENDER_NAMES[patient.gender] ?? null)} />
        </Line>
        {reading.studies.flatMap((study) => {
          const found = reading.identities.filter(({ studyId }) => studyId === study.id);
          return found.length === 0
            ? [
                <Line key={study.id} heading="Images">
                  <Nobody text="No identity in the images: pictures carry none. This is no match." />
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
  const differs = (field: IdentityDifference) => identity.differs.includes(field);
  const isNotRead = differs('not-read');
  return (
    <Line heading={isNotRead ? 'Images' : `Images (${identity.images})`}>
      {isNotRead ? (
        <Nobody isRed text="The identity in these images was not read: they came before it was compared." />
      ) : isNameless(identity) ? (
        <Nobody
          text={`No identity in the images${identity.isRemoved ? ': it was taken out before they were sent' : ''}. This is no match.`}
        />
      ) : (
        <>
          <Fact label="Name" value={identity.name} isRed={differs('name')} />
          <Fact label="Born" value={bornAt(identity.birthDate, study.studyDate)} isRed={differs('birth-date')} />
        </>
      )}
      <Fact label="Sex" value={identity.sex && (SEXES[identity.sex] ?? identity.sex)} isRed={differs('sex')} />
      <Fact label="Patient ID" value={identity.patientId} isRed={differs('patient-id')} />
      <Fact
        label="Study date"
        value={study.studyDate ?? (identity.isRemoved ? 'Removed from the images with the details' : null)}
      />
      <Fact label="Accession no." value={identity.accessionNumber} />
    </Line>
  );
}

function Line({ heading, children }: { readonly heading: string; readonly children: React.ReactNode }) {
  return (
    <div className="grid grid-cols-subgrid gap-y-1 border-t border-grey-2 pt-2 first-of-type:border-t-0 first-of-type:pt-0 @2xl:col-span-full">
      <p className="font-semibold @2xl:self-center">{heading}</p>
      <dl className="flex min-w-0 flex-wrap gap-x-5 gap-y-1 @2xl:col-span-6 @2xl:grid @2xl:grid-cols-subgrid">
        {children}
      </dl>
    </div>
  );
}

const COLUMNS = {
  Name: '@2xl:col-start-1',
  Born: '@2xl:col-start-2',
  Sex: '@2xl:col-start-3',
  'Patient ID': '@2xl:col-start-4',
  'Study date': '@2xl:col-start-5',
  'Accession no.': '@2xl:col-start-6',
};

function Fact({
  label,
  value,
  isRed = false,
}: {
  readonly label: keyof typeof COLUMNS;
  readonly value: string | null;
  readonly isRed?: boolean;
}) {
  return (
    <div className={classes('min-w-0', COLUMNS[label])}>
      <dt className="text-xs text-grey-4">{label}</dt>
      <dd className={classes('[overflow-wrap:anywhere]', isRed ? 'font-semibold text-red' : null)}>
        <bdi>{value ?? '–'}</bdi>
        {isRed && ' (differs)'}
      </dd>
    </div>
  );
}

function Nobody({ text, isRed = false }: { readonly text: string; readonly isRed?: boolean }) {
  return (
    <div className="basis-full @2xl:col-span-full">
      <dt className="sr-only">Identity</dt>
      <dd className={isRed ? 'font-semibold text-red' : 'font-medium'}>{text}</dd>
    </div>
  );
}

/** In ISO 8601, which nobody takes for month and day the other way round; with the age on the day of the examination, or today. A date that is none stands as it is written. */
function bornAt(birthDate: string | null, examinedOn: string | null): string | null {
  if (birthDate === null || !/^\d{4}-\d{2}-\d{2}$/.test(birthDate)) return birthDate;
  const age = ageAt(birthDate, examinedOn ?? new Date().toISOString());
  return age === null ? birthDate : `${birthDate} (${age} y)`;
}
