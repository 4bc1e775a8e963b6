import { test } from '@playwright/test';
import type { HttpClient } from '../../scripts/http-client.ts';
import type { StudySource } from '../../web/src/viewer/study-source.ts';
import { SOURCE_CHECKS } from '../../web/src/viewer/testing/source-checks.ts';

/** Checks a viewer's source against a real server, as this client, with the same checks as the fake source. */
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
