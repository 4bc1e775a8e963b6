import type { cases as contract } from '@duai/contract';
import type { Context } from '../../core/actor.ts';
import * as store from './cases.store.ts';
import type { CaseRow } from './cases.tables.ts';
import { presentCase } from './present-case.ts';
import { findSecondReaders } from './review/being-read.store.ts';

/** A case as its patient sees it, with its images and their problems. */
export const presentWithImages = async (
  on: store.Queries,
  { language }: Context,
  row: CaseRow,
): Promise<contract.PatientCase> =>
  presentCase(
    row,
    await store.findImages(on, [row.id]),
    (await store.findFirstReports(on, [row.id]))[0],
    await store.findPersonDeclarations(on, [row.id]),
    {
      isCriticalOpen: (await store.findCriticalOpen(on, [row.id])).has(row.id),
      hasSecondReader: (await findSecondReaders(on, [row.id])).has(row.id),
    },
    language,
  );
