import { readFile } from 'node:fs/promises';
import { arch, cpus, platform } from 'node:os';
import { algorithmById, type SeriesInfo } from '@duai/algorithms';
import { buildVolume, decodeFrame, framesOf, readFrameHeaders } from '@duai/imaging';
import { createOnnxInference } from '../adapters/inference/onnx.ts';
import type { RunOutcome } from '../features/analyses/index.ts';

const inference = createOnnxInference();

/** Runs one algorithm on one series. `paths[i]` is a verified copy of `series.instances[i]`. */
export async function analyse(input: {
  algorithmId: string;
  series: SeriesInfo;
  paths: string[];
}): Promise<RunOutcome> {
  const algorithm = algorithmById(input.algorithmId);
  if (!algorithm) throw Object.assign(new Error(`no algorithm ${input.algorithmId}`), { code: 'ALGORITHM_UNKNOWN' });
  const loadFrame = async (index: number, frame = 0) => decodeFrame(await readFile(input.paths[index]!), frame);
  const result = await algorithm.run(
    {
      ...input.series,
      loadFrame,
      frameHeaders: async (index) => readFrameHeaders(await readFile(input.paths[index]!)),
      async loadVolume() {
        const frames = [];
        for (const path of input.paths) frames.push(...(await framesOf(await readFile(path))));
        return buildVolume(frames);
      },
    },
    { inference },
  );
  return {
    result,
    weightsSha256: algorithm.manifest.weightsSha256 ?? null,
    runtime: { node: process.version, platform: platform(), arch: arch(), cpu: cpus()[0]?.model ?? 'unknown' },
  };
}
