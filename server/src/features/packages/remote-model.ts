import type { AlgorithmManifest } from '@duai/contract';
import type { RemoteModel } from '../../adapters/inference/port.ts';
import type { VendorBox } from '../../adapters/vendors/port.ts';
import type { Config } from '../../config.ts';
import { AppError } from '../../core/app-error.ts';

type Settings = Pick<Config, 'MODEL_SERVERS' | 'MODEL_SERVER_TOKENS' | 'MODEL_SERVER_ALLOWED_HOSTS'>;

/** The server and model for an algorithm that runs elsewhere, by the settings. @throws AppError MODEL_SERVER_UNKNOWN */
export function remoteModelOf(settings: Settings, manifest: AlgorithmManifest): RemoteModel {
  const { remote, network } = manifest;
  return {
    ...vendorBoxOf(settings, manifest),
    model: remote?.model ?? '',
    version: remote?.version ?? null,
    outputs: (network?.outputs ?? []).map(({ name: output, dims }) => ({ name: output, dims })),
  };
}

/** The vendor's server that a manifest names. @throws AppError MODEL_SERVER_UNKNOWN */
export function vendorBoxOf(settings: Settings, { remote }: AlgorithmManifest): VendorBox {
  const name = remote?.server ?? '';
  const address = settings.MODEL_SERVERS.get(name);
  if (!remote || !address) throw new AppError('MODEL_SERVER_UNKNOWN', { params: { name } });
  return {
    address,
    token: settings.MODEL_SERVER_TOKENS.get(name) ?? null,
    allowedHosts: settings.MODEL_SERVER_ALLOWED_HOSTS,
    timeoutMs: remote.timeLimitSeconds * 1000,
  };
}
