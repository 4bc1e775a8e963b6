import { chestPhantom, type Volume } from '@duai/imaging';
import type { SeriesInput } from '../algorithm.ts';
import type { Evaluation } from '../model-cards.ts';
import { measured, readChestCt, runOn, seriesOf, withVolume } from '../testing/series.ts';
import { ctLungDensity } from './index.ts';
import { measure } from './measure.ts';
import { segmentLungs } from './segment.ts';

const LABELS = {
  phantomVolumeErrorPercent: 'phantom: volume error, %',
  phantomMeanDensityErrorHu: 'phantom: mean density error, HU',
  phantomLaa950ErrorPoints: 'phantom: LAA-950 error, percentage points',
  phantomPerc15ErrorHu: 'phantom: Perc15 error, HU',
  phantomAirwayVolumeErrorPercent: 'phantom: airway volume error, %',
  phantomTrachealAirErrorHu: 'phantom: air in the trachea, error, HU',
  phantomSideErrorPercent: 'phantom: larger against smaller lung (they are alike), difference, %',
  blurredVolumeErrorPercent: 'phantom blurred more than a soft kernel does (Gaussian, 4 mm FWHM): volume error, %',
  blurredMeanDensityErrorHu: 'phantom blurred: mean density error, HU',
  thickLaa950ErrorPoints: 'phantom averaged from 2 to 8 mm slices, gate left out: LAA-950 error, percentage points',
  thickPerc15ErrorHu: 'phantom averaged from 2 to 8 mm slices, gate left out: Perc15 error, HU',
  kernelVolumeDifferencePercent: 'one scan, smooth against sharp kernel: volume difference, %',
  kernelMeanDensityDifferenceHu: 'one scan, smooth against sharp kernel: mean density difference, HU',
  smoothKernelLaa950Percent: 'the same scan, gate left out: LAA-950 with the smooth kernel (B40f), %',
  sharpKernelLaa950Percent: 'the same scan, gate left out: LAA-950 with the sharp kernel (B70f), %',
  patients: 'patients evaluated',
};

const rounded = (value: number) => Number(value.toFixed(2)) + 0;
const errorPercent = (value: number, truth: number) => (value / truth - 1) * 100;

export async function evaluateLungDensity(): Promise<Evaluation> {
  const figures = { ...(await onPhantom()), ...(await onPatient()), patients: 1 };
  return {
    figures: Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, rounded(value)])),
    labels: LABELS,
  };
}

async function onPhantom() {
  const { files, truth } = chestPhantom({ slices: 120, sliceThicknessMm: 2 });
  const series = await seriesOf(files.map((file) => file.bytes));
  const exact = await runOn(ctLungDensity, series);
  const [right, left] = [measured(exact, 'LUNG_VOLUME_RIGHT'), measured(exact, 'LUNG_VOLUME_LEFT')];
  const blurred = await runOn(
    ctLungDensity,
    withVolume(series, (volume) => blurredBy(volume, 4)),
  );
  const thick = await ungated(withVolume(series, (volume) => averaged(volume, 4)));
  return {
    phantomVolumeErrorPercent: errorPercent(measured(exact, 'LUNG_VOLUME'), truth.lungVolumeMl),
    phantomMeanDensityErrorHu: measured(exact, 'MEAN_LUNG_DENSITY') - truth.meanLungDensityHu,
    phantomLaa950ErrorPoints: measured(exact, 'LAA_950') - truth.laa950Percent,
    phantomPerc15ErrorHu: measured(exact, 'PERC15') - truth.perc15Hu,
    phantomAirwayVolumeErrorPercent: errorPercent(measured(exact, 'AIRWAY_VOLUME'), truth.airwayVolumeMl),
    phantomTrachealAirErrorHu: measured(exact, 'TRACHEAL_AIR') + 1000,
    phantomSideErrorPercent: errorPercent(Math.max(right, left), Math.min(right, left)),
    blurredVolumeErrorPercent: errorPercent(measured(blurred, 'LUNG_VOLUME'), truth.lungVolumeMl),
    blurredMeanDensityErrorHu: measured(blurred, 'MEAN_LUNG_DENSITY') - truth.meanLungDensityHu,
    thickLaa950ErrorPoints: thick.laa950Percent - truth.laa950Percent,
    thickPerc15ErrorHu: thick.perc15Hu - truth.perc15Hu,
  };
}

async function onPatient() {
  const [smooth, sharp] = [await readChestCt('b40f-smooth'), await readChestCt('b70f-sharp')];
  if (!smooth || !sharp) throw new Error('the chest CT of the test data is needed');
  const [a, b] = [await ungated(await seriesOf(smooth)), await ungated(await seriesOf(sharp))];
  return {
    kernelVolumeDifferencePercent: Math.abs(errorPercent(a.volumeMl, b.volumeMl)),
    kernelMeanDensityDifferenceHu: Math.abs(a.meanHu - b.meanHu),
    smoothKernelLaa950Percent: a.laa950Percent,
    sharpKernelLaa950Percent: b.laa950Percent,
  };
}

/** What would be measured without the gate; shows why it is needed. */
async function ungated(series: SeriesInput) {
  const volume = await series.loadVolume();
  return measure(volume, segmentLungs(volume, true).mask);
}

/** In-plane Gaussian with this full width at half maximum, mm. */
function blurredBy(volume: Volume, fwhmMm: number): Volume {
  const { columns, rows, spacingMm } = volume;
  const sigma = fwhmMm / 2.355 / spacingMm[0];
  const reach = Math.ceil(sigma * 3);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, place) => Math.exp(-(((place - reach) / sigma) ** 2) / 2));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const along = (values: Float32Array | Int16Array, stride: number, length: number) => {
    const out = new Float32Array(values.length);
    for (let voxel = 0; voxel < values.length; voxel += 1) {
      const place = Math.floor(voxel / stride) % length;
      let sum = 0;
      for (let step = -reach; step <= reach; step += 1) {
        const clamped = Math.min(length - 1, Math.max(0, place + step));
        sum += values[voxel + (clamped - place) * stride]! * weights[step + reach]!;
      }
      out[voxel] = sum / total;
    }
    return out;
  };
  const values = along(along(volume.values, 1, columns), columns, rows);
  return { ...volume, values: Int16Array.from(values, Math.round) };
}

/** Averages groups of `by` slices, as a thicker reconstruction does. */
function averaged(volume: Volume, by: number): Volume {
  const plane = volume.columns * volume.rows;
  const slices = Math.floor(volume.slices / by);
  const values = new Int16Array(plane * slices);
  for (let voxel = 0; voxel < values.length; voxel += 1) {
    const first = Math.floor(voxel / plane) * by * plane + (voxel % plane);
    let sum = 0;
    for (let slice = 0; slice < by; slice += 1) sum += volume.values[first + slice * plane]!;
    values[voxel] = Math.round(sum / by);
  }
  const [column, row, slice] = volume.spacingMm;
  return { ...volume, slices, values, spacingMm: [column, row, slice * by] };
}
