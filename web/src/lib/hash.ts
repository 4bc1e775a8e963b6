/** SHA-256 in hexadecimal; null if the page is not served over TLS, because browsers then offer no hashing. */
export async function sha256Of(content: Blob): Promise<string | null> {
  if (!globalThis.crypto.subtle) return null;
  const digest = await crypto.subtle.digest('SHA-256', await content.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
