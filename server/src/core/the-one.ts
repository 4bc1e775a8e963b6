/** The row of a statement that gives exactly one: a count, an insert, a row that is locked. @throws Error where it gave none */
export function theOne<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('a statement that gives one row gave none');
  return row;
}
