import dcmjsCodecs from 'dcmjs-codecs';
import type { FrameDescription } from '../pixels/pixel-data.ts';
import { isPlanarJpegLs, isYcbcrJpeg } from './markers.ts';
import type { Compression } from './transfer-syntaxes.ts';

const { Context, NativeCodecs, log } = dcmjsCodecs;
log.setLevel('silent');

let ready: Promise<void> | undefined;

/**
 * Tells the package where its WebAssembly file is. In Node it finds the file itself; in a browser it would use `eval`, which
 * our pages do not allow.
 */
export function loadCodecsFrom(address: string): void {
  Object.assign(NativeCodecs, {
    _getWebAssemblyBytes: () => fetch(address).then((answer) => answer.arrayBuffer()),
  });
}

type Codec = Exclude<Compression, 'deflated-frame'>;
const DECODERS: Readonly<
  Record<Codec, (context: InstanceType<typeof Context>, isYcbcr: boolean) => InstanceType<typeof Context>>
> = {
  rle: (context) => NativeCodecs.decodeRle(context),
  // libjpeg of 8, 12 and 16 bits: baseline, extended and lossless.
  jpeg: (context, isYcbcr) => NativeCodecs.decodeJpeg(context, { convertColorspaceToRgb: isYcbcr }),
  'jpeg-ls': (context) => NativeCodecs.decodeJpegLs(context),
  'jpeg-2000': (context) => NativeCodecs.decodeJpeg2000(context),
  htj2k: (context) => NativeCodecs.decodeHtJpeg2000(context),
};

/**
 * Decodes one compressed frame to raw bytes with dcmjs-codecs (libjpeg, CharLS, OpenJPEG, OpenJPH as WebAssembly). Throws if
 * it cannot. A damaged stream may corrupt the memory of the codecs, so they are reloaded after a failure.
 */
export async function decodeByDcmjs(encoded: Uint8Array, codec: Codec, frame: FrameDescription) {
  ready ??= NativeCodecs.initializeAsync();
  await ready;
  const decoded = decodedOrReloaded(encoded, codec, frame);
  return {
    bytes: decoded.getDecodedBuffer()!,
    planarConfiguration: codec === 'jpeg-ls' && isPlanarJpegLs(encoded) ? 1 : (decoded.getPlanarConfiguration() ?? 0),
    photometricInterpretation: isRgbByNow(codec, frame) ? 'RGB' : frame.photometricInterpretation,
  };
}

/**
 * Whether the codec already gives RGB: JPEG was asked for RGB, and JPEG 2000 reverses its component transforms, YBR_RCT and
 * YBR_ICT, while decoding (PS3.3 C.7.6.3.1.2).
 */
const isRgbByNow = (codec: Codec, { samplesPerPixel, photometricInterpretation }: FrameDescription): boolean =>
  (codec === 'jpeg' && samplesPerPixel === 3) || ['YBR_RCT', 'YBR_ICT'].includes(photometricInterpretation);

function decodedOrReloaded(encoded: Uint8Array, codec: Codec, frame: FrameDescription) {
  try {
    return DECODERS[codec](
      new Context({
        width: frame.columns,
        height: frame.rows,
        bitsAllocated: frame.bitsAllocated,
        bitsStored: frame.bitsStored,
        samplesPerPixel: frame.samplesPerPixel,
        pixelRepresentation: frame.pixelRepresentation,
        planarConfiguration: frame.planarConfiguration,
        photometricInterpretation: frame.photometricInterpretation,
        encodedBuffer: encoded,
      }),
      codec === 'jpeg' && isYcbcrJpeg(encoded, frame.photometricInterpretation),
    );
  } catch (error) {
    ready = undefined;
    throw error;
  }
}
