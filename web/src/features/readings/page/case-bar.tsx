import { ageOn } from '@duai/contract';
import { CircleHelp, Monitor, MonitorUp } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { ButtonLink, IconButton } from '../../../ui/button.tsx';
import { HelpSheet, useHelpKey } from '../../../viewer/room/help-sheet.tsx';
import { CaseActions } from '../case-actions.tsx';
import { genderName } from '../people.ts';
import type { ReadingActions, ShownReading } from '../reading-queries.ts';
import { openImagesWindow } from './second-window.ts';

/** One line above everything: which case, whose it is, and what can be done with it. */
export function CaseBar({
  reading,
  isMine,
  owner,
  actions,
}: {
  readonly reading: ShownReading;
  readonly isMine: boolean;
  /** The reader's id. */
  readonly owner: string;
  readonly actions: ReadingActions;
}) {
  const { readings, names, viewer, console: pages } = useWorkTexts();
  const title = readings.page.title({ caseNumber: reading.case.caseNumber });
  const { patient } = reading.case;
  const { dateOfBirth } = patient;
  const age = dateOfBirth && ageOn(dateOfBirth, new Date().toISOString());
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  useHelpKey(useCallback(() => setIsHelpOpen(true), []));
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-grey-2 bg-surface px-3 py-1">
      <title>{pages.title({ title })}</title>
      <h1 className="font-semibold">{title}</h1>
      <p className="text-sm">
        <bdi className="font-semibold">{`${patient.firstName} ${patient.lastName}`}</bdi>{' '}
        <span className="text-grey-4">
          {[
            dateOfBirth &&
              (age
                ? readings.identity.age({ birthDate: dateOfBirth, age: names.age[age.unit]({ age: age.count }) })
                : dateOfBirth),
            genderName(patient.gender, names),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </p>
      <div className="ms-auto flex flex-wrap items-center gap-1">
        <ButtonLink variant="quiet" size="small" to={`/console/cases/${reading.case.id}/images`}>
          <Monitor aria-hidden className="size-4" />
          {viewer.room.open}
        </ButtonLink>
        <IconButton
          label={viewer.room.window}
          className="size-8 max-lg:hidden"
          onClick={() => openImagesWindow(reading.case.id)}
        >
          <MonitorUp aria-hidden className="size-4" />
        </IconButton>
        <IconButton label={viewer.room.help} className="size-8" onClick={() => setIsHelpOpen(true)}>
          <CircleHelp aria-hidden className="size-4" />
        </IconButton>
        <CaseActions reading={reading} isMine={isMine} owner={owner} actions={actions} />
      </div>
      <HelpSheet
        isOpen={isHelpOpen}
        onClose={() => setIsHelpOpen(false)}
        moreKeys={[
          readings.panels.panelKey,
          readings.panels.borderKeys,
          `${viewer.room.window}: ${viewer.room.windowHint}`,
        ]}
      />
    </div>
  );
}
