import { isReasonCode, showsFigures } from '@duai/algorithms';
import {
  type AlgorithmEvaluation,
  type AlgorithmManifest,
  algorithmEvaluationSchema,
  packageManifestSchema,
} from '@duai/contract';
import { z } from 'zod';
import { AppError } from '../../core/app-error.ts';
import { sha256Hex } from '../../core/ids.ts';
import type { PackageFiles } from './read-package.ts';

export interface CheckedPackage {
  manifest: AlgorithmManifest;
  card: string;
  evaluation: AlgorithmEvaluation | null;
  weights: Uint8Array | null;
}

/** Longest text of an error, in characters. */
const MOST_TEXT = 500;

/** Checks everything that can be checked without running the package. @throws AppError with the reason */
export function checkPackage(files: PackageFiles): CheckedPackage {
  const manifest = parsed(files, 'manifest.json', packageManifestSchema);
  const taken = manifest.outputs.find(({ code }) => isReasonCode(code));
  if (taken) throw new AppError('PACKAGE_OUTPUT_NAME_TAKEN', { params: { code: taken.code } });
  const weights = manifest.weights ? fileOf(files, manifest.weights.file) : null;
  if (weights && sha256Hex(weights) !== manifest.weights?.sha256)
    throw new AppError('WEIGHTS_CHANGED', { params: { name: manifest.weights?.file ?? '' } });
  const card = new TextDecoder().decode(fileOf(files, 'card.md'));
  if (!card.startsWith(`# ${manifest.id} ${manifest.version}:`))
    throw new AppError('CARD_NOT_OF_VERSION', { params: { first: `# ${manifest.id} ${manifest.version}:` } });
  const evaluation = files.has('evaluation.json') ? parsed(files, 'evaluation.json', algorithmEvaluationSchema) : null;
  if (evaluation && (evaluation.weightsSha256 !== manifest.weights?.sha256 || !showsFigures(card, evaluation)))
    throw new AppError('CARD_STALE');
  return { manifest, card, evaluation, weights };
}

function fileOf(files: PackageFiles, name: string): Uint8Array {
  const bytes = files.get(name);
  if (!bytes) throw new AppError('PACKAGE_FILE_MISSING', { params: { name } });
  return bytes;
}

function parsed<Schema extends z.ZodType>(files: PackageFiles, name: string, schema: Schema): z.output<Schema> {
  const text = new TextDecoder().decode(fileOf(files, name));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AppError('PACKAGE_FILE_NOT_JSON', { params: { name } });
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new AppError('PACKAGE_FILE_INVALID', {
    params: { name, fields: fieldsOf(result.error) },
    internal: z.prettifyError(result.error).replaceAll(/\s+/g, ' ').slice(0, MOST_TEXT),
  });
}

/** The paths of the invalid fields; the messages of the schema library go to the log only. */
function fieldsOf({ issues }: z.ZodError): string {
  const named = issues.flatMap((issue) => {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys : [''];
    return unknown.map((key) => [...issue.path, key].filter((part) => part !== '').join('.') || '—');
  });
  return [...new Set(named)].join(', ').slice(0, MOST_TEXT);
}
