import { readOriginal } from '@duai/imaging/deidentify';
import { fileSource } from './file-source.ts';

/**
 * SOP classes of screens and papers, which usually show names (PS3.4 table B.5-1): secondary capture and encapsulated
 * documents.
 */
const PICTURES = /^1\.2\.840\.10008\.5\.1\.4\.1\.1\.(7(\.\d+)?|104(\.\d+)?|77\.1\.4\.1)$/;

/**
 * Whether names may be burnt into the pixels. Nobody inspects them here, so such an instance is not sent: it states so
 * itself (0028,0301), or it is of a class for screens and papers and states nothing.
 */
export async function isIdentifying(path: string): Promise<boolean> {
  const source = await fileSource(path);
  try {
    const { sopClassUid, hasBurnedInAnnotation } = await readOriginal(source);
    return hasBurnedInAnnotation ?? PICTURES.test(sopClassUid);
  } finally {
    await source.close();
  }
}
