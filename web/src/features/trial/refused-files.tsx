import { Banner } from '../../ui/banner.tsx';

export interface RefusedFile {
  readonly name: string;
  readonly message: string;
}

/** Files that were not taken, by the reason: a folder of 300 says its one reason once, and names the files below it. */
export function RefusedFiles({ files }: { readonly files: readonly RefusedFile[] }) {
  if (files.length === 0) return null;
  return (
    <Banner tone="warning" title={files.length === 1 ? '1 file was not taken' : `${files.length} files were not taken`}>
      <dl className="grid max-h-48 gap-2 overflow-y-auto text-sm">
        {[...Map.groupBy(files, ({ message }) => message)].map(([message, refused]) => (
          <div key={message}>
            <dt className="font-medium">{message}</dt>
            <dd className="break-words">{refused.map(({ name }) => name).join(', ')}</dd>
          </div>
        ))}
      </dl>
    </Banner>
  );
}
