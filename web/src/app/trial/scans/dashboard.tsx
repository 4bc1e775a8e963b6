import type { institutions } from '@duai/contract';
import { FileScan, Mail, Network, Upload } from 'lucide-react';
import { useState } from 'react';
import { CONTACTS } from '../../../content/contacts.ts';
import { Partners } from '../../../features/catalogue/partners.tsx';
import { expiryText, useScans, useTrialUsage } from '../../../features/scans/scan-queries.ts';
import { ScansTable } from '../../../features/scans/scans-table.tsx';
import { UploadScanDialog } from '../../../features/scans/uploads/upload-scan-dialog.tsx';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button, ButtonLink, buttonClasses } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { WorkbenchHead } from '../workbench-head.tsx';

const RECENT = 10;
const pricingMail = (subject: string) => `mailto:${CONTACTS.sales}?subject=${encodeURIComponent(subject)}`;

/** The Dashboard tab: scans used and left, and the latest studies. */
export default function TrialDashboard() {
  const texts = useWorkTexts().portal.dashboard;
  const usage = useTrialUsage();
  const scans = useScans();
  const [isUploading, setIsUploading] = useState(false);
  // If the trial blocks the next study, that is shown first; otherwise the upgrade comes last.
  const isOver =
    usage.data !== undefined && (usage.data.usedScans >= usage.data.totalScans || usage.data.remainingDays === 0);
  return (
    <>
      <WorkbenchHead title={texts.dashboard}>
        <Button onClick={() => setIsUploading(true)}>
          <Upload aria-hidden className="size-5" />
          {texts.uploadDicom}
        </Button>
      </WorkbenchHead>
      {usage.data?.isSample && (
        <Banner tone="warning" title={texts.sampleInstitution}>
          {texts.scansCountsAndFindingsHere}
        </Banner>
      )}
      {isOver && <UpgradeBanner usage={usage.data} isOver />}
      <Loaded query={usage}>{(data) => <UsageCards usage={data} />}</Loaded>
      <section aria-labelledby="recent" className="grid gap-3">
        <h2 id="recent" className="text-lg font-semibold">
          {texts.recentScans}
        </h2>
        <Loaded query={scans}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState
                icon={FileScan}
                title={texts.noScansYet}
                description={texts.uploadTheDcmFilesOf}
                action={<Button onClick={() => setIsUploading(true)}>{texts.uploadYourFirstStudy}</Button>}
              />
            ) : (
              <ScansTable caption={texts.recentScans} scans={rows.slice(0, RECENT)} />
            )
          }
        </Loaded>
      </section>
      <Partners />
      {!isOver && <UpgradeBanner usage={usage.data} isOver={false} />}
      <UploadScanDialog isOpen={isUploading} onClose={() => setIsUploading(false)} />
    </>
  );
}

function UsageCards({ usage }: { readonly usage: institutions.TrialUsage }) {
  const texts = useWorkTexts().portal.dashboard;
  const { trialPeriod } = useWorkTexts().scans;
  return (
    <div className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
      <Card className="grid content-start gap-3">
        <h2 className="text-sm text-grey-4">{texts.usedScans}</h2>
        <p className="font-serif text-3xl font-semibold tabular-nums">
          {texts.of({ usedScans: usage.usedScans, totalScans: usage.totalScans })}
        </p>
        <Progress label={texts.usedScans} share={Math.min(1, usage.usedScans / usage.totalScans)} />
        {usage.meteredScans > 0 && (
          <p className="text-sm text-grey-4">{texts.morePaidPerScan({ meteredScans: usage.meteredScans })}</p>
        )}
      </Card>
      <Card className="grid content-start gap-3">
        <h2 className="text-sm text-grey-4">{texts.trialPeriod}</h2>
        <p className="font-serif text-3xl font-semibold tabular-nums">
          {usage.plan === 'trial' ? trialPeriod.days({ count: usage.remainingDays }) : texts.payPerScan}
        </p>
        <p className="text-sm text-grey-4">
          {usage.plan === 'trial' ? expiryText(usage, trialPeriod) : texts.theLimitsOfTheTrial}
        </p>
      </Card>
      <Card className="grid content-start justify-items-start gap-3 sm:max-xl:col-span-2">
        <h2 className="flex items-center gap-2 text-sm text-grey-4">
          <Network aria-hidden className="size-4" />
          {texts.pacsUpgrade}
        </h2>
        <p>{texts.sendStudiesStraightFromYour}</p>
        <ButtonLink variant="secondary" size="small" to="/duaicheck-trial/pacs">
          {texts.connectYourPacs}
        </ButtonLink>
      </Card>
    </div>
  );
}

function UpgradeBanner({
  usage,
  isOver,
}: {
  readonly usage: institutions.TrialUsage | undefined;
  readonly isOver: boolean;
}) {
  const texts = useWorkTexts().portal.dashboard;
  if (usage?.plan === 'pay-per-scan') return null;
  return (
    <section
      aria-labelledby="upgrade"
      className="flex flex-wrap items-center justify-between gap-4 rounded border border-signal bg-signal-soft p-5 sm:p-6"
    >
      <div className="max-w-xl">
        <h2 id="upgrade" className="font-serif text-xl font-semibold">
          {isOver ? texts.yourTrialIsOver : texts.goOnAfterTheTrial}
        </h2>
        <p className="mt-1">{isOver ? texts.resultsAndReportsStayReadable : texts.afterAnUpgradeEveryAnalysed}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <a className={buttonClasses()} href={pricingMail('DuaiCheck pricing')}>
          <Mail aria-hidden className="size-4" />
          {texts.requestPricing}
        </a>
        <ButtonLink variant="secondary" to="/duaicheck-trial/usage">
          {texts.seeYourUsage}
        </ButtonLink>
      </div>
    </section>
  );
}
