/** Whether the error means that the file does not exist, as opposed to being unreachable. */
export const isMissingFile = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** The result of a read; undefined where the file or directory does not exist. Other errors are rethrown. */
export async function unlessMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (isMissingFile(error)) return undefined;
    throw error;
  }
}
