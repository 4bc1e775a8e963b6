import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type AlgorithmManifest, integrations } from '@duai/contract';
import { afterAll, beforeAll } from 'vitest';
import { type OrthancServer, startOrthanc } from '../../scripts/test-servers/orthanc.ts';
import { systemContext } from './core/actor.ts';
import { ENGINE_CATALOGUE } from './testing/engine-algorithms/catalogue.ts';
import { type Behaviour, engineSuite, type Ground } from './testing/engines.suite.ts';
import { type Asked, type InferenceServer, startInferenceServer } from './testing/inference-server.ts';
import { createInstitutionFactory } from './testing/institution-factory.ts';
import { NETWORKS, packageOf, VENDOR_CODES, vendorManifest, whitenedNetwork } from './testing/packages.ts';
import { startTestServer } from './testing/test-server.ts';
import { sendResults, seriesAt } from './testing/vendor-box.ts';
import { measurementReport, type SourceSeries, segmentation } from './testing/vendor-objects.ts';

let ground: Ground;
let vendor: ReturnType<typeof startVendor> | undefined;
let remote: InferenceServer;
let orthanc: OrthancServer;
beforeAll(async () => {
  [remote, orthanc] = await Promise.all([startInferenceServer(), startOrthanc()]);
  const server = await startTestServer(
    {
      TASK_TIMEOUT_SECONDS: '10',
      MODEL_SERVERS: `triton=${remote.address},vendor=${orthanc.url}/dicom-web`,
      MODEL_SERVER_ALLOWED_HOSTS: [remote.host, new URL(orthanc.url).host].join(),
    },
    { catalogue: ENGINE_CATALOGUE, tasks: join(import.meta.dirname, 'testing', 'engine-algorithms', 'tasks.ts') },
  );
  const factory = createInstitutionFactory(server, await server.staff('operator'));
  ground = { server, factory, ...(await factory.activated('motor')) };
});
afterAll(async () => {
  await vendor?.stop();
  await ground.server.end();
  await Promise.all([remote.stop(), orthanc.close()]);
});

/** Imports a package of the algorithm for CT; the package that must not run is for radiographs. */
async function imported(
  engine: AlgorithmManifest['engine'],
  behaviour: Behaviour,
  weights: Uint8Array | null,
  change: Partial<AlgorithmManifest>,
) {
  const id = `test.${engine}-${behaviour}`;
  const inputs = { modalities: [behaviour === 'elsewhere' ? 'DX' : 'CT'], bodyParts: [] };
  const manifest = { id, engine, inputs, ...change };
  const files = packageOf(weights ?? new Uint8Array(), { manifest, files: weights ? {} : { 'model.onnx': null } });
  await ground.server.features.packages.importPackage(systemContext, files);
  return { id, isPackage: true };
}

engineSuite(
  'builtin',
  () => ground,
  () => ({
    install: async (behaviour) => ({ id: `test.builtin-${behaviour}`, isPackage: false }),
    told: { invalid: /its result is invalid/, fails: /the model cannot be run/ },
  }),
);

engineSuite(
  'onnx',
  () => ground,
  () => ({
    install(behaviour) {
      const { plain, nanOnWhite, endlessOnWhite } = NETWORKS;
      const white = { network: whitenedNetwork() };
      if (behaviour === 'invalid') return imported('onnx', behaviour, nanOnWhite, white);
      if (behaviour === 'fails') return imported('onnx', behaviour, endlessOnWhite, white);
      return imported('onnx', behaviour, plain, {});
    },
    told: { invalid: /the output of the model is invalid/, fails: /it exceeded the time limit/ },
  }),
);

engineSuite(
  'kserve',
  () => ground,
  () => {
    const brightness = ({ inputs: [image] }: Asked) => [
      { name: 'brightness', shape: [1, 1], values: [image!.values.reduce((a, b) => a + b) / image!.values.length] },
      { ...image!, name: 'map' },
    ];
    /** Declares another shape than the manifest. */
    const lies = (asked: Asked) => brightness(asked).map((tensor) => ({ ...tensor, shape: [tensor.values.length] }));
    return {
      install(behaviour) {
        remote.models.set(behaviour, brightness);
        const model = { server: 'triton', model: behaviour, timeLimitSeconds: behaviour === 'fails' ? 5 : 60 };
        return imported('kserve', behaviour, null, { remote: model });
      },
      misbehave() {
        remote.models.set('invalid', lies);
        remote.models.set('fails', () => 'nothing');
      },
      told: { invalid: /the output of the model is invalid/, fails: /did not answer in time/ },
    };
  },
);

/** A percentage for one image, and a square on it. */
function answerTo(source: SourceSeries, unit: string): Uint8Array[] {
  const image = source.sopInstanceUids[0]!;
  const { bright: concept, lungs } = VENDOR_CODES;
  const size = { columns: 96, rows: 96 };
  const mask = Uint8Array.from({ length: size.columns * size.rows }, (_, at) => (at % 96 < 20 && at < 1920 ? 1 : 0));
  return [
    measurementReport(source, { concept, value: '61.5', unit, image }),
    segmentation(source, lungs, size, [{ image, mask }]),
  ];
}

/**
 * Starts a script that acts as the vendor's box, with Orthanc as its receiving node: it answers whatever arrived until
 * the answer is accepted.
 */
function startVendor(root: string, key: string) {
  let isStopped = false;
  const taken = new Set<string>();
  const answer = async () => {
    for (const source of await seriesAt(orthanc))
      for (const [algorithmId, unit] of [
        ['test.dicom-answers', '%'],
        ['test.dicom-invalid', 'mm'],
      ] as const) {
        const what = `${source.seriesInstanceUid} ${algorithmId}`;
        if (taken.has(what)) continue;
        const { warning } = await sendResults(root, key, algorithmId, ...answerTo(source, unit));
        if (!warning?.includes('no such study')) taken.add(what);
      }
  };
  const running = (async () => {
    while (!isStopped) {
      await answer();
      await pause(200);
    }
  })();
  return {
    stop: () => {
      isStopped = true;
      return running;
    },
  };
}

engineSuite(
  'dicom',
  () => ground,
  () => ({
    async install(behaviour) {
      if (behaviour === 'answers') {
        const body = { name: 'vendor', scopes: ['results:write' as const] };
        const { secret } = await ground.admin.call(integrations.createApiKey, { body });
        vendor = startVendor(ground.server.listensOn!, secret);
      }
      return imported('dicom', behaviour, null, vendorManifest(behaviour === 'fails' ? 15 : 600));
    },
    told: { invalid: /its result is invalid/, fails: /no result arrived from the vendor’s system in time/ },
  }),
);
