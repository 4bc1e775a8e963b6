import { describe, expect, it } from 'vitest';
import type { DicomHeader } from '../headers/header.ts';
import type { DecodedFrame } from './decode.ts';
import { defaultWindow, greyOf, windowFunctionOf, windowToGrey } from './window.ts';

describe('the linear window of PS3.3 C.11.2.1.2.1', () => {
  it('follows the formula by hand: centre 40, width 400', () => {
    // x <= c - 0.5 - (w-1)/2 = -160 → 0; x > c - 0.5 + (w-1)/2 = 239 → 255; between ((x - 39.5) / 399 + 0.5) · 255
    const grey = greyOf({ center: 40, width: 400 }, 'LINEAR');
    expect(grey(-160)).toBe(0);
    expect(grey(239.1)).toBe(255);
    expect(grey(39.5)).toBe(Math.round(127.5));
    expect(grey(140)).toBe(Math.round(((140 - 39.5) / 399 + 0.5) * 255));
  });

  it('is a step for width 1', () => {
    const grey = greyOf({ center: 100, width: 1 }, 'LINEAR');
    expect([grey(99.5), grey(99.6)]).toEqual([0, 255]);
  });
});

describe('the other functions of PS3.3 C.11.2.1.3', () => {
  it('LINEAR_EXACT spans just its width, however narrow', () => {
    const grey = greyOf({ center: 0.5, width: 1 }, 'LINEAR_EXACT');
    expect([0, 0.2, 0.5, 1, 2].map(grey)).toEqual([0, 51, 128, 255, 255]);
    expect(greyOf({ center: 0.002, width: 0.004 }, 'LINEAR_EXACT')(0.001)).toBe(64);
  });

  it('SIGMOID is half at its centre and 255 / (1 + e^2) half a width below', () => {
    const grey = greyOf({ center: 2048, width: 1024 }, 'SIGMOID');
    expect([2048 - 512, 2048, 2048 + 512].map(grey)).toEqual([30, 128, 225]);
  });
});

const frame = (stored: DecodedFrame['stored'], header: Partial<DicomHeader>): DecodedFrame => ({
  rows: 1,
  columns: stored.length,
  samplesPerPixel: 1,
  photometricInterpretation: 'MONOCHROME2',
  stored,
  frame: 0,
  palette: null,
  modalityLut: null,
  voiLut: null,
  header: {
    rescaleSlope: 1,
    rescaleIntercept: 0,
    windowCenter: [],
    windowWidth: [],
    voiLutFunction: null,
    suvFactor: null,
    pixelPaddingValue: null,
    ...header,
  } as DicomHeader,
});

describe('the window that an image opens in', () => {
  const ramp = Int16Array.from({ length: 1001 }, (_, index) => index);

  it('spans the values of a range below 1 from black to white', () => {
    const tiny = frame(ramp, { rescaleSlope: 0.0001 });
    const { center, width } = defaultWindow(tiny);
    expect([center, width].map((value) => value.toFixed(3))).toEqual(['0.050', '0.098']);
    const grey = windowToGrey(tiny);
    expect([grey[0], grey[500], grey[1000]]).toEqual([0, 128, 255]);
    expect(new Set(grey).size).toBeGreaterThan(200);
  });

  it('takes the few values that are not background where nearly all is', () => {
    const spot = new Float32Array(1000);
    spot[17] = 0.25;
    expect(defaultWindow(frame(spot, {}))).toEqual({ center: 0.125, width: 0.25 });
  });

  it('of whole numbers never gets narrower than 1', () => {
    expect(defaultWindow(frame(new Int16Array(100), {}))).toEqual({ center: 0, width: 1 });
  });

  it('is that of the file, by the function of the file; a narrow one of the file is exact', () => {
    const named = frame(ramp, { windowCenter: [500], windowWidth: [1000], voiLutFunction: 'SIGMOID' });
    expect(defaultWindow(named)).toEqual({ center: 500, width: 1000 });
    expect(windowFunctionOf(named, { center: 1, width: 2 })).toBe('SIGMOID');
    const narrow = frame(ramp, { windowCenter: [0.05], windowWidth: [0.1], rescaleSlope: 0.0001 });
    expect(windowFunctionOf(narrow, defaultWindow(narrow))).toBe('LINEAR_EXACT');
    const whole = frame(ramp, { windowCenter: [500], windowWidth: [1000] });
    expect(windowFunctionOf(whole, { center: 40, width: 400 })).toBe('LINEAR');
  });

  it('of PET is SUV 0 to 5 where the uptake is known', () => {
    const pet = frame(ramp, { rescaleSlope: 9.1, suvFactor: 0.0005, windowCenter: [30157], windowWidth: [54282] });
    expect(defaultWindow(pet)).toEqual({ center: 5000, width: 10_000 });
  });
});
