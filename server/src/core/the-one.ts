/** The first row of a result that has at least one, such as a count or an insert. @throws Error where it is empty */
export function theOne<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('there is none where one was expected');
  return row;
}
