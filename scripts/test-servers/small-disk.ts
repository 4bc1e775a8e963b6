import { join } from 'node:path';

/**
 * A separate disk for one process: a tmpfs in a mount namespace that ends with the process (mount_namespaces(7)). Root mounts
 * it directly; other users mount it inside a user namespace (user_namespaces(7)) and then run under their own id again.
 */
export function onSmallDisk(dir: string, megabytes: number): (command: string[]) => string[] {
  const own = process.getuid!();
  const options = `size=${megabytes}m,mode=0711${own === 0 ? '' : `,uid=0,gid=0`}`;
  const namespace = own === 0 ? ['unshare', '--mount'] : ['unshare', '--user', '--map-root-user', '--mount'];
  const back = own === 0 ? '' : `unshare --user --map-user=${own} --map-group=${process.getgid!()} -- `;
  const script = `mount -t tmpfs -o ${options} tmpfs "$0" && exec ${back}"$@"`;
  return (command) => [...namespace, '--', 'sh', '-c', script, dir, ...command];
}

/** The path as the process sees it, for processes outside its namespace (proc(5)). */
export const asSeenBy = (pid: number, path: string): string => join('/proc', String(pid), 'root', path);
