import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '../instance.ts';
import { makeCertificate, type TestCertificate } from './certificates.ts';
import { freePorts } from './free-ports.ts';

const START_TIMEOUT_MS = 30_000;

export interface RsyslogServer {
  port: number;
  certificate: TestCertificate;
  /** What came, one message a line: header and content as rsyslog read them. */
  messages(): Promise<{ priority: string; app: string; messageId: string; at: string; content: string }[]>;
  close(): Promise<void>;
}

/** rsyslog, a receiver of somebody else's making, by TLS (RFC 5425) on loopback; what it takes it writes into a file. */
export async function startRsyslog(onPort?: number): Promise<RsyslogServer> {
  const dir = await mkdtemp(join(tmpdir(), 'duai-rsyslog-'));
  const [port] = onPort === undefined ? ((await freePorts(1)) as [number]) : [onPort];
  const certificate = makeCertificate('syslog');
  await writeFile(join(dir, 'key.pem'), certificate.key);
  await writeFile(join(dir, 'cert.pem'), certificate.cert);
  const out = join(dir, 'messages');
  const configuration = `
global(workDirectory="${dir}" maxMessageSize="64k"
  defaultNetstreamDriver="gtls" defaultNetstreamDriverCAFile="${dir}/cert.pem"
  defaultNetstreamDriverCertFile="${dir}/cert.pem" defaultNetstreamDriverKeyFile="${dir}/key.pem")
module(load="imtcp" StreamDriver.Name="gtls" StreamDriver.Mode="1" StreamDriver.AuthMode="anon")
template(name="parsed" type="string"
  string="%pri%\\t%app-name%\\t%msgid%\\t%timestamp:::date-rfc3339%\\t%msg%\\n")
input(type="imtcp" port="${port}" address="127.0.0.1")
action(type="omfile" file="${out}" template="parsed")
`;
  const file = join(dir, 'rsyslog.conf');
  await writeFile(file, configuration);
  const child = spawn('/usr/sbin/rsyslogd', ['-n', '-f', file, '-i', join(dir, 'pid')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = `${output}${text}`.slice(-4000);
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()));
  const close = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await ended;
    await rm(dir, { recursive: true, force: true });
  };
  try {
    await waitFor(
      () =>
        new Promise<true | undefined>((resolve) => {
          const socket = connect({ host: '127.0.0.1', port });
          socket.once('connect', () => resolve(true)).once('error', () => resolve(undefined));
          socket.once('connect', () => socket.destroy());
        }),
      START_TIMEOUT_MS,
      () => `rsyslog is not ready: ${output}`,
    );
  } catch (error) {
    await close();
    throw error;
  }
  return {
    port,
    certificate,
    async messages() {
      const text = await readFile(out, 'utf8').catch(() => '');
      return text
        .split('\n')
        .filter((line) => line.split('\t').length === 5)
        .map((line) => {
          const [priority = '', app = '', messageId = '', at = '', content = ''] = line.split('\t');
          return { priority, app, messageId, at, content: content.replace(/^\s*\u{FEFF}?/u, '') };
        });
    },
    close,
  };
}
