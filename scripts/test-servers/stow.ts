const BOUNDARY = 'duai-test-boundary';

/** The body of a STOW-RS request with these files, and its content type (PS3.18 sections 8.7.1 and 10.5). */
export function stowRequest(files: readonly Uint8Array[]): { body: Buffer<ArrayBuffer>; contentType: string } {
  const parts = files.flatMap((file) => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Type: application/dicom\r\n\r\n`),
    file,
    Buffer.from('\r\n'),
  ]);
  return {
    body: Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]),
    contentType: `multipart/related; type="application/dicom"; boundary=${BOUNDARY}`,
  };
}
