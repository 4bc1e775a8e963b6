/** Ellipse rings of a drawn cross-section: centre x, y and radii, from skin to vessels. A drawing, not an image of a person. */
const RINGS = [
  [200, 150, 172, 122],
  [200, 150, 164, 114],
  [200, 150, 150, 101],
] as const;
const LUNGS = [
  'M182 92c-30-18-84-6-102 38-14 36 2 78 30 86 26 8 54-8 64-30 8-18 2-34 4-52 2-16 10-34 4-42z',
  'M218 92c30-18 84-6 102 38 14 36-2 78-30 86-26 8-50-4-58-26-8-22-16-36-14-56 2-16-6-34 0-42z',
];

/** Light through a film: line drawing of a chest cross-section with one measured line. */
export function FilmFigure() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 400 300"
      className="w-full rounded border border-[#2a3438] bg-[#0c1114] [print-color-adjust:exact]"
      preserveAspectRatio="xMidYMid slice"
    >
      {RINGS.map(([cx, cy, rx, ry]) => (
        <ellipse key={rx} cx={cx} cy={cy} rx={rx} ry={ry} fill="none" stroke="#c9d3d4" strokeOpacity="0.5" />
      ))}
      {LUNGS.map((path) => (
        <path key={path} d={path} fill="#16262b" stroke="#e7eeee" strokeOpacity="0.85" strokeWidth="1.5" />
      ))}
      <circle cx="200" cy="205" r="19" fill="none" stroke="#e7eeee" strokeOpacity="0.7" strokeWidth="1.5" />
      <circle cx="200" cy="205" r="8" fill="none" stroke="#e7eeee" strokeOpacity="0.4" />
      <circle cx="222" cy="178" r="9" fill="none" stroke="#e7eeee" strokeOpacity="0.6" />
      <circle cx="200" cy="120" r="7" fill="#0c1114" stroke="#e7eeee" strokeOpacity="0.7" />
      <g stroke="#52c8d0" strokeWidth="1.5">
        <path d="M20 152h360" strokeOpacity="0.9" />
        <path d="M79 144v16M178 144v16M222 144v16M322 144v16" />
      </g>
      <g fill="#52c8d0" fontSize="10" fontFamily="ui-monospace, monospace">
        <text x="112" y="142">
          L 1
        </text>
        <text x="256" y="142">
          L 2
        </text>
      </g>
    </svg>
  );
}
