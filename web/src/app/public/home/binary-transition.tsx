import { HOME } from '../../../content/home-rules.ts';

const COLUMNS = 50;
const BITS = Array.from({ length: HOME.binaryCharacters }, (_, index) => bitAt(index));

/** Part 6: chance, and a wave in it. Decoration. */
export function BinaryTransition() {
  return (
    <div aria-hidden className="binary" data-binary>
      {BITS.map(({ place, bit, light }) => (
        <i key={place} className={`b${light}`}>
          {bit}
        </i>
      ))}
    </div>
  );
}

/** The same bits in every build; the nearer to a sine over the field, the brighter. */
function bitAt(index: number): { place: string; bit: 0 | 1; light: 0 | 1 | 2 | 3 } {
  const [column, row] = [index % COLUMNS, Math.floor(index / COLUMNS)];
  const chance = Math.sin(index * 12.9898) * 43758.5453;
  const distance = Math.abs(row - 3 - 2.6 * Math.sin((column / COLUMNS) * Math.PI * 4));
  const light = distance < 0.5 ? 3 : distance < 1.2 ? 2 : distance < 2.4 ? 1 : 0;
  return { place: `${column} ${row}`, bit: chance - Math.floor(chance) < 0.5 ? 0 : 1, light };
}
