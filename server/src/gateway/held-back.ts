import { readOriginal } from '@duai/imaging/deidentify';
import { fileSource } from './file-source.ts';

/** Pictures of screens and papers, on which names stand as a rule (PS3.4 table B.5-1): secondary capture, and what encapsulates. */
const PICTURES = /^1\.2\.840\.10008\.5\.1\.4\.1\.1\.(7(\.\d+)?|104(\.\d+)?|77\.1\.4\.1)$/;

/**
 * Whether a name may stand in the pixels: nobody looks at them here, so such an instance does not leave the house. Says so
 * itself (0028,0301), or is of a class that shows screens and papers and says nothing.
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
