/** /console leads each role to its own start: the layout does it. */
export default function ConsoleStart() {
  return null;
}
