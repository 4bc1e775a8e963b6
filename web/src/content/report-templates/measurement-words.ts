import type { reports } from '@duai/contract';
import type { Measure } from '@duai/imaging/browser';
import type { PlaneName } from '../../viewer/room/planes.ts';

interface Around {
  readonly before: string;
  readonly after: string;
}

export interface MeasurementWords {
  readonly measures: Readonly<Record<Exclude<Measure, 'arrow'>, string>>;
  readonly image: string;
  /** Of a measurement on a plane that was computed, which has no image. */
  readonly planes: Readonly<Record<PlaneName, string>>;
  /** In place of the name of a series that has none. */
  readonly unnamedSeries: string;
  readonly mean: string;
  readonly deviation: string;
  readonly most: string;
  /** Of a point without a pixel. */
  readonly outside: string;
  /** Around a length whose kind of spacing is that of the detector. */
  readonly atDetector: Around;
  /** The same for that of a scanned film. */
  readonly onFilm: Around;
  readonly decimal: '.' | ',';
}

/** Words of a measurement, by the language of the report or of the page: those of the viewer (`viewer.pixels`). */
export const MEASUREMENT_WORDS: Readonly<Record<reports.Report['language'], MeasurementWords>> = {
  en: {
    measures: {
      length: 'Length',
      bidirectional: 'Two diameters',
      angle: 'Angle',
      cobb: 'Cobb angle',
      ellipse: 'Region',
      rectangle: 'Region',
      freehand: 'Region',
      probe: 'Value at a point',
    },
    image: 'image',
    planes: { axial: 'axial plane', coronal: 'coronal plane', sagittal: 'sagittal plane', oblique: 'oblique plane' },
    unnamedSeries: 'Series without description',
    mean: 'mean',
    deviation: 'SD',
    most: 'max',
    outside: 'outside the image',
    atDetector: { before: '', after: ' at the detector' },
    onFilm: { before: '', after: ' on the film' },
    decimal: '.',
  },
  tr: {
    measures: {
      length: 'Uzunluk',
      bidirectional: 'İki çap',
      angle: 'Açı',
      cobb: 'Cobb açısı',
      ellipse: 'Bölge',
      rectangle: 'Bölge',
      freehand: 'Bölge',
      probe: 'Nokta değeri',
    },
    image: 'görüntü',
    planes: {
      axial: 'aksiyel düzlem',
      coronal: 'koronal düzlem',
      sagittal: 'sagital düzlem',
      oblique: 'oblik düzlem',
    },
    unnamedSeries: 'Açıklaması olmayan seri',
    mean: 'ortalama',
    deviation: 'SS',
    most: 'maks',
    outside: 'görüntünün dışında',
    atDetector: { before: 'dedektörde ', after: '' },
    onFilm: { before: 'filmde ', after: '' },
    decimal: ',',
  },
};
