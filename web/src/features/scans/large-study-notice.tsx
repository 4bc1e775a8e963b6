import { Banner } from '../../ui/banner.tsx';
import { isTooLargeToMeasure, tooLargeToMeasure } from './bulk-files.ts';
import { useTrialUsage } from './scan-queries.ts';

/** Before the files are sent: one series of them may be larger than can be measured. */
export function LargeStudyNotice({ bytes }: { readonly bytes: number }) {
  const usage = useTrialUsage();
  if (!usage.data || !isTooLargeToMeasure(bytes, usage.data.mostVoxels)) return null;
  return (
    <Banner tone="info" title="A large study">
      {tooLargeToMeasure(usage.data.mostVoxels)}
    </Banner>
  );
}
