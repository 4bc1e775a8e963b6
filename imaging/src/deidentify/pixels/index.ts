/** What a page needs where it changes pixels before they are sent; with the codecs, so it is loaded when it is needed. */
export { loadCodecsFrom } from '../../codecs/dcmjs.ts';
export { drawFirstFrame } from './first-frame.ts';
export { uncompressed } from './uncompressed.ts';
