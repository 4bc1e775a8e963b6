import { stat } from 'node:fs/promises';
import { type AddressInfo, isIPv6 } from 'node:net';
import { join } from 'node:path';
import { type App, buildApp } from './app.ts';
import type { Config } from './config.ts';
import { unlessMissing } from './core/files/missing-file.ts';
import { endDemo, ensureDemoData } from './demo-data.ts';
import { type OpenOptions, openParts } from './deps.ts';
import type { DicomListeners } from './features/pacs/index.ts';
import { haveOlderHeadersRead } from './features/studies/index.ts';
import { createFeatures, type Features, registerJobs } from './features.ts';
import { modeOf } from './mode.ts';
import type { Parts } from './parts.ts';
import type { SampleLogins } from './sample-logins.ts';

const WEBSITE = join(import.meta.dirname, '..', '..', 'web', 'build', 'client');

export interface Running {
  /** The public address of the site. */
  address: string;
  /** The address on which the web server listens; undefined for a process without one. */
  listensOn: string | undefined;
  logins: SampleLogins | undefined;
  parts: Parts;
  features: Features;
  app: App | undefined;
  /** The listeners for DICOM associations. */
  dicom: DicomListeners | undefined;
  stop(): Promise<void>;
}

/**
 * Starts the parts of its role: web, worker, dicom, or all in one process. `stop` stops them in reverse order and
 * waits.
 * @throws the reason of `signal` when it is aborted before everything is started; then everything is closed again
 */
export async function start(config: Config, options: Omit<OpenOptions, 'whenRunning'> = {}): Promise<Running> {
  const { parts, close, whenStarted, beforeEnd } = await openParts(config, options);
  let address = config.PUBLIC_URL?.replace(/\/$/, '') ?? `http://${config.HOST}:${config.PORT}`;
  const publicUrl = () => address;
  const features = createFeatures(parts, publicUrl);
  let listensOn: string | undefined;
  let app: App | undefined;
  let dicom: DicomListeners | undefined;
  const isRole = (...roles: Config['DUAI_ROLE'][]) => ['all', ...roles].includes(config.DUAI_ROLE);
  const stop = async () => {
    beforeEnd();
    await Promise.all([app?.http.close(), dicom?.close(config.LAST_REQUESTS_SECONDS * 1000)]);
    for (const heard of changesHeard(features)) await heard.stop();
    await close();
  };
  try {
    registerJobs(parts, features);
    // The queues exist before any job is enqueued. Only a worker runs the handlers.
    await parts.queue.start({ work: isRole('worker') });
    await features.analyses.freezeOlder();
    await haveOlderHeadersRead(parts);
    options.signal?.throwIfAborted();
    if (isRole('web')) {
      // The file that the build writes last.
      const isBuilt = (await unlessMissing(stat(join(WEBSITE, 'page-paths.json')))) !== undefined;
      if (!isBuilt) parts.log.warn('the website is not built; only the API is served (npm run build)');
      app = await buildApp(parts, features, { websiteDir: isBuilt ? WEBSITE : null, publicUrl });
      for (const heard of changesHeard(features)) await heard.start();
      // This runs before the first request.
      if (config.NODE_ENV === 'production') await endDemo(parts, features);
      await app.http.listen({ host: config.HOST, port: config.PORT });
      const bound = app.http.server.address() as AddressInfo;
      listensOn = `http://${isIPv6(config.HOST) ? `[${config.HOST}]` : config.HOST}:${bound.port}`;
      if (!config.PUBLIC_URL) address = listensOn;
    }
    if (isRole('dicom')) dicom = await features.pacs.listen();
    options.signal?.throwIfAborted();
    const logins = config.DUAI_DEMO ? await ensureDemoData(parts, features) : undefined;
    whenStarted();
    const { mode } = modeOf(config);
    parts.log.info({ mode, address, listensOn, role: config.DUAI_ROLE }, `started in mode ${mode}`);
    return { address, listensOn, logins, parts, features, app, dicom, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What a process that serves pages and systems is told of by the database. */
const changesHeard = ({ accessEnds, cases, scans, dicomweb }: Features) => [
  accessEnds,
  cases.events,
  scans.events,
  dicomweb.workitems.events,
];
