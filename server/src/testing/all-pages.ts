interface Page {
  next: string | null;
}
interface Asked {
  query: { cursor: string };
}
/** More than a test has; a cursor that leads back would never end. */
const MOST = 50;

/** Every page of a list, by the cursors from the first one on. */
export async function allPages<P extends Page>(read: (asked: Asked) => Promise<P>): Promise<P[]> {
  const pages: P[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    if (pages.length === MOST) throw new Error(`the list does not end after ${MOST} pages`);
    const page: P = await read({ query: { cursor } });
    pages.push(page);
    cursor = page.next;
  }
  return pages;
}
