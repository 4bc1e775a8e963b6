import { useWorkTexts } from '../../../lib/messages.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { useTrialUsage } from '../scan-queries.ts';
import { isTooLargeToMeasure } from './bulk-files.ts';

/** Warns before sending that one series may be too large to be measured. */
export function LargeStudyNotice({ bytes }: { readonly bytes: number }) {
  const texts = useWorkTexts().scans.largeStudyNotice;
  const usage = useTrialUsage();
  if (!usage.data || !isTooLargeToMeasure(bytes, usage.data.mostVoxels)) return null;
  return (
    <Banner tone="info" title={texts.aLargeStudy}>
      {texts.text({
        millions: Math.floor(usage.data.mostVoxels / 1e6),
        slices: Math.floor(usage.data.mostVoxels / 512 ** 2),
      })}
    </Banner>
  );
}
