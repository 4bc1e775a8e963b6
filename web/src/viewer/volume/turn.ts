import type { Vector } from '../room/planes.ts';

/**
 * How far planes are turned out of the axes of the patient, in whole degrees: first about the axis from right to left, then about
 * the one from front to back, then about the one from feet to head; each anticlockwise for somebody who looks against it.
 */
export interface Turn {
  readonly nod: number;
  readonly lean: number;
  readonly twist: number;
}
export const TURNS = ['nod', 'lean', 'twist'] as const satisfies readonly (keyof Turn)[];
export const STRAIGHT: Turn = { nod: 0, lean: 0, twist: 0 };
export const MOST_DEGREES = 90;

/** What was typed as whole degrees within limits; 0 for what is no number. */
export const degreesIn = (typed: string): number =>
  Math.min(MOST_DEGREES, Math.max(-MOST_DEGREES, Math.round(Number(typed)) || 0));

/** A direction of the patient's axes after the turn. */
export function turned([x, y, z]: Vector, { nod, lean, twist }: Turn): Vector {
  const about = (first: number, second: number, degrees: number): [number, number] => {
    const angle = (degrees * Math.PI) / 180;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return [first * cos - second * sin, first * sin + second * cos];
  };
  const [y1, z1] = about(y, z, nod);
  const [z2, x2] = about(z1, x, lean);
  const [x3, y3] = about(x2, y1, twist);
  return [x3, y3, z2];
}

/** A name for planes that are turned alike. */
export const turnName = ({ nod, lean, twist }: Turn): string => `${nod} ${lean} ${twist}`;
