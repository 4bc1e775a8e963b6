import { inspectFile, textDecoderFor } from '@duai/imaging';
import type { StudyIdentity } from '@duai/imaging/deidentify';
import type { Logger } from '../../core/logger.ts';
import { type DataSetToWrite, readDataSet, textIn, writeDataSet } from '../../dimse/messages/data-set.ts';
import { EXPLICIT_LE, IMPLICIT_LE, STUDY_ROOT } from '../../dimse/messages/uids.ts';
import { requestAssociation } from '../../dimse/requestor.ts';
import { createUser } from '../../dimse/services/user.ts';
import type { Association } from '../../dimse/upper-layer/association.ts';
import { fileSource } from '../file-source.ts';
import type { Archive, GatewaySettings } from '../gateway-settings.ts';
import { IMPLEMENTATION } from '../implementation.ts';
import type { Vault } from '../vault.ts';
import { choosePriors, daysOf, type TellableStudy } from './choose-priors.ts';

const SYNTAXES = [EXPLICIT_LE, IMPLICIT_LE];
/** More studies are not looked at; nobody has had so many within the days. */
const MOST_STUDIES = 200;
const MOST_SERIES = 500;
/** A Patient ID that an archive would take for a pattern or a list names nobody (PS3.4 C.2.2.2). */
const NAMES_ONE = /^[^*?\\]{1,64}$/;
const TRIES = 3;

interface Tools {
  settings: GatewaySettings;
  vault: Vault;
  log: Logger;
}

/**
 * Has the archive send priors of a complete study to this gateway (C-FIND, C-MOVE), once for each study, where the settings say
 * so. What fails delays no study: it is tried again with the next rounds, and given up after some.
 */
export function createPriorsFetch({ settings, vault, log }: Tools) {
  const { archive, priors, ownTitle } = settings;
  const tries = new Map<string, number>();

  return async (study: string): Promise<void> => {
    if (!archive || priors.most === 0 || (await vault.hasPriors(study))) return;
    try {
      const wanted = await tellableOf(vault, study);
      // Noted before the archive sends: a prior has no priors of its own fetched.
      const asked = wanted ? await fetch({ archive, ownTitle, wanted }) : 0;
      await vault.notePriors(study);
      tries.delete(study);
      if (asked > 0) log.info({ study, asked }, 'priors were asked for');
    } catch (error) {
      const count = (tries.get(study) ?? 0) + 1;
      tries.set(study, count);
      log.warn({ err: error, study, tries: count }, 'priors could not be fetched');
      if (count < TRIES) return;
      await vault.notePriors(study);
      tries.delete(study);
    }
  };

  async function fetch({ archive, ownTitle, wanted }: { archive: Archive; ownTitle: string; wanted: TellableStudy }) {
    const { aeTitle: calledAe, host, port } = archive;
    const association = await requestAssociation({
      ...{ host, port, callingAe: ownTitle, calledAe, implementation: IMPLEMENTATION },
      proposals: [STUDY_ROOT.find, STUDY_ROOT.move].map((abstractSyntax) => ({
        abstractSyntax,
        transferSyntaxes: SYNTAXES,
      })),
    });
    try {
      const found = choosePriors(wanted, await candidatesOf(association, wanted), priors);
      for (const prior of found) {
        await vault.notePriors(vault.mapping.uid(prior.studyInstanceUid));
        await moveHere(association, prior.studyInstanceUid);
      }
      await association.release();
      return found.length;
    } finally {
      association.abort();
    }
  }

  async function candidatesOf(association: Association, wanted: TellableStudy): Promise<TellableStudy[]> {
    const days = daysOf(wanted, priors);
    if (!days) return [];
    const studies = await search(association, MOST_STUDIES, {
      '00080052': { vr: 'CS', Value: ['STUDY'] },
      '00080020': { vr: 'DA', Value: [`${days.from}-${days.to}`] },
      '00080061': { vr: 'CS' },
      '00100020': { vr: 'LO', Value: [wanted.patientId] },
      '00100030': { vr: 'DA' },
      '0020000D': { vr: 'UI' },
    });
    const candidates: TellableStudy[] = [];
    for (const told of studies) {
      const studyInstanceUid = told('0020000D');
      const candidate = {
        ...{ studyInstanceUid, patientId: told('00100020'), birthDate: told('00100030') || null },
        ...{ day: told('00080020') || null, modalities: told('00080061').split('\\').filter(Boolean), parts: [] },
      };
      // Series are asked only of studies that fit otherwise.
      const isNear = choosePriors(wanted, [candidate], { ...priors, like: 'any', most: 1 }).length > 0;
      if (!isNear) continue;
      const needsSeries = priors.like !== 'any';
      candidates.push(needsSeries ? { ...candidate, ...(await seriesOf(association, candidate)) } : candidate);
    }
    return candidates;
  }

  /** Modalities and parts of the body: many archives tell them of series alone. */
  async function seriesOf(association: Association, { studyInstanceUid, modalities }: TellableStudy) {
    const series = await search(association, MOST_SERIES, {
      '00080052': { vr: 'CS', Value: ['SERIES'] },
      '00080060': { vr: 'CS' },
      '00180015': { vr: 'CS' },
      '0020000D': { vr: 'UI', Value: [studyInstanceUid] },
      '0020000E': { vr: 'UI' },
    });
    return {
      modalities: [...new Set([...modalities, ...series.map((told) => told('00080060'))])].filter(Boolean),
      parts: [...new Set(series.map((told) => told('00180015')))].filter(Boolean),
    };
  }

  async function moveHere(association: Association, studyInstanceUid: string): Promise<void> {
    const identifier = writeDataSet(
      { '00080052': { vr: 'CS', Value: ['STUDY'] }, '0020000D': { vr: 'UI', Value: [studyInstanceUid] } },
      syntaxOf(association, STUDY_ROOT.move),
    );
    const outcome = await createUser(association).move(STUDY_ROOT.move, ownTitle, identifier);
    if (outcome?.status !== 0 || outcome.failed > 0) throw new PriorsRefused(outcome?.status);
  }
}

const syntaxOf = ({ contexts }: Association, abstractSyntax: string): string =>
  contexts.find((context) => context.abstractSyntax === abstractSyntax)?.transferSyntax ?? EXPLICIT_LE;

/** Reads the text of an attribute of an answer, by its tag. */
type Told = (tag: string) => string;

async function search(association: Association, most: number, keys: DataSetToWrite): Promise<Told[]> {
  const transferSyntax = syntaxOf(association, STUDY_ROOT.find);
  const identifier = writeDataSet({ '00080005': { vr: 'CS', Value: ['ISO_IR 192'] }, ...keys }, transferSyntax);
  const answers = createUser(association).find(STUDY_ROOT.find, identifier);
  const found: Told[] = [];
  for (;;) {
    const { done, value } = await answers.next();
    if (done) {
      if (value?.status !== 0) throw new PriorsRefused(value?.status);
      return found;
    }
    const dataSet = readDataSet(value, transferSyntax);
    const decode = textDecoderFor(textIn(dataSet, '00080005') || undefined);
    found.push((tag) => textIn(dataSet, tag, decode));
    if (found.length < most) continue;
    // Cancels it.
    await answers.return(null);
    return found;
  }
}

/** What is known of a complete study; undefined where nobody is named whom an archive could search for. */
async function tellableOf(vault: Vault, study: string): Promise<TellableStudy | undefined> {
  const { identity } = await vault.identityOf(study);
  const patientId = textOf(identity, 0x00100020);
  if (!NAMES_ONE.test(patientId)) return undefined;
  const [path] = await vault.queued(study);
  if (path === undefined) return undefined;
  const source = await fileSource(path);
  try {
    const inspection = await inspectFile(source, { maxBytes: Number.POSITIVE_INFINITY });
    const header = inspection.status === 'accepted' && inspection.kind === 'dicom' ? inspection.header : null;
    return {
      ...{ studyInstanceUid: identity.studyInstanceUid, patientId },
      ...{ birthDate: textOf(identity, 0x00100030) || null, day: textOf(identity, 0x00080020) || null },
      modalities: header?.modality ? [header.modality] : [],
      parts: header?.bodyPartExamined ? [header.bodyPartExamined] : [],
    };
  } finally {
    await source.close();
  }
}

const textOf = ({ elements }: StudyIdentity, tag: number): string =>
  elements.find((element) => element.tag === tag)?.value.trim() ?? '';

class PriorsRefused extends Error {
  override readonly name = 'PriorsRefused';
  readonly code: string;

  constructor(status: number | undefined) {
    super('the archive did not give priors');
    this.code = status === undefined ? 'no such service' : status.toString(16).padStart(4, '0');
  }
}
