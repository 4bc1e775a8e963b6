import { leftOutObjects } from '@duai/contract';
import { useWorkTexts } from '../../../../lib/messages.tsx';
import { Banner } from '../../../../ui/banner.tsx';

/** The DICOM files of a report that could not be made, or only in part, each with its reason. */
export function LeftOutObjects({ count, objects }: leftOutObjects.LeftOut) {
  const {
    readings: { leftOut: texts },
  } = useWorkTexts();
  return (
    <Banner tone="warning" title={texts.title({ count })}>
      <ul className="mb-2 grid gap-1">
        {objects.map(({ name, kind, reason, lacks }) => (
          <li key={`${name} ${reason}`}>
            {texts.kinds[kind]}: {texts.because[reason]} {lacks !== undefined && texts.lacks({ count: lacks })}{' '}
            <span className="block font-mono text-xs break-all">{name}</span>
          </li>
        ))}
        {count > objects.length && <li>{texts.more({ count: count - objects.length })}</li>}
      </ul>
      <p>{texts.othersSaved({ file: leftOutObjects.LEFT_OUT_FILE })}</p>
    </Banner>
  );
}
