import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Film {
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  readonly frames: number;
  /** Paints one frame in RGB, 3 bytes for each pixel. The film loops: after the last frame comes the first. */
  paint(frame: number, into: Uint8Array): void;
}

/** Two files for each film: AV1 for browsers that support it, H.264 for all others. No sound, no metadata, ready to stream. */
const CODECS = {
  webm: ['-c:v', 'libsvtav1', '-preset', '3', '-crf', '50', '-svtav1-params', 'tune=0:keyint=-1', '-f', 'webm'],
  mp4: [
    '-c:v',
    'libx264',
    '-preset',
    'veryslow',
    '-crf',
    '32',
    '-profile:v',
    'high',
    '-movflags',
    '+faststart',
    '-f',
    'mp4',
  ],
} as const;

export async function encodeFilm(film: Film, pathWithoutSuffix: string): Promise<void> {
  const outputs = Object.entries(CODECS).map(([suffix, options]) => {
    const args = ['-y', '-v', 'error', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${film.width}x${film.height}`];
    args.push('-r', String(film.framesPerSecond), '-i', '-', '-an', '-pix_fmt', 'yuv420p', '-map_metadata', '-1');
    args.push('-fflags', '+bitexact', '-flags:v', '+bitexact', ...options, `${pathWithoutSuffix}.${suffix}`);
    const child = spawn('ffmpeg', args, { stdio: ['pipe', 'inherit', 'inherit'] });
    return { child, ended: once(child, 'exit') as Promise<[number]> };
  });
  const frame = new Uint8Array(film.width * film.height * 3);
  for (let index = 0; index < film.frames; index += 1) {
    film.paint(index, frame);
    for (const { child } of outputs) if (!child.stdin.write(Buffer.from(frame))) await once(child.stdin, 'drain');
  }
  for (const { child, ended } of outputs) {
    child.stdin.end();
    const [code] = await ended;
    if (code !== 0) throw new Error(`ffmpeg ended with ${code} for ${pathWithoutSuffix}`);
  }
}

/**
 * Encodes one frame as the still picture that is shown if a film does not play.
 * @param filter ffmpeg filter applied to the frame before encoding
 * @param quality WebP quality, 0 to 100
 */
export async function encodeStill(
  film: Film,
  index: number,
  path: string,
  filter = 'scale=960:-1',
  quality = 50,
): Promise<void> {
  const frame = new Uint8Array(film.width * film.height * 3);
  film.paint(index, frame);
  const args = [
    '-y',
    '-v',
    'error',
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgb24',
    '-s',
    `${film.width}x${film.height}`,
    '-i',
    '-',
  ];
  args.push(
    '-frames:v',
    '1',
    '-vf',
    filter,
    '-c:v',
    'libwebp',
    '-quality',
    String(quality),
    '-compression_level',
    '6',
    path,
  );
  const child = spawn('ffmpeg', args, { stdio: ['pipe', 'inherit', 'inherit'] });
  const ended = once(child, 'exit') as Promise<[number]>;
  child.stdin.end(Buffer.from(frame));
  const [code] = await ended;
  if (code !== 0) throw new Error(`ffmpeg ended with ${code} for ${path}`);
}
