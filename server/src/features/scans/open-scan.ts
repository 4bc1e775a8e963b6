import type { scans as contract } from '@duai/contract';
import type { Context } from '../../core/actor.ts';
import { GATEWAY_USER_AGENT } from '../../core/gateway-user-agent.ts';
import { type CheckedFile, isoDate, isPresentation } from '../studies/index.ts';
import type { ScanRow } from './scans.tables.ts';

/** The columns that lists show of a study before its images are read, from the header of its first image. */
export const describeStudy = (file: CheckedFile | undefined) => {
  const dicom = file && 'header' in file.inspection ? file.inspection : null;
  const header = dicom?.header ?? null;
  return {
    // A study is not of the kind of the presentation states in it.
    modality: file && isPresentation(file) ? null : (header?.modality ?? null),
    studyDescription: header?.studyDescription ?? null,
    bodyPart: header?.bodyPartExamined ?? null,
    studyInstanceUid: header?.studyInstanceUid ?? null,
    studyDate: isoDate(header?.studyDate),
    patientLabel: header?.patientKey ? `P-${header.patientKey.slice(0, 6).toUpperCase()}` : null,
    referringPhysician: dicom?.referringPhysician ?? null,
  };
};

/** Of a scan that was opened by a presentation state: what its first image says; undefined of others. */
export const nowDescribed = ({ modality }: ScanRow, described: ReturnType<typeof describeStudy>) =>
  modality === null && described.modality !== null ? described : undefined;

/** By which way a request brings a study; an API key uploads by the same address as the portal. */
export function arrivalOf({ actor, userAgent }: Context, source: ScanRow['source']): contract.ArrivalWay {
  if (source === 'upload') return actor.realm === 'api-key' ? 'api' : 'browser';
  return userAgent === GATEWAY_USER_AGENT ? 'gateway' : 'stow-rs';
}

/** A name as it is said: the alphabetic spelling, its parts in the order of speech (PS3.5 section 6.2.1). */
export function spokenName(name: string | null): string | null {
  const [family = '', given = '', middle = '', prefix = '', suffix = ''] = (name?.split('=')[0] ?? '').split('^');
  const words = [prefix, given, middle, family, suffix].map((part) => part.trim()).filter(Boolean);
  return words.join(' ') || null;
}

/** The change of a scan that gets more images: it is analysed again. */
export const reopened = ({ submission }: ScanRow) => ({
  submission: submission + 1,
  status: 'processing' as const,
  failureCode: null,
  completedAt: null,
});
