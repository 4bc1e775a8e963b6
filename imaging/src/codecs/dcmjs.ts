import dcmjsCodecs from 'dcmjs-codecs';
import type { FrameDescription } from '../pixel-data.ts';
import type { Compression } from './transfer-syntaxes.ts';

const { Context, NativeCodecs, log } = dcmjsCodecs;
log.setLevel('silent');

let ready: Promise<void> | undefined;

const DECODERS: Readonly<
  Record<Exclude<Compression, 'jpeg-extended'>, (context: InstanceType<typeof Context>) => InstanceType<typeof Context>>
> = {
  rle: (context) => NativeCodecs.decodeRle(context),
  jpeg: (context) => NativeCodecs.decodeJpeg(context, { convertColorspaceToRgb: true }),
  'jpeg-ls': (context) => NativeCodecs.decodeJpegLs(context),
  'jpeg-2000': (context) => NativeCodecs.decodeJpeg2000(context),
  htj2k: (context) => NativeCodecs.decodeHtJpeg2000(context),
};

/** One compressed frame to raw bytes by dcmjs-codecs (libjpeg, CharLS, OpenJPEG, OpenJPH as WebAssembly). Throws what it cannot. */
export async function decodeByDcmjs(encoded: Uint8Array, compression: Compression, frame: FrameDescription) {
  ready ??= NativeCodecs.initializeAsync();
  await ready;
  if (compression === 'jpeg-extended') throw new Error('12-bit JPEG is not decoded here');
  const decoded = DECODERS[compression](
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
  );
  return {
    bytes: decoded.getDecodedBuffer()!,
    planarConfiguration: decoded.getPlanarConfiguration() ?? 0,
    photometricInterpretation: decoded.getPhotometricInterpretation() ?? frame.photometricInterpretation,
  };
}
