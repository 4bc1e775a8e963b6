import { join } from 'node:path';
import type { AlgorithmManifest } from '@duai/contract';
import { afterAll, beforeAll } from 'vitest';
import { systemContext } from './core/actor.ts';
import { ENGINE_CATALOGUE } from './testing/engine-algorithms/catalogue.ts';
import { type Behaviour, engineSuite, type Ground } from './testing/engines.suite.ts';
import { type Asked, type InferenceServer, startInferenceServer } from './testing/inference-server.ts';
import { createInstitutionFactory } from './testing/institution-factory.ts';
import { NETWORKS, packageOf, whitenedNetwork } from './testing/packages.ts';
import { startTestServer } from './testing/test-server.ts';

let ground: Ground;
let remote: InferenceServer;
beforeAll(async () => {
  remote = await startInferenceServer();
  const server = await startTestServer(
    {
      TASK_TIMEOUT_SECONDS: '5',
      MODEL_SERVERS: `triton=${remote.address}`,
      MODEL_SERVER_ALLOWED_HOSTS: remote.host,
    },
    { catalogue: ENGINE_CATALOGUE, tasks: join(import.meta.dirname, 'testing', 'engine-algorithms', 'tasks.ts') },
  );
  const factory = createInstitutionFactory(server, await server.staff('operator'));
  ground = { server, factory, ...(await factory.activated('motor')) };
});
afterAll(async () => {
  await ground.server.end();
  await remote.stop();
});

/** Imports a package of the algorithm for CT; the one that must not run is for radiographs. */
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
    told: { invalid: /its result is not valid/, fails: /the model cannot be run/ },
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
    told: { invalid: /numbers or shapes that are not valid/, fails: /it took longer than it may/ },
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
    /** Says another shape than the manifest. */
    const lies = (asked: Asked) => brightness(asked).map((tensor) => ({ ...tensor, shape: [tensor.values.length] }));
    return {
      install(behaviour) {
        remote.models.set(behaviour, brightness);
        const model = { server: 'triton', model: behaviour, timeLimitSeconds: 2 };
        return imported('kserve', behaviour, null, { remote: model });
      },
      misbehave() {
        remote.models.set('invalid', lies);
        remote.models.set('fails', () => 'nothing');
      },
      told: { invalid: /numbers or shapes that are not valid/, fails: /did not answer in time/ },
    };
  },
);
