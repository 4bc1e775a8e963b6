import { type IdentityDifference, type ImageIdentity, isNameless, type studies } from '@duai/contract';
import { TriangleAlert } from 'lucide-react';
import { classes } from '../../lib/class-names.ts';
import { ageAt } from './age.ts';
import { GENDER_NAMES } from './report-texts.ts';

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
        'grid gap-2 rounded border bg-surface p-3 text-sm',
        differs ? 'border-red-strong' : 'border-grey-2',
      )}
    >
      {differs && (
        <p role="alert" className="flex items-start gap-2 font-semibold text-red">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          The images name somebody other than the person of this case
        </p>
      )}
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
      <Fact label="Patient ID" value={identity.patientId} isRed={differs('patient-id')} />
      <Fact label="Sex" value={identity.sex && (SEXES[identity.sex] ?? identity.sex)} isRed={differs('sex')} />
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
    <div className="flex flex-wrap gap-x-5 gap-y-1 border-t border-grey-2 pt-2 first-of-type:border-t-0 first-of-type:pt-0">
      <p className="w-24 shrink-0 self-center font-semibold">{heading}</p>
      <dl className="flex min-w-0 flex-1 basis-64 flex-wrap gap-x-5 gap-y-1">{children}</dl>
    </div>
  );
}

function Fact({
  label,
  value,
  isRed = false,
}: {
  readonly label: string;
  readonly value: string | null;
  readonly isRed?: boolean;
}) {
  return (
    <div className="min-w-0">
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
    <div className="basis-full">
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
