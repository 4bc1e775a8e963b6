/** The layout redirects /console to the start page of each role. */
export default function ConsoleStart() {
  return null;
}
