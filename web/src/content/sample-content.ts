/**
 * Content whose people, partners and institutions are invented. `isSample` says so as long as it is true; who puts real
 * records in their place sets it to false. Fixed content: no call of the server reads or writes it.
 */
export interface SampleContent<Entry> {
  readonly isSample: boolean;
  readonly entries: readonly Entry[];
}
