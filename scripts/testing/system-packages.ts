import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { run } from '../bootstrap.mjs';

/** Debian packages that tests need, each with a file that shows that it is installed. */
const NEEDED = {
  chromium: '/usr/bin/chromium',
  'chromium-headless-shell': '/usr/bin/chromium-headless-shell',
  dcmtk: '/usr/bin/dcmdump',
  dicom3tools: '/usr/bin/dciodvfy',
  'libgdcm-tools': '/usr/bin/gdcmconv',
  'libxml2-utils': '/usr/bin/xmllint',
  'libopenjp2-tools': '/usr/bin/opj_decompress',
  orthanc: '/usr/sbin/Orthanc',
  'orthanc-dicomweb': '/usr/share/orthanc/plugins/libOrthancDicomWeb.so',
  'poppler-utils': '/usr/bin/pdftotext',
  postgresql: '/usr/lib/postgresql',
  rsyslog: '/usr/sbin/rsyslogd',
  'rsyslog-gnutls': '/var/lib/dpkg/info/rsyslog-gnutls.list',
  radosgw: '/usr/bin/radosgw',
  'ceph-mon': '/usr/bin/ceph-mon',
  'ceph-osd': '/usr/bin/ceph-osd',
};

/** On Debian as root, installs by apt-get; elsewhere prints a hint, and the tests that need them fail. */
export function installSystemPackages(): void {
  const missing = Object.entries(NEEDED).flatMap(([name, path]) => (existsSync(path) ? [] : [name]));
  if (missing.length === 0) return;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || spawnSync('apt-get', ['--version']).status !== 0) {
    console.log(`Tests need these packages of the system: ${missing.join(' ')}. Please install them.`);
    return;
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  run('apt-get', ['update', '-qq'], { env });
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing, 'fonts-noto-core'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
