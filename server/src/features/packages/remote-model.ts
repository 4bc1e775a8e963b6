import type { AlgorithmManifest } from '@duai/contract';
import type { RemoteModel } from '../../adapters/inference/port.ts';
import type { Config } from '../../config.ts';
import { AppError } from '../../core/app-error.ts';

type Settings = Pick<Config, 'MODEL_SERVERS' | 'MODEL_SERVER_TOKENS' | 'MODEL_SERVER_ALLOWED_HOSTS'>;

/** Where a model runs that is not here, by the settings of this installation. @throws AppError MODEL_SERVER_UNKNOWN */
export function remoteModelOf(settings: Settings, { remote, network }: AlgorithmManifest): RemoteModel {
  const name = remote?.server ?? '';
  const address = settings.MODEL_SERVERS.get(name);
  if (!remote || !address) throw new AppError('MODEL_SERVER_UNKNOWN', { params: { name } });
  return {
    address,
    token: settings.MODEL_SERVER_TOKENS.get(name) ?? null,
    allowedHosts: settings.MODEL_SERVER_ALLOWED_HOSTS,
    model: remote.model ?? '',
    version: remote.version ?? null,
    timeoutMs: remote.timeLimitSeconds * 1000,
    outputs: (network?.outputs ?? []).map(({ name: output, dims }) => ({ name: output, dims })),
  };
}
