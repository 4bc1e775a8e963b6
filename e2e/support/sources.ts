import { test } from '@playwright/test';
import type { HttpClient } from '../../scripts/http-client.ts';
import type { StudySource } from '../../web/src/viewer/study-source.ts';
import { SOURCE_CHECKS } from '../../web/src/viewer/testing/source-checks.ts';

/** Runs the code of pages against a real server, as this client. */
export async function asSignedIn<T>(http: HttpClient, address: string, work: () => Promise<T>): Promise<T> {
  const own = globalThis.fetch;
  const token = http.token();
  globalThis.fetch = (path, init) => {
    const headers = new Headers(init?.headers);
    if (token) headers.set('authorization', `Bearer ${token}`);
    headers.set(
      'cookie',
      http
        .cookies()
        .map(([name, value]) => `${name}=${value}`)
        .join('; '),
    );
    return own(new URL(String(path), address), { ...init, headers });
  };
  try {
    return await work();
  } finally {
    globalThis.fetch = own;
  }
}

/** Checks a viewer's source against a real server, as this client, with the same checks as the fake source. */
export const expectSource = (source: StudySource, http: HttpClient, address: string): Promise<void> =>
  asSignedIn(http, address, async () => {
    for (const { title, check } of SOURCE_CHECKS) await test.step(title, () => check(source));
  });
