import { spawnSync } from 'node:child_process';

/** Lines that hold a comment and nothing else: a better comment makes no evidence older. */
const COMMENT_LINES = '^[[:space:]]*(\\{?/\\*|\\*( |/|$)|//)';

/**
 * Whether code below these paths differs from what it was at a commit.
 * @throws Error when git does not know the commit: evidence of an unknown commit is none
 */
export function hasChangedSince(root: string, commit: string, paths: readonly string[]): boolean {
  const { status, stderr } = spawnSync('git', ['diff', '--quiet', '-I', COMMENT_LINES, commit, '--', ...paths], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status === 0 || status === 1) return status === 1;
  throw new Error(`git cannot compare with ${commit}: ${stderr}`);
}
