/**
 * A thorax drawn from ellipsoids, so that its X-ray projection and its slices can be computed and show no real person.
 * Lengths in units of half the body's height; x to the left, y down, z to the front.
 */
export interface Ellipsoid {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly a: number;
  readonly b: number;
  readonly c: number;
  /** Attenuation per unit of length, added to that of overlapping ellipsoids (negative for the air in the lungs). */
  readonly density: number;
}

const BODY = 0.9;
const BONE = 9;

export const THORAX: readonly Ellipsoid[] = [
  // Trunk, shoulders, arms, neck.
  { x: 0, y: 0.55, z: 0, a: 0.56, b: 1.35, c: 0.38, density: BODY * 0.6 },
  { x: 0, y: 0.05, z: 0, a: 0.6, b: 0.86, c: 0.36, density: BODY * 0.4 },
  { x: 0.34, y: -0.52, z: -0.04, a: 0.44, b: 0.2, c: 0.2, density: BODY * 0.42 },
  { x: -0.34, y: -0.52, z: -0.04, a: 0.44, b: 0.2, c: 0.2, density: BODY * 0.42 },
  { x: 0.67, y: -0.1, z: -0.06, a: 0.15, b: 0.7, c: 0.16, density: BODY * 0.45 },
  { x: -0.67, y: -0.1, z: -0.06, a: 0.15, b: 0.7, c: 0.16, density: BODY * 0.45 },
  { x: 0, y: -0.95, z: -0.02, a: 0.19, b: 0.5, c: 0.19, density: BODY * 0.8 },
  { x: 0, y: -0.66, z: -0.04, a: 0.34, b: 0.2, c: 0.18, density: BODY * 0.3 },
  // Lungs, heart, arch of the aorta, liver.
  { x: 0.265, y: 0.02, z: 0, a: 0.215, b: 0.56, c: 0.29, density: -BODY * 0.86 },
  { x: -0.27, y: 0, z: 0, a: 0.22, b: 0.54, c: 0.3, density: -BODY * 0.86 },
  { x: 0.1, y: 0.26, z: 0.1, a: 0.21, b: 0.24, c: 0.17, density: BODY * 1.15 },
  { x: 0.05, y: -0.14, z: 0.0, a: 0.085, b: 0.13, c: 0.15, density: BODY * 1.2 },
  { x: -0.2, y: 0.78, z: 0.02, a: 0.34, b: 0.22, c: 0.27, density: BODY * 0.5 },
  ...spine(),
  ...ribs(),
  ...shoulders(),
];

function spine(): Ellipsoid[] {
  return Array.from({ length: 22 }, (_, index) => {
    const y = -1.15 + index * 0.118;
    const z = -0.2 - 0.05 * Math.sin((y + 0.3) * 1.8);
    const size = 0.05 + index * 0.0012;
    return [
      { x: 0, y, z, a: size, b: 0.045, c: size * 0.9, density: BONE * 0.62 },
      { x: 0, y: y + 0.02, z: z - 0.09, a: 0.016, b: 0.035, c: 0.055, density: BONE * 0.6 },
    ];
  }).flat();
}

/** Twelve pairs of ribs: each a chain of small spheres from the spine around the side to the breastbone. */
function ribs(): Ellipsoid[] {
  const balls: Ellipsoid[] = [];
  for (let pair = 0; pair < 11; pair += 1) {
    const top = -0.62 + pair * 0.121;
    const width = 0.24 + 0.26 * Math.sin(Math.min(1, (pair + 1.2) / 7) * (Math.PI / 2));
    const depth = 0.22 + 0.12 * Math.sin(Math.min(1, (pair + 1.2) / 8) * (Math.PI / 2));
    const reach = pair < 7 ? 0.96 : 0.86 - (pair - 7) * 0.12;
    for (let step = 0; step <= 74; step += 1) {
      const share = (step / 74) * reach;
      const angle = -Math.PI / 2 + share * Math.PI;
      const x = width * Math.cos(angle) ** 0.9 || 0;
      const z = depth * Math.sin(angle) * 0.98;
      const y = top + 0.36 * share ** 1.15 - 0.075 * Math.sin(share * Math.PI);
      const r = 0.0155 + 0.003 * Math.sin(share * Math.PI);
      const density = BONE * (share > 0.84 ? 0.12 : 0.42);
      for (const side of [1, -1]) balls.push({ x: side * Math.max(0.03, x), y, z, a: r, b: r * 1.15, c: r, density });
    }
  }
  // Breastbone.
  for (let step = 0; step < 9; step += 1) {
    balls.push({
      x: 0,
      y: -0.46 + step * 0.075,
      z: 0.32 + step * 0.005,
      a: 0.05,
      b: 0.045,
      c: 0.018,
      density: BONE * 0.42,
    });
  }
  return balls;
}

/** Collarbones, shoulder blades, upper arms. */
function shoulders(): Ellipsoid[] {
  const bones: Ellipsoid[] = [];
  for (const side of [1, -1]) {
    for (let step = 0; step <= 46; step += 1) {
      const share = step / 46;
      const z = 0.27 - 0.3 * share ** 1.5;
      const y = -0.53 - 0.09 * share + 0.02 * Math.sin(share * Math.PI * 2);
      bones.push({ x: side * (0.06 + 0.5 * share), y, z, a: 0.019, b: 0.019, c: 0.019, density: BONE * 0.5 });
    }
    // As thick as muscle and bone together, because a thin one seen edge-on would be a black line beside the ribs.
    bones.push({ x: side * 0.4, y: -0.22, z: -0.27, a: 0.12, b: 0.25, c: 0.07, density: BONE * 0.057 });
    bones.push({ x: side * 0.61, y: -0.5, z: -0.06, a: 0.07, b: 0.075, c: 0.07, density: BONE * 0.34 });
    bones.push({ x: side * 0.67, y: -0.02, z: -0.06, a: 0.042, b: 0.55, c: 0.042, density: BONE * 0.4 });
  }
  return bones;
}

export interface View {
  readonly width: number;
  readonly height: number;
  /** Position of the centre of the body in pixels, and pixels per unit. */
  readonly centreX: number;
  readonly centreY: number;
  readonly scale: number;
}

/**
 * Attenuation along parallel rays through the thorax turned by an angle about its long axis. An ellipsoid projects to an
 * ellipse, and the path of the ray through it has the length D · √(1 − (u/A)² − (v/b)²), so no ray tracing is needed.
 */
export function project(angle: number, view: View, into: Float32Array): void {
  into.fill(0);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  for (const { x, y, z, a, b, c, density } of THORAX) {
    const half = Math.hypot(a * cos, c * sin);
    const deepest = ((2 * a * c) / half) * density;
    const [u, v] = [view.centreX + (x * cos + z * sin) * view.scale, view.centreY + y * view.scale];
    const [w, h] = [half * view.scale, b * view.scale];
    const [top, bottom] = [Math.max(0, Math.ceil(v - h)), Math.min(view.height - 1, Math.floor(v + h))];
    for (let row = top; row <= bottom; row += 1) {
      const inRow = 1 - ((row - v) / h) ** 2;
      const reach = w * Math.sqrt(Math.max(0, inRow));
      const [left, right] = [Math.max(0, Math.ceil(u - reach)), Math.min(view.width - 1, Math.floor(u + reach))];
      for (let column = left; column <= right; column += 1) {
        into[row * view.width + column]! += deepest * Math.sqrt(Math.max(0, inRow - ((column - u) / w) ** 2));
      }
    }
  }
  // Where a rotated lung extends beyond the drawn body, the attenuation would be below that of air.
  for (let pixel = 0; pixel < into.length; pixel += 1) into[pixel] = Math.max(0, into[pixel]!);
}

/** Density in a cross-section of the body at a height. */
export function slice(height: number, view: View, into: Float32Array): void {
  into.fill(0);
  for (const { x, y, z, a, b, c, density } of THORAX) {
    const inHeight = 1 - ((height - y) / b) ** 2;
    if (inHeight <= 0) continue;
    const shrink = Math.sqrt(inHeight);
    const [u, v] = [view.centreX + x * view.scale, view.centreY - z * view.scale];
    const [w, h] = [a * shrink * view.scale, c * shrink * view.scale];
    for (let row = Math.max(0, Math.ceil(v - h)); row <= Math.min(view.height - 1, Math.floor(v + h)); row += 1) {
      const reach = w * Math.sqrt(Math.max(0, 1 - ((row - v) / h) ** 2));
      const [left, right] = [Math.max(0, Math.ceil(u - reach)), Math.min(view.width - 1, Math.floor(u + reach))];
      for (let column = left; column <= right; column += 1) into[row * view.width + column]! += density;
    }
  }
}
