import { join } from 'node:path';

/**
 * A disk of its own for one process: a tmpfs in a mount namespace that ends with it (mount_namespaces(7)). Root mounts it
 * as root; anybody else inside a user namespace (user_namespaces(7)), and then runs under their own id again.
 */
export function onSmallDisk(dir: string, megabytes: number): (command: string[]) => string[] {
  const own = process.getuid!();
  const options = `size=${megabytes}m,mode=0711${own === 0 ? '' : `,uid=0,gid=0`}`;
  const namespace = own === 0 ? ['unshare', '--mount'] : ['unshare', '--user', '--map-root-user', '--mount'];
  const back = own === 0 ? '' : `unshare --user --map-user=${own} --map-group=${process.getgid!()} -- `;
  const script = `mount -t tmpfs -o ${options} tmpfs "$0" && exec ${back}"$@"`;
  return (command) => [...namespace, '--', 'sh', '-c', script, dir, ...command];
}

/** The same path as the process sees it, for those outside of its namespace (proc(5)). */
export const asSeenBy = (pid: number, path: string): string => join('/proc', String(pid), 'root', path);
