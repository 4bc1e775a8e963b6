/**
 * Content with invented people, partners and institutions. `isSample` marks it; editors who enter real records set it to
 * false. Static content: no call of the server reads or writes it.
 */
export interface SampleContent<Entry> {
  readonly isSample: boolean;
  readonly entries: readonly Entry[];
}
