import { evaluation as contract, type Language } from '@duai/contract';
import { AppError } from '../../core/app-error.ts';
import { CsvError, readCsv } from '../../core/files/csv.ts';
import { SERVER_TEXTS } from '../../core/texts.ts';
import type { Answer } from './evaluation.tables.ts';

const LABELS: Record<string, Answer> = {
  '1': 'positive',
  positive: 'positive',
  pos: 'positive',
  yes: 'positive',
  true: 'positive',
  '0': 'negative',
  negative: 'negative',
  neg: 'negative',
  no: 'negative',
  false: 'negative',
};
/** A Study Instance UID (PS3.5 section 9.1) or a scan id. */
const STUDY = /^(?:[0-9][0-9.]{0,63}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;
const SHOWN_ERRORS = 50;

type GroundTruthTexts = (typeof SERVER_TEXTS)[Language]['evaluation']['groundTruth'];

/**
 * Reads `study,label` lines; the first line may be a header. The error lists every invalid line, up to a limit.
 * @throws AppError GROUND_TRUTH_INVALID with `details.errors`
 */
export function readGroundTruth(csv: string, language: Language): Map<string, Answer> {
  const texts = SERVER_TEXTS[language].evaluation.groundTruth;
  const errors: contract.GroundTruthError[] = [];
  const say = (line: number, about: keyof GroundTruthTexts, params: object = {}) => {
    const text = texts[about];
    errors.push({ line, message: typeof text === 'string' ? text : text(params as never) });
  };
  const found = new Map<string, { label: Answer; line: number }>();

  const records = recordsOf(csv, (line) => say(line, 'quote'));
  const isHeader = /^study/i.test(records[0]?.cells[0] ?? '') && !LABELS[(records[0]?.cells[1] ?? '').toLowerCase()];
  const body = isHeader ? records.slice(1) : records;
  if (body.length === 0 && errors.length === 0) say(1, 'empty');
  if (body.length > contract.GROUND_TRUTH_MAX_LINES) say(1, 'many', { max: contract.GROUND_TRUTH_MAX_LINES });
  for (const { line, cells } of body.slice(0, contract.GROUND_TRUTH_MAX_LINES)) {
    const [name = '', written = ''] = cells;
    // Scan ids are lower case; a spreadsheet may have changed that.
    const study = name.toLowerCase();
    if (cells.length !== 2) say(line, 'columns');
    else if (!STUDY.test(study)) say(line, 'study', { study: name.slice(0, 80) });
    else {
      const label = LABELS[written.toLowerCase()];
      const before = found.get(study);
      if (!label) say(line, 'label', { label: written.slice(0, 40) });
      else if (before && before.label !== label) say(line, 'twice', { line: before.line });
      else found.set(study, { label, line: before?.line ?? line });
    }
  }
  if (errors.length > 0) {
    throw new AppError('GROUND_TRUTH_INVALID', {
      details: { errors: errors.slice(0, SHOWN_ERRORS), total: errors.length },
    });
  }
  return new Map([...found].map(([study, { label }]) => [study, label]));
}

function recordsOf(csv: string, onOpenQuote: (line: number) => void) {
  try {
    return readCsv(csv);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    onOpenQuote(error.line);
    return [];
  }
}
