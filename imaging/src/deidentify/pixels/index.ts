/** The parts that a page needs to change pixels before they are sent. They include the codecs, so they are loaded on demand. */
export { loadCodecsFrom } from '../../codecs/dcmjs.ts';
export { drawFirstFrame } from './first-frame.ts';
export { uncompressed } from './uncompressed.ts';
