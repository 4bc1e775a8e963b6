import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { given } from '@duai/contract';
import type { Config } from '../config.ts';
import type { PriorsRule } from './priors/choose-priors.ts';

/** A system that may send, identified by AE title and address. */
export interface Source {
  aeTitle: string;
  address: string;
}

/** The archive to which results are sent. */
export interface Archive {
  aeTitle: string;
  host: string;
  port: number;
}

export interface GatewaySettings {
  ownTitle: string;
  listen: { host: string; port: number };
  sources: Source[];
  /** Null where no results are fetched. */
  archive: Archive | null;
  /** Which results are sent there. */
  results: Config['GATEWAY_RESULTS'];
  /** Which earlier studies are fetched from the archive. */
  priors: PriorsRule;
  /** The address of the service, without a slash at the end. */
  serviceUrl: string;
  apiKey: string;
  statusPort: number;
  /** A study is sent when nothing more of it arrived for this long. */
  quietMs: number;
  dir: string;
}

const SOURCE = /^([ -[\]-~]{1,16})@([0-9a-fA-F.:]+)$/;
const ARCHIVE = /^([ -[\]-~]{1,16})@(.+):(\d{1,5})$/;

/** @throws Error that lists every missing or invalid setting */
export async function readGatewaySettings(config: Config): Promise<GatewaySettings> {
  const problems: string[] = [];
  const sources = config.GATEWAY_SOURCES.map((text) => {
    const [, aeTitle, address] = SOURCE.exec(text) ?? [];
    if (!aeTitle || !address) problems.push(`GATEWAY_SOURCES: ${text} is not TITLE@address`);
    return { aeTitle: aeTitle ?? '', address: address ?? '' };
  });
  if (sources.length === 0) problems.push('GATEWAY_SOURCES: which systems may send (TITLE@address, comma-separated)');
  const [, archiveTitle, host, port] = ARCHIVE.exec(config.GATEWAY_ARCHIVE ?? '') ?? [];
  if (config.GATEWAY_ARCHIVE && !archiveTitle) problems.push('GATEWAY_ARCHIVE: is not TITLE@host:port');
  if (config.GATEWAY_PRIORS > 0 && !config.GATEWAY_ARCHIVE)
    problems.push('GATEWAY_PRIORS: needs GATEWAY_ARCHIVE, from which they are fetched');
  if (config.DICOM_PLAIN_PORT === undefined) problems.push('DICOM_PLAIN_PORT: the port on which studies are taken');
  if (!config.GATEWAY_SERVICE_URL) problems.push('GATEWAY_SERVICE_URL: the https address of the service');
  if (!config.GATEWAY_API_KEY_FILE) problems.push('GATEWAY_API_KEY_FILE: a file with the API key of the institution');
  if (problems.length > 0)
    throw new Error(`These settings of the gateway are not valid:\n${problems.map((one) => `  - ${one}`).join('\n')}`);
  return {
    ownTitle: config.DICOM_AE_TITLE,
    listen: { host: config.DICOM_HOST, port: given(config.DICOM_PLAIN_PORT, 'DICOM_PLAIN_PORT') },
    sources,
    archive: archiveTitle ? { aeTitle: archiveTitle, host: host!, port: Number(port) } : null,
    results: config.GATEWAY_RESULTS,
    priors: { most: config.GATEWAY_PRIORS, days: config.GATEWAY_PRIORS_DAYS, like: config.GATEWAY_PRIORS_LIKE },
    serviceUrl: given(config.GATEWAY_SERVICE_URL, 'GATEWAY_SERVICE_URL').replace(/\/$/, ''),
    apiKey: (await readFile(given(config.GATEWAY_API_KEY_FILE, 'GATEWAY_API_KEY_FILE'), 'utf8')).trim(),
    statusPort: config.GATEWAY_STATUS_PORT,
    quietMs: config.DICOM_QUIET_SECONDS * 1000,
    dir: join(config.DUAI_DATA_DIR, 'gateway'),
  };
}
