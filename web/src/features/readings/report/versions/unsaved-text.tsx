import type { reports } from '@duai/contract';
import { useWorkTexts } from '../../../../lib/messages.tsx';
import { Banner } from '../../../../ui/banner.tsx';
import { Button } from '../../../../ui/button.tsx';
import { ChangedWords } from './changed-words.tsx';
import type { KeptText } from './kept-text.ts';

/** Unsaved text of this reader beside the current text of the report; the reader chooses between them. */
export function UnsavedText({
  kept,
  report,
  onUse,
  onDrop,
}: {
  readonly kept: KeptText;
  readonly report: reports.Report;
  /** Absent if the reader cannot edit: the text can only be copied. */
  readonly onUse?: () => void;
  readonly onDrop: () => void;
}) {
  const texts = useWorkTexts().reporting.unsaved;
  return (
    <Banner tone="warning" title={texts.title}>
      <div className="grid gap-3">
        <p>{onUse ? texts.text : report.status === 'signed' ? texts.signed : texts.readOnly}</p>
        <details open>
          <summary className="min-h-6 cursor-pointer font-semibold">{texts.difference}</summary>
          <div className="mt-2 rounded bg-surface p-3 text-ink">
            <ChangedWords before={report.content} after={kept.content} language={kept.language} />
          </div>
        </details>
        <div className="flex flex-wrap gap-2">
          {onUse && (
            <Button size="small" onClick={onUse}>
              {texts.use}
            </Button>
          )}
          <Button size="small" variant="secondary" onClick={onDrop}>
            {texts.drop}
          </Button>
        </div>
      </div>
    </Banner>
  );
}
