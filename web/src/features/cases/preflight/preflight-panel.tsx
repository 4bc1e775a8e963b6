import { regionsIn } from '@duai/contract';
import type { Region } from '@duai/imaging/deidentify';
import { ScanSearch, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { formatDate } from '../../../lib/formatting.ts';
import { useLanguage, useMessages } from '../../../lib/messages.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/forms/choices.tsx';
import { SpinnerIcon } from '../../../ui/spinner.tsx';
import { BlackOutDialog } from './black-out-dialog.tsx';
import { examinationOf, type Finding, type Person, type Preflight } from './preflight.ts';

interface PreflightPanelProps {
  readonly preflight: Preflight;
  readonly isLooking: boolean;
  readonly onRemove: (keys: readonly string[]) => void;
  readonly removesIdentity: boolean;
  readonly onIdentityChoice: (isRemoved: boolean) => void;
  /** The patient confirms that the names which look like several people are one person. */
  readonly isSamePerson: boolean;
  readonly onSamePerson: (isSame: boolean) => void;
  readonly fileOf: (key: string) => File | undefined;
  readonly regions: ReadonlyMap<File, readonly Region[]>;
  readonly onBlackOut: (files: readonly File[], regions: readonly Region[]) => void;
}

/** Shown before sending: what the files are, what is wrong and what to do, and which personal details they contain. */
export function PreflightPanel(props: PreflightPanelProps) {
  const { preflight, isLooking, onRemove } = props;
  const texts = useLanguage().messages.uploads;
  const words = useDicomWords();
  const hasContent = preflight.series.length > 0 || preflight.pictures > 0;
  return (
    <div className="grid gap-3">
      {isLooking && (
        <p role="status" className="flex items-center gap-2 text-grey-4">
          <SpinnerIcon className="size-5" />
          {texts.looking}
        </p>
      )}
      {hasContent && (
        <section className="rounded border border-grey-2 p-4">
          <h3 className="flex items-center gap-2 font-semibold">
            <ScanSearch aria-hidden className="size-5 text-signal" />
            {texts.foundTitle}
          </h3>
          <ul className="mt-2 grid gap-1">
            {preflight.series.map((series) => (
              <li key={series.key} className="flex flex-wrap gap-x-3">
                <bdi className="font-medium">
                  {[
                    series.modality && words.modality(series.modality),
                    series.bodyPart && words.bodyPart(series.bodyPart),
                    series.description,
                  ]
                    .filter(Boolean)
                    .join(' · ') || 'DICOM'}
                </bdi>
                <span className="text-grey-4 tabular-nums">{texts.series({ count: series.images })}</span>
              </li>
            ))}
            {preflight.pictures > 0 && <li>{texts.pictures({ count: preflight.pictures })}</li>}
          </ul>
        </section>
      )}
      {preflight.findings.map((finding) => (
        <FindingBanner
          key={`${finding.code} ${'keys' in finding ? finding.keys[0] : ''}`}
          finding={finding}
          onRemove={onRemove}
          isSamePerson={props.isSamePerson}
          onSamePerson={props.onSamePerson}
        >
          {finding.code === 'BURNED_IN' && props.removesIdentity && <BlackOut {...props} keys={finding.keys} />}
        </FindingBanner>
      ))}
      {(preflight.identity.length > 0 || hasContent) && <IdentityPreview {...props} />}
    </div>
  );
}

const NAMES_SHOWN = 5;

const namesOf = (names: readonly string[]): string =>
  names.slice(0, NAMES_SHOWN).join(', ') + (names.length > NAMES_SHOWN ? ` +${names.length - NAMES_SHOWN}` : '');

/** DICOM codes in the reader's words; an unknown code is shown as it is. */
function useDicomWords() {
  const { cases, uploads } = useMessages();
  return {
    modality: (code: string): string => {
      const examination = examinationOf(code);
      return examination ? cases.modalities[examination] : code;
    },
    bodyPart: (code: string): string =>
      regionsIn(code)
        .map((region) => uploads.regions[region])
        .join(', ') || code,
  };
}

function FindingBanner({
  finding,
  onRemove,
  isSamePerson,
  onSamePerson,
  children,
}: { readonly finding: Finding; readonly children: React.ReactNode } & Pick<
  PreflightPanelProps,
  'onRemove' | 'isSamePerson' | 'onSamePerson'
>) {
  const texts = useLanguage().messages.uploads;
  const words = useDicomWords();
  const { title, text } = texts.findings[finding.code];
  const canRemove = [
    'NO_IMAGE',
    'UNREADABLE',
    'DOCUMENT',
    'PHOTOGRAPH',
    'BURNED_IN_FIXED',
    'WRONG_MODALITY',
    'WRONG_BODY_PART',
  ].includes(finding.code);
  return (
    <Banner tone={finding.code === 'TWO_PATIENTS' && !isSamePerson ? 'error' : 'warning'} title={title}>
      {finding.code === 'MISSING_SLICES' && (
        <p className="font-medium">{texts.missingIn({ name: finding.series, count: finding.missing })}</p>
      )}
      {'found' in finding && (
        <p className="font-medium">
          {texts.foundPart({
            name: finding.found.map(finding.code === 'WRONG_MODALITY' ? words.modality : words.bodyPart).join(', '),
          })}
        </p>
      )}
      {'names' in finding && (
        <p className="font-medium [overflow-wrap:anywhere]">
          <bdi>{namesOf(finding.names)}</bdi>
        </p>
      )}
      <p className="mt-1">{text}</p>
      {finding.code === 'TWO_PATIENTS' && (
        <>
          <ul className="mt-3 grid gap-2">
            {finding.people.map((person) => (
              <PersonRow key={person.keys[0]} person={person} onRemove={() => onRemove(person.keys)} />
            ))}
          </ul>
          <Checkbox
            className="mt-3"
            label={texts.samePerson}
            help={texts.samePersonHelp}
            checked={isSamePerson}
            onChange={(event) => onSamePerson(event.target.checked)}
          />
        </>
      )}
      {children}
      {canRemove && 'keys' in finding && (
        <Button variant="secondary" size="small" className="mt-3" onClick={() => onRemove(finding.keys)}>
          {texts.removeThese}
        </Button>
      )}
    </Banner>
  );
}

/** Text in the pixels is removed only where somebody marks it. */
function BlackOut({
  keys,
  fileOf,
  regions,
  onBlackOut,
}: { readonly keys: readonly string[] } & Pick<PreflightPanelProps, 'fileOf' | 'regions' | 'onBlackOut'>) {
  const texts = useLanguage().messages.uploads.blackOut;
  const [isOpen, setIsOpen] = useState(false);
  const files = keys.flatMap((key) => fileOf(key) ?? []);
  const marked = (files[0] && regions.get(files[0])) ?? [];
  return (
    <>
      {marked.length > 0 && <p className="mt-2 font-medium">{texts.marked({ count: marked.length })}</p>}
      <Button variant="secondary" size="small" className="mt-3" onClick={() => setIsOpen(true)}>
        {texts.open}
      </Button>
      {isOpen && files.length > 0 && (
        <BlackOutDialog
          files={files}
          marked={marked}
          onSave={(chosen) => onBlackOut(files, chosen)}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

/** Shows date of birth and patient ID, because two people may have the same name. */
function PersonRow({ person, onRemove }: { readonly person: Person; readonly onRemove: () => void }) {
  const { language, messages } = useLanguage();
  const texts = messages.uploads;
  const name = person.name?.replaceAll('^', ' ').trim() || texts.unnamed;
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(person.birthDate ?? '') ?? [];
  const born = year ? formatDate(`${year}-${month}-${day}T12:00`, language) : person.birthDate;
  return (
    <li className="flex flex-wrap items-center justify-between gap-2">
      <span className="grid">
        <span className="font-medium">{texts.person({ name: `\u2068${name}\u2069`, count: person.keys.length })}</span>
        {born && (
          <span className="text-[0.9em]">
            {texts.keywords.PatientBirthDate}: <bdi>{born}</bdi>
          </span>
        )}
        {person.number && (
          <span className="text-[0.9em]">
            {texts.keywords.PatientID}: <bdi>{person.number}</bdi>
          </span>
        )}
      </span>
      <Button
        variant="secondary"
        size="small"
        aria-label={texts.removePerson({ name: [name, person.number].filter(Boolean).join(', ') })}
        onClick={onRemove}
      >
        {texts.removeThese}
      </Button>
    </li>
  );
}

function IdentityPreview({ preflight, removesIdentity, onIdentityChoice, onRemove }: PreflightPanelProps) {
  const texts = useLanguage().messages.uploads;
  return (
    <details className="rounded border border-grey-2 p-4">
      <summary className="flex min-h-8 cursor-pointer pointer-coarse:min-h-11 flex-wrap items-center gap-2 font-semibold">
        <ShieldCheck aria-hidden className="size-5 text-signal" />
        <span className="flex-1 basis-48">
          {preflight.identity.length > 0
            ? texts.identityTitle({ count: preflight.identity.length })
            : preflight.series.length > 0
              ? texts.identityUnnamed
              : texts.identityOfPictures}
        </span>
        <span className="text-[0.9em] font-medium text-signal">
          {removesIdentity ? texts.identityRemoved : texts.identitySent}
        </span>
      </summary>
      <Checkbox
        className="mt-3"
        label={texts.identitySwitch}
        help={texts.identityHelp}
        checked={removesIdentity}
        onChange={(event) => onIdentityChoice(event.target.checked)}
      />
      {removesIdentity && preflight.fixedIdentity.length > 0 && (
        <Banner tone="error" title={texts.identityFixed({ count: preflight.fixedIdentity.length })} className="mt-3">
          <p className="font-medium [overflow-wrap:anywhere]">
            <bdi>{namesOf(preflight.fixedIdentity.map(({ name }) => name))}</bdi>
          </p>
          <p className="mt-1">{texts.identityFixedHelp}</p>
          <Button
            variant="secondary"
            size="small"
            className="mt-3"
            onClick={() => onRemove(preflight.fixedIdentity.map(({ key }) => key))}
          >
            {texts.removeThese}
          </Button>
        </Banner>
      )}
      {preflight.identity.length > 0 && (
        <table className="mt-3 w-full text-start text-[0.9em]">
          <thead>
            <tr className="border-b border-grey-2 text-grey-4">
              <th scope="col" className="py-1 pe-4 text-start font-normal">
                {texts.identityName}
              </th>
              <th scope="col" className="py-1 text-start font-normal">
                {texts.identityValue}
              </th>
            </tr>
          </thead>
          <tbody>
            {preflight.identity.map(({ keyword, values }) => (
              <tr key={keyword} className="border-b border-grey-2 last:border-0">
                <th scope="row" className="py-1.5 pe-4 text-start align-top font-medium">
                  {texts.keywords[keyword]}
                </th>
                <td className="py-1.5 [overflow-wrap:anywhere]">
                  <bdi className={removesIdentity ? 'line-through decoration-grey-4' : undefined}>
                    {values.slice(0, NAMES_SHOWN).join(', ')}
                  </bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}
