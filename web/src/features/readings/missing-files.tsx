import type { studies } from '@duai/contract';
import { useWorkTexts } from '../../lib/messages.tsx';
import { Banner } from '../../ui/banner.tsx';
import { makeFocusable } from '../../ui/scroll-area.ts';

type Missing = Pick<studies.Reading, 'missingFiles'>;

/** How many files were refused and did not come later under the same name. */
export const countMissing = (reading: Missing): number => refusedOf(reading).reduce((sum, { files }) => sum + files, 0);

const refusedOf = ({ missingFiles }: Missing) => missingFiles.filter(({ hasCome }) => !hasCome);

/** Files of the case that were refused before they could become images: that a slice may be missing, which, and why. */
export function MissingFiles({ reading }: { readonly reading: Missing }) {
  const texts = useWorkTexts().readings.missingFiles;
  const count = countMissing(reading);
  return (
    <>
      {count > 0 && (
        <Banner tone="warning" title={texts.title({ count })} className="px-3 py-2 text-sm">
          <p>{texts.advice}</p>
          <details>
            <summary className="cursor-pointer font-medium">{texts.which}</summary>
            <Reasons files={refusedOf(reading)} />
          </details>
        </Banner>
      )}
      <CameLater reading={reading} />
    </>
  );
}

/** The same and the images that cannot be shown, in the narrow list of the reading room. */
export function MissingBeside({ reading }: { readonly reading: Missing & Pick<studies.Reading, 'studies'> }) {
  const { readings, names } = useWorkTexts();
  const count = countMissing(reading);
  const images = reading.studies.flatMap(({ series }) => series.flatMap(({ instances }) => instances));
  const hidden = images.filter(({ problem }) => problem !== null);
  return (
    <>
      {count > 0 && <Brief title={readings.missingFiles.title({ count })} files={refusedOf(reading)} />}
      {hidden.length > 0 && <Brief title={names.notShown({ count: hidden.length })} files={hidden} />}
      <CameLater reading={reading} />
    </>
  );
}

type Told = Pick<studies.Instance | studies.MissingFile, 'originalName' | 'problem'>;

function Brief({ title, files }: { readonly title: string; readonly files: readonly Told[] }) {
  return (
    <details className="text-xs">
      <summary className="cursor-pointer font-semibold text-red [overflow-wrap:anywhere]">{title}</summary>
      <Reasons files={files} />
    </details>
  );
}

/** The names of files by the reason for which they are not there. */
function Reasons({ files }: { readonly files: readonly Told[] }) {
  return (
    <ul ref={makeFocusable} className="grid max-h-64 gap-1 overflow-y-auto text-ink [overflow-wrap:anywhere]">
      {[...Map.groupBy(files, ({ problem }) => problem?.message)].map(([message, same]) => (
        <li key={message}>
          {message}{' '}
          <bdi className="text-grey-5">{same.flatMap(({ originalName }) => originalName ?? []).join(', ')}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** Only the name is known of a refused file, so a reader is told that another one of that name came. */
function CameLater({ reading: { missingFiles } }: { readonly reading: Missing }) {
  const texts = useWorkTexts().readings.missingFiles;
  const came = [...new Set(missingFiles.filter(({ hasCome }) => hasCome).map(({ originalName }) => originalName))];
  if (came.length === 0) return null;
  return (
    <p className="text-xs text-grey-4 [overflow-wrap:anywhere]">
      {texts.cameLater({ count: came.length })} <bdi>{came.join(', ')}</bdi>
    </p>
  );
}
