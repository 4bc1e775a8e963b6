export const LAYOUTS = [
  { rows: 1, columns: 1 },
  { rows: 1, columns: 2 },
  { rows: 2, columns: 1 },
  { rows: 2, columns: 2 },
  { rows: 1, columns: 3 },
  { rows: 2, columns: 3 },
  { rows: 3, columns: 3 },
] as const;
export type RoomLayout = (typeof LAYOUTS)[number];

export const GRIDS: Record<string, string> = {
  '1×1': 'grid-cols-1 grid-rows-1',
  '1×2': 'grid-cols-2 grid-rows-1',
  '2×1': 'grid-cols-1 grid-rows-2',
  '2×2': 'grid-cols-2 grid-rows-2',
  '1×3': 'grid-cols-3 grid-rows-1',
  '2×3': 'grid-cols-3 grid-rows-2',
  '3×3': 'grid-cols-3 grid-rows-3',
};

export const nameOf = ({ rows, columns }: RoomLayout) => `${rows}×${columns}`;
