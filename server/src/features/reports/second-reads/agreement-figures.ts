import { secondReads as contract } from '@duai/contract';
import type { SecondReadRow } from '../reports.tables.ts';
import { shareOf } from './second-reads.policy.ts';

type Counted = Pick<SecondReadRow, 'reason' | 'agreement' | 'decision'> & { reads: number };

/** The total of all reasons first, then each reason for which opinions were compared. */
export function figuresOf(counted: readonly Counted[]): contract.AgreementFigures[] {
  const reasons = contract.SECOND_READ_REASONS.filter((reason) => counted.some((each) => each.reason === reason));
  return [null, ...reasons].map((reason) => {
    const own = counted.filter((each) => reason === null || each.reason === reason);
    const sum = (of: (each: Counted) => boolean) => own.filter(of).reduce((total, { reads }) => total + reads, 0);
    const compared = sum(() => true);
    const concordant = sum(({ agreement }) => agreement === 'concordant');
    return {
      reason,
      compared,
      concordant,
      minorDifference: sum(({ agreement }) => agreement === 'minor-difference'),
      majorDifference: sum(({ agreement }) => agreement === 'major-difference'),
      share: shareOf(concordant, compared),
      decidedFirst: sum(({ decision }) => decision === 'first'),
      decidedSecond: sum(({ decision }) => decision === 'second'),
      decidedBoth: sum(({ decision }) => decision === 'both'),
    };
  });
}
