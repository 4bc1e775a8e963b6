import { concatenate } from '../files/concatenate.ts';
import type { CaseMapping } from './case-mapping.ts';
import { assertDepth, type ElementAt, ElementReader, writeElement, writeItem } from './profile/elements.ts';
import { type Action, actionOf, fallbackAction, vrInProfile } from './profile/profile.ts';
import { dummyValue, mappedUids, shiftedValue } from './values.ts';

interface Surroundings {
  mapping: CaseMapping;
  sopClassUid: string | null;
  depth: number;
  /** Inside a sequence whose content is replaced: attributes that are not in the table become dummies too. */
  isReplaced: boolean;
}

/**
 * Rewrites one element as the profile requires, and in a sequence every element in it.
 * @returns its bytes; null if it is removed
 * @throws ImagingError TRUNCATED, NOT_READABLE, NESTING_TOO_DEEP
 */
export function rewriteElement(reader: ElementReader, element: ElementAt, around: Surroundings): Uint8Array | null {
  const { tag } = element;
  const isInProfile = vrInProfile(tag) !== null;
  const vr = vrOf(reader, element);
  const place = { isTopLevel: around.depth === 0, sopClassUid: around.sopClassUid };
  const asked = actionOf(tag, vr, place);
  const action = asked === 'keep' && around.isReplaced && !isInProfile ? 'dummy' : asked;
  if (action === 'remove') return null;
  const write = (value: Uint8Array) => writeElement(tag, element.vr ?? vr, value, reader.encoding);
  if (action === 'empty') return write(new Uint8Array());
  if (vr === 'SQ') {
    return write(rewriteItems(reader, element, { ...around, isReplaced: around.isReplaced || action === 'dummy' }));
  }
  if (action === 'keep') return reader.bytes.subarray(element.begin, reader.endOf(element, around.depth));
  const value = reader.valueOf(element);
  const changed = { uid: mappedUids, shift: shiftedValue.bind(null, vr), dummy: () => null }[action](
    value,
    around.mapping,
  );
  if (changed) return write(changed);
  return replaced(action === 'shift' ? fallbackAction(tag, vr, place) : 'dummy', write, () =>
    dummyValue(vr, value, isInProfile),
  );
}

function replaced(action: Action, write: (value: Uint8Array) => Uint8Array, dummy: () => Uint8Array) {
  if (action === 'remove') return null;
  return write(action === 'dummy' ? dummy() : new Uint8Array());
}

/**
 * The VR that decides the action. Implicit files do not contain it, and UN hides it (PS3.5 section 6.2.2); then it is taken
 * from the table, or from the content, because only a sequence begins with an item.
 */
function vrOf(reader: ElementReader, element: ElementAt): string {
  if (element.vr !== null && element.vr !== 'UN') return element.vr;
  if (reader.beginsWithItem(element)) return 'SQ';
  return vrInProfile(element.tag) ?? 'UN';
}

/** The items, each with its length. Inside UN they are implicit little endian (PS3.5 section 6.2.2). */
function rewriteItems(reader: ElementReader, element: ElementAt, around: Surroundings): Uint8Array {
  assertDepth(around.depth + 1);
  const inside = element.vr === 'UN' ? new ElementReader(reader.bytes, 'implicit-le') : reader;
  const end = element.length === null ? null : reader.endOf(element, around.depth);
  const items: Uint8Array[] = [];
  let at = element.value;
  while (end === null || at < end) {
    const item = inside.itemAt(at);
    if (!item) break;
    const parts: Uint8Array[] = [];
    at = item.content;
    while (item.end === null ? !inside.isItemEnd(at) : at < item.end) {
      const nested = inside.elementAt(at);
      at = inside.endOf(nested, around.depth + 1);
      const rewritten = rewriteElement(inside, nested, { ...around, depth: around.depth + 1 });
      if (rewritten) parts.push(rewritten);
    }
    if (item.end === null) at += 8;
    items.push(writeItem(concatenate(parts), inside.encoding));
  }
  return concatenate(items);
}
