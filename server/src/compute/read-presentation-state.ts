import { readFile } from 'node:fs/promises';
import { type PresentationContent, presentationStateIn } from '@duai/imaging';

/** What a presentation state among images says. @throws ImagingError */
export const readPresentationState = async ({ path }: { path: string }): Promise<PresentationContent> =>
  presentationStateIn(new Uint8Array(await readFile(path)));
