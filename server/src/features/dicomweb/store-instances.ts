import { type FileRefusalCode, LIMITS } from '@duai/contract';
import type { DicomHeader } from '@duai/imaging';
import type { Context } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import { type CheckedFile, headerOf, type IncomingFile } from '../studies/index.ts';
import type { DicomwebTools } from './dicomweb.service.ts';

/** Failure reasons of PS3.18 table I.2-2 (from PS3.7 annex C and PS3.4 B.2.3). */
const REASONS = {
  outOfResources: 0xa700,
  doesNotMatch: 0xa900,
  cannotUnderstand: 0xc000,
  notAllowed: 0x0124,
  duplicateInstance: 0x0111,
} as const;
const REASON_OF: Partial<Record<FileRefusalCode, number>> = {
  TOO_LARGE: REASONS.outOfResources,
  TOO_MANY_FILES: REASONS.outOfResources,
  STUDY_FULL: REASONS.outOfResources,
  NO_SCANS_LEFT: REASONS.notAllowed,
  KEPT_ASIDE: REASONS.duplicateInstance,
  ASIDE_FULL: REASONS.outOfResources,
};

interface Destination {
  institutionId: string;
  /** The study that the URL names, if any; instances of other studies are refused. */
  studyInstanceUid: string | undefined;
  assertStillAdmitted: () => Promise<void>;
}
/** The UIDs by which a response names an instance. */
export type ReferencedInstance = { [name in 'sopClassUid' | 'sopInstanceUid']: string | null };
/** One that can be fetched by its names (WADO-RS). */
type StoredInstance = ReferencedInstance & { [name in 'studyInstanceUid' | 'seriesInstanceUid']?: string | null };

interface Failure {
  header: ReferencedInstance | null;
  reason: number;
}
export interface StoreOutcome {
  status: 200 | 202 | 409;
  /** The response of PS3.18 annex I.2 in the DICOM JSON model (annex F). */
  body: Record<string, { vr: string; Value?: unknown[] }>;
}

/**
 * STOW-RS (PS3.18 section 10.5): instances are accepted like an upload of the portal; those already stored count as
 * stored. @throws AppError TRIAL_EXPIRED, TRIAL_SCANS_USED_UP, UPLOAD_EMPTY, UPLOAD_INTERRUPTED
 */
export function createStoreInstances({ scans, studies, publicUrl }: DicomwebTools) {
  return async (
    context: Context,
    { institutionId, studyInstanceUid, assertStillAdmitted }: Destination,
    incoming: AsyncIterable<IncomingFile>,
  ): Promise<StoreOutcome> => {
    await scans.assertTakesScans(institutionId);
    const received = await studies.receive(incoming, {
      dicomOnly: true,
      account: institutionId,
      maxFileBytes: LIMITS.instanceBytes,
    });
    const isOther = (file: CheckedFile) =>
      studyInstanceUid !== undefined && headerOf(file)?.studyInstanceUid !== studyInstanceUid;
    const others = received.files.filter(isOther);
    await studies.discard(others);
    const files = received.files.filter((file) => !isOther(file));
    const failures: Failure[] = others.map((file) => ({ header: headerOf(file), reason: REASONS.doesNotMatch }));
    if (files.length + others.length + received.refused.length === 0) throw new AppError('UPLOAD_EMPTY');
    if (files.length === 0) {
      failures.push(...received.refused.map(({ code }) => ({ header: null, reason: reasonOf(code) })));
      return { status: 409, body: responseModule([], failures) };
    }
    const { refused } = await scans.upload(
      context,
      institutionId,
      { ...received, files },
      { source: 'pacs', assertStillAdmitted },
    );
    const codes = new Map(refused.map(({ name, code }) => [name, code]));
    const stored: DicomHeader[] = [];
    for (const file of files) {
      const code = codes.get(file.name);
      codes.delete(file.name);
      const header = headerOf(file);
      if (code && code !== 'DUPLICATE') failures.push({ header, reason: reasonOf(code) });
      else if (header) stored.push(header);
    }
    for (const code of codes.values()) failures.push({ header: null, reason: reasonOf(code) });
    const some = failures.length > 0 ? 202 : 200;
    const root = `${publicUrl()}/api/dicom-web`;
    return { status: stored.length > 0 ? some : 409, body: responseModule(stored, failures, root) };
  };
}

const reasonOf = (code: FileRefusalCode): number => REASON_OF[code] ?? REASONS.cannotUnderstand;

const sequence = (items: unknown[]) => ({ vr: 'SQ', Value: items });
/** Referenced SOP Class UID (0008,1150) and Instance UID (0008,1155). */
const reference = ({ sopClassUid, sopInstanceUid }: ReferencedInstance) => ({
  '00081150': { vr: 'UI', Value: [sopClassUid ?? ''] },
  '00081155': { vr: 'UI', Value: [sopInstanceUid ?? ''] },
});
/** Failure Reason (0008,1197). */
const reasonAttribute = (reason: number) => ({ '00081197': { vr: 'US', Value: [reason] } });

/** Retrieve URL (0008,1190); without a value where there is none. */
const retrieveUrl = (url: string | undefined) => ({ '00081190': { vr: 'UR', ...(url && { Value: [url] }) } });

/**
 * Retrieve URL of the study where there is one, Referenced SOP (0008,1199) with the URL of each instance, Failed SOP
 * (0008,1198) and, for parts nobody could read, Other Failures (0008,119A).
 * @param root where WADO-RS gives them; undefined where it does not
 */
export function responseModule(stored: StoredInstance[], failures: Failure[], root?: string): StoreOutcome['body'] {
  const [study, another] = new Set(stored.map(({ studyInstanceUid }) => studyInstanceUid));
  const addressOf = ({ studyInstanceUid, seriesInstanceUid, sopInstanceUid }: StoredInstance) =>
    root && studyInstanceUid && seriesInstanceUid && sopInstanceUid
      ? `${root}/studies/${studyInstanceUid}/series/${seriesInstanceUid}/instances/${sopInstanceUid}`
      : undefined;
  const named = failures.flatMap(({ header, reason }) =>
    header ? [{ ...reference(header), ...reasonAttribute(reason) }] : [],
  );
  const nameless = failures.filter(({ header }) => !header).map(({ reason }) => reasonAttribute(reason));
  return {
    ...retrieveUrl(root && study && another === undefined ? `${root}/studies/${study}` : undefined),
    ...(stored.length > 0
      ? { '00081199': sequence(stored.map((one) => ({ ...reference(one), ...retrieveUrl(addressOf(one)) }))) }
      : {}),
    ...(named.length > 0 ? { '00081198': sequence(named) } : {}),
    ...(nameless.length > 0 ? { '0008119A': sequence(nameless) } : {}),
  };
}
