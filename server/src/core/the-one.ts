/** The first of what has one at least: the row of a count, of an insert, of what is locked. @throws Error where there is none */
export function theOne<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('there is none where one was expected');
  return row;
}
