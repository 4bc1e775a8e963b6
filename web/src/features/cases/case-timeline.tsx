import { cases } from '@duai/contract';
import { Check, Circle, CircleDot } from 'lucide-react';
import { classes } from '../../lib/class-names.ts';
import { formatDateTime, formatRelative } from '../../lib/formatting.ts';
import { useLanguage } from '../../lib/messages.tsx';
import { stepState } from './case-status.ts';

const ICONS = { done: Check, current: CircleDot, ahead: Circle };

/** The progress of a case in three steps, with the known times and the due time. */
export function CaseTimeline({ case: shown }: { readonly case: cases.PatientCase }) {
  const { language, messages } = useLanguage();
  const texts = messages.cases.page;
  const times = { uploaded: shown.submittedAt, processing: null, completed: shown.completedAt };
  return (
    <ol aria-label={texts.progress} className="grid">
      {cases.CASE_STATUSES.map((step, index) => {
        const state = stepState(step, shown.status);
        const Icon = ICONS[state];
        const time = times[step];
        const says =
          step === 'uploaded' && shown.question ? { ...texts.steps[step], ...texts.asked } : texts.steps[step];
        const isLast = index === cases.CASE_STATUSES.length - 1;
        return (
          <li key={step} aria-current={state === 'current' ? 'step' : undefined} className="flex gap-4">
            <div className="flex flex-col items-center">
              <Icon
                aria-hidden
                className={classes('mt-1 size-5 shrink-0', state === 'ahead' ? 'text-grey-3' : 'text-signal')}
              />
              {!isLast && <div className={classes('w-0.5 grow', state === 'done' ? 'bg-signal' : 'bg-grey-2')} />}
            </div>
            <div className={classes(!isLast && 'pb-6', state === 'ahead' && 'text-grey-4')}>
              <p className="font-semibold">{state === 'done' ? says.done : says.title}</p>
              {(state === 'current' || (isLast && state === 'done')) && <p className="text-grey-4">{says.text}</p>}
              {time && state === 'done' && (
                <time dateTime={time} className="text-[0.9em] text-grey-4">
                  {formatDateTime(time, language)}
                </time>
              )}
              {step === 'processing' && state === 'current' && shown.dueAt && (
                <p className="mt-1">
                  {texts.due}:{' '}
                  <time dateTime={shown.dueAt} className="font-semibold">
                    {formatDateTime(shown.dueAt, language)}
                  </time>{' '}
                  <span className="text-grey-4">({formatRelative(shown.dueAt, language, Date.now())})</span>
                </p>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
