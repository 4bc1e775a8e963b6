/** Memory of the process with its codecs before a volume is loaded. */
const IDLE_MB = 250;
/** Decoded slices, volume and masks of ct.lung-density at 150 to 400 slices of 512² need 4.3 to 4.7; with a margin. */
const BYTES_PER_VOXEL = 6;

/** The most voxels for an algorithm that needs a whole volume, in a process of `memoryMb`. */
export const mostVoxels = (memoryMb: number): number =>
  Math.max(0, Math.floor(((memoryMb - IDLE_MB) * 2 ** 20) / BYTES_PER_VOXEL));
