import { panels as contract } from '@duai/contract';
import { type CSSProperties, type ReactNode, useEffect, useId, useRef } from 'react';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { makeFocusable } from '../../../ui/scroll-area.ts';
import type { KeptPanels } from './panel-queries.ts';
import { Splitter } from './splitter.tsx';

const { PANEL_LIMITS } = contract;
// Positioned, so that what is only for screen readers (`sr-only`) does not make the page longer.
const SCROLLS = 'relative grid min-w-0 grid-cols-1 content-start gap-3 p-3 lg:min-h-0 lg:overflow-y-auto';

/**
 * Image, report, and AI results beside the image, each with a scroll area of its own. On a narrow screen they stand below each
 * other, the image first, and the page scrolls.
 */
export function ReadingPanels({
  kept: { panels, move },
  image,
  facts,
  results,
  report,
}: {
  readonly kept: KeptPanels;
  readonly image: ReactNode;
  readonly facts: ReactNode;
  /** AI results, measurements, questions. */
  readonly results: ReactNode;
  readonly report: ReactNode;
}) {
  const texts = useWorkTexts().readings.panels;
  const id = useId();
  const { imagePanel, reportPanel } = useOtherPanel();
  const border = (panel: contract.Panel, side: 'left' | 'right' | 'top') => ({
    border: { side, ...PANEL_LIMITS[panel] },
    share: panels[panel],
    controls: `${id}${panel}`,
    onMove: (share: number) => move(panel, share),
  });
  const shares = {
    '--case-width': `${panels.caseWidth}%`,
    '--report-width': `${panels.reportWidth}%`,
    '--case-height': `${panels.caseHeight}%`,
  } as CSSProperties;
  return (
    <div
      style={shares}
      className="min-h-0 flex-1 lg:grid lg:grid-cols-[max(13rem,var(--case-width))_auto_minmax(0,1fr)_auto_max(20rem,var(--report-width))] lg:grid-rows-[minmax(0,1fr)]"
    >
      {/* First for the keyboard and on a phone; between the others on a wide screen. */}
      <div ref={imagePanel} className="min-w-0 max-lg:h-[70dvh] lg:col-start-3 lg:row-start-1 lg:min-h-0">
        {image}
      </div>
      <div className="lg:col-start-1 lg:row-start-1 lg:grid lg:min-h-0 lg:grid-rows-[var(--case-height)_auto_minmax(0,1fr)]">
        <section ref={makeFocusable} id={`${id}caseWidth`} aria-label={texts.facts} className={SCROLLS}>
          {facts}
        </section>
        <Splitter label={texts.moveResults} {...border('caseHeight', 'top')} />
        <section ref={makeFocusable} id={`${id}caseHeight`} aria-label={texts.results} className={SCROLLS}>
          {results}
        </section>
      </div>
      <Splitter label={texts.moveCase} className="lg:col-start-2 lg:row-start-1" {...border('caseWidth', 'left')} />
      <Splitter
        label={texts.moveReport}
        className="lg:col-start-4 lg:row-start-1"
        {...border('reportWidth', 'right')}
      />
      <div
        ref={(panel) => {
          reportPanel.current = panel;
          makeFocusable(panel);
        }}
        id={`${id}reportWidth`}
        className={`${SCROLLS} lg:col-start-5 lg:row-start-1`}
      >
        {report}
      </div>
    </div>
  );
}

/** F6 goes from the report to the image, and back to the field that was being written. */
function useOtherPanel() {
  const imagePanel = useRef<HTMLDivElement>(null);
  const reportPanel = useRef<HTMLDivElement | null>(null);
  useEffect(() => {
    let written: HTMLElement | null = null;
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || event.ctrlKey || event.altKey || event.metaKey) return;
      const stage = imagePanel.current?.querySelector<HTMLElement>('[role=slider]');
      const isOnStage = stage !== null && document.activeElement === stage;
      if (reportPanel.current?.contains(document.activeElement)) written = document.activeElement as HTMLElement;
      // The first one may be folded away, and takes no focus then.
      const fields = [...(reportPanel.current?.querySelectorAll('textarea') ?? [])];
      const field = [written, ...fields].find((each) => each?.isConnected && each.checkVisibility());
      const next = isOnStage ? (field ?? reportPanel.current) : stage;
      if (!next) return;
      event.preventDefault();
      next.focus();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  return { imagePanel, reportPanel };
}
