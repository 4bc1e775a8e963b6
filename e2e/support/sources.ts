import { test } from '@playwright/test';
import type { HttpClient } from '../../scripts/http-client.ts';
import type { StudySource } from '../../web/src/viewer/study-source.ts';
import { SOURCE_CHECKS } from '../../web/src/viewer/testing/source-checks.ts';

/** A viewer's source before a real server, as this client: the checks are those of the fake source. */
export async function expectSource(source: StudySource, http: HttpClient, address: string): Promise<void> {
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
    for (const { title, check } of SOURCE_CHECKS) await test.step(title, () => check(source));
  } finally {
    globalThis.fetch = own;
  }
}
