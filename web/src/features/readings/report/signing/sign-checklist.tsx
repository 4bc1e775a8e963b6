import type { secondReads, studies } from '@duai/contract';
import { CircleCheck, CircleDashed } from 'lucide-react';
import { classes } from '../../../../lib/class-names.ts';
import { useWorkTexts } from '../../../../lib/messages.tsx';
import { Button } from '../../../../ui/button.tsx';
import { useSeenSeries } from '../../reading-queries.ts';
import { seenShare } from '../../series-list.tsx';
import type { UnmatchedSection } from '../measured/unmatched-sentences.ts';
import type { SECTIONS } from '../sections.ts';
import type { authorOf, gapsIn } from './text-to-sign.ts';

type Section = (typeof SECTIONS)[number];

/** What the signer still has to look at and to judge, with links to it. */
export interface Unchecked {
  readonly series: readonly string[];
  readonly analyses: readonly string[];
  /** Of all series, in their order. */
  readonly seriesNames: readonly { readonly id: string; readonly name: string }[];
  /** Series on which corrections of masks are not saved, which the signature leaves out; for information only. */
  readonly unsavedMasks: readonly { readonly id: string; readonly name: string }[];
  /** Files that were refused, so that slices may be missing; for information only. */
  readonly missingFiles: number;
  readonly onOpen: (seriesId: string) => void;
  readonly onJudge: (analysisId: string) => void;
}

/** Signing requires that everything was read; the server checks the same list. */
export function SignChecklist({
  id,
  caseId,
  unchecked: { series, analyses, seriesNames, unsavedMasks, missingFiles, onOpen, onJudge },
  author,
  gaps,
  unmatched,
  onSelect,
  hasSummary,
  onWriteSummary,
  laterPriors,
  onAddPrior,
  isConsentMissing,
  agreed,
  isOverallMissing,
}: {
  readonly id: string;
  readonly caseId: string;
  readonly unchecked: Unchecked;
  /** Whose words findings and impression are. Those of the draft alone may be signed, but nobody is told that they wrote them. */
  readonly author: ReturnType<typeof authorOf>;
  /** Blanks of templates, which the server refuses. */
  readonly gaps: ReturnType<typeof gapsIn>;
  /** Sentences that tell other figures than the measurements, by section; for information only. */
  readonly unmatched: readonly UnmatchedSection[];
  /** Goes to a part of a section. */
  readonly onSelect: (part: { readonly section: Section; readonly start: number; readonly end: number }) => void;
  readonly hasSummary: boolean;
  readonly onWriteSummary: () => void;
  /** Earlier cases that were signed after the draft and are not named in the text; for information only. */
  readonly laterPriors: studies.Reading['laterPriors'];
  readonly onAddPrior: (prior: studies.Reading['laterPriors'][number]) => void;
  readonly isConsentMissing: boolean;
  /** The text that a second reader or an adjudicator has given an opinion on; null if none has. */
  readonly agreed: secondReads.AgreedText | null;
  /** Two sides have RADS categories, and that of the whole is not chosen. */
  readonly isOverallMissing: boolean;
}) {
  const { checklist: texts, missingFiles: refused, report: labels } = useWorkTexts().readings;
  const seen = useSeenSeries(caseId);
  const [nextSeries] = series;
  const [nextAnalysis] = analyses;
  return (
    <section aria-labelledby={`${id}-title`} className="grid gap-2 rounded border border-grey-2 bg-surface p-3 text-sm">
      <h3 id={`${id}-title`} className="font-semibold">
        {texts.heading}
      </h3>
      <ul id={id} className="grid gap-1.5">
        <Item
          isDone={nextSeries === undefined}
          done={texts.seriesDone}
          open={texts.seriesLeft({ count: series.length })}
        >
          {nextSeries && (
            <Button size="small" variant="secondary" onClick={() => onOpen(nextSeries)}>
              {texts.nextSeries}
            </Button>
          )}
        </Item>
        {/* For information only: how much of each series the signer has had on screen. */}
        {seriesNames.map(({ id: seriesId, name }) => {
          const share = seen.find((one) => one.seriesId === seriesId);
          if (!share) return null;
          const told = `${name}: ${texts.seen(seenShare(share))}`;
          return (
            <Item key={seriesId} isDone={share.shown === share.total} done={told} open={told}>
              <Button size="small" variant="secondary" onClick={() => onOpen(seriesId)}>
                {texts.openSeries}
              </Button>
            </Item>
          );
        })}
        {unsavedMasks.map(({ id: seriesId, name }) => (
          <Item key={seriesId} isDone={false} done="" open={texts.unsavedMasks({ series: name })}>
            <Button size="small" variant="secondary" onClick={() => onOpen(seriesId)}>
              {texts.openSeries}
            </Button>
          </Item>
        ))}
        {missingFiles > 0 && <Item isDone={false} done="" open={refused.title({ count: missingFiles })} />}
        <Item
          isDone={nextAnalysis === undefined}
          done={texts.resultsDone}
          open={texts.resultsLeft({ count: analyses.length })}
        >
          {nextAnalysis && (
            <Button size="small" variant="secondary" onClick={() => onJudge(nextAnalysis)}>
              {texts.nextResult}
            </Button>
          )}
        </Item>
        <Item
          isDone={author === 'reader'}
          done={texts.textDone}
          open={
            {
              nobody: texts.textLeft,
              draft: texts.textOfDraft,
              'draft-findings': texts.findingsOfDraft,
              'draft-impression': texts.impressionOfDraft,
              reader: texts.textDone,
            }[author]
          }
        />
        {gaps.map((gap) => (
          <Item
            key={gap.section}
            isDone={false}
            done=""
            open={texts.gaps({ section: labels.sections[gap.section], count: gap.count })}
          >
            <Button size="small" variant="secondary" onClick={() => onSelect(gap)}>
              {texts.fillGap}
            </Button>
          </Item>
        ))}
        {unmatched.map(({ section, sentences }) => {
          const [first] = sentences;
          if (!first) return null;
          const { start, words } = first;
          return (
            <Item
              key={section}
              isDone={false}
              done=""
              open={texts.unmatched({ section: labels.sections[section], count: sentences.length })}
            >
              <Button
                size="small"
                variant="secondary"
                onClick={() => onSelect({ section, start, end: start + words.length })}
              >
                {texts.showUnmatched}
              </Button>
            </Item>
          );
        })}
        <Item isDone={hasSummary} done={texts.summaryDone} open={texts.summaryLeft}>
          <Button size="small" variant="secondary" onClick={onWriteSummary}>
            {texts.writeSummary}
          </Button>
        </Item>
        {laterPriors.map((prior) => (
          <Item
            key={prior.caseNumber}
            isDone={false}
            done=""
            open={texts.laterPrior({ caseNumber: prior.caseNumber, section: labels.sections.comparison })}
          >
            <Button size="small" variant="secondary" onClick={() => onAddPrior(prior)}>
              {texts.addPrior}
            </Button>
          </Item>
        ))}
        {agreed && (
          <Item
            isDone={agreed.state === 'as-agreed'}
            done={texts.agreed({ name: agreed.by })}
            open={agreed.state === 'changed' ? texts.notAgreed({ name: agreed.by }) : texts.notFollowed}
          />
        )}
        {isOverallMissing && <Item isDone={false} done="" open={texts.noOverall} />}
        {isConsentMissing && <Item isDone={false} done="" open={texts.noConsent} />}
      </ul>
    </section>
  );
}

function Item({
  isDone,
  done,
  open,
  children,
}: {
  readonly isDone: boolean;
  readonly done: string;
  readonly open: string;
  readonly children?: React.ReactNode;
}) {
  const Icon = isDone ? CircleCheck : CircleDashed;
  return (
    <li className="flex min-h-8 items-start justify-between gap-2 ">
      <span className="flex min-w-0 gap-2 py-1.5 [overflow-wrap:anywhere]">
        <Icon aria-hidden className={classes('mt-0.5 size-4 shrink-0', isDone ? 'text-green' : 'text-grey-4')} />
        {isDone ? done : open}
      </span>
      {!isDone && children && <span className="shrink-0">{children}</span>}
    </li>
  );
}
