/** The type of a file by its first bytes, never by its name. */
export type Content = 'dicom' | 'maybe-dicom' | 'jpeg' | 'png' | 'other';

const startsWith = (bytes: Uint8Array, signature: readonly number[], at = 0) =>
  signature.every((byte, index) => bytes[at + index] === byte);

const DICM = [0x44, 0x49, 0x43, 0x4d];
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** PS3.10 section 7.1: 128 bytes preamble, then DICM. Without them only parsing can tell. */
export function detectContent(head: Uint8Array): Content {
  if (startsWith(head, DICM, 128)) return 'dicom';
  if (startsWith(head, [0xff, 0xd8, 0xff])) return 'jpeg';
  if (startsWith(head, PNG)) return 'png';
  // Without the preamble, but with the prefix.
  if (startsWith(head, DICM)) return 'maybe-dicom';
  // A data set begins with group 0002 (meta without preamble) or 0008, in either byte order.
  const isGroup = (head[1] === 0 && (head[0] === 0x02 || head[0] === 0x08)) || (head[0] === 0 && head[1] === 0x08);
  return isGroup && head.length > 16 ? 'maybe-dicom' : 'other';
}

const EXECUTABLES: readonly (readonly number[])[] = [
  [0x4d, 0x5a], // MZ: Windows PE
  [0x7f, 0x45, 0x4c, 0x46], // ELF
  [0x23, 0x21], // #!
  [0xfe, 0xed, 0xfa, 0xce],
  [0xfe, 0xed, 0xfa, 0xcf],
  [0xce, 0xfa, 0xed, 0xfe],
  [0xcf, 0xfa, 0xed, 0xfe], // Mach-O
  [0xca, 0xfe, 0xba, 0xbe], // Mach-O universal, Java class
  [0x50, 0x4b, 0x03, 0x04], // ZIP: JAR, APK
];

/** The preamble may contain anything, even a program (CVE-2019-11687; DICOM PS3.10 section 7.5 warns of it). */
export const hasExecutablePreamble = (head: Uint8Array): boolean =>
  EXECUTABLES.some((signature) => startsWith(head, signature));
