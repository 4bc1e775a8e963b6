import { HOME } from '../../../content/home-rules.ts';

const COLUMNS = 50;
const ROWS = HOME.binaryCharacters / COLUMNS;
const BITS = Array.from({ length: HOME.binaryCharacters }, (_, index) => bitAt(index));

/** Part 6: paper turns into the dark passage, bit by bit. Decorative. */
export function BinaryTransition() {
  return (
    <div aria-hidden className="binary" data-binary>
      {BITS.map(({ place, isOne, isLit }) => (
        <i key={place} className={isOne ? (isLit ? 'one lit' : 'one') : undefined}>
          {isOne ? 1 : 0}
        </i>
      ))}
    </div>
  );
}

/** Deterministic, so that every build has the same bits; the share of ones grows from few to almost all on the way down. */
function bitAt(index: number): { place: string; isOne: boolean; isLit: boolean } {
  const [column, row] = [index % COLUMNS, Math.floor(index / COLUMNS)];
  const share = (row + 0.5) / ROWS;
  const isOne = chance(index) < share * share * (3 - 2 * share) * 1.02 + 0.02;
  return { place: `${column} ${row}`, isOne, isLit: chance(index + 1000) < 0.16 };
}

function chance(seed: number): number {
  const value = Math.sin(seed * 12.9898 + 4.1) * 43758.5453;
  return value - Math.floor(value);
}
