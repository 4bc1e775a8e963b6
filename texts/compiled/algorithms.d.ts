// Written by npm run texts from the JSON files of texts/.
export interface Texts {
  readonly "ctAgatston": {
    readonly "sentences": {
      readonly "CALCIUM": (p: { readonly score: string | number; readonly areas: string | number; readonly volumeMm3: string | number; readonly peakHu: string | number; readonly slices: string | number }) => string;
      readonly "NO_CALCIUM": (p: { readonly slices: string | number }) => string;
      readonly "SCALED": (p: { readonly distanceMm: string | number; readonly factor: string | number }) => string;
      readonly "NO_DISTANCE": string;
    };
    readonly "measurements": {
      readonly "AGATSTON_SCORE": string;
      readonly "CALCIUM_VOLUME": string;
    };
  };
  readonly "ctAttenuation": {
    readonly "sentences": {
      readonly "ATTENUATION": (p: { readonly tissue: string | number; readonly meanHu: string | number; readonly deviationHu: string | number; readonly medianHu: string | number; readonly pixels: string | number }) => string;
      readonly "FATTY_LIVER": (p: { readonly meanHu: string | number; readonly limitHu: string | number }) => string;
      readonly "LOW_BONE": (p: { readonly meanHu: string | number; readonly limitHu: string | number }) => string;
    };
    readonly "measurements": {
      readonly "MEAN_ATTENUATION": string;
      readonly "ATTENUATION_DEVIATION": string;
      readonly "MEDIAN_ATTENUATION": string;
      readonly "LEAST_ATTENUATION": string;
      readonly "MOST_ATTENUATION": string;
      readonly "MEASURED_AREA": string;
    };
    readonly "tissues": {
      readonly "liver": string;
      readonly "vertebra-l1": string;
      readonly "muscle-l3": string;
      readonly "fat": string;
      readonly "region": string;
    };
  };
  readonly "ctBodyComposition": {
    readonly "sentences": {
      readonly "COMPOSITION": (p: { readonly muscleCm2: string | number; readonly fatCm2: string | number }) => string;
      readonly "ORGANS_COUNTED": string;
      readonly "ONE_SLICE": (p: { readonly slices: string | number }) => string;
    };
    readonly "measurements": {
      readonly "MUSCLE_AREA": string;
      readonly "FAT_AREA": string;
      readonly "MUSCLE_ATTENUATION": string;
    };
  };
  readonly "ctLungDensity": {
    readonly "sentences": {
      readonly "VOLUME": (p: { readonly volumeMl: string | number; readonly rightMl: string | number; readonly leftMl: string | number }) => string;
      readonly "DENSITY": (p: { readonly meanHu: string | number }) => string;
      readonly "INDICES": (p: { readonly laa950: string | number; readonly perc15: string | number }) => string;
      readonly "CUT_OFF": string;
      readonly "INTERRUPTED": string;
      readonly "AIRWAYS_NOT_FOUND": string;
      readonly "GAPS_BETWEEN_SLICES": (p: { readonly thicknessMm: string | number; readonly distanceMm: string | number }) => string;
      readonly "KERNEL_UNKNOWN": string;
      readonly "KERNEL_OUTSIDE_PROFILE": (p: { readonly kernel: string | number }) => string;
      readonly "KERNEL_MIXED": (p: { readonly kernels: string | number }) => string;
      readonly "CONTRAST": string;
      readonly "AIR_OUTSIDE_SCALE": (p: { readonly airHu: string | number }) => string;
      readonly "THICKNESS_UNKNOWN": string;
      readonly "THICKNESS_OUTSIDE_PROFILE": (p: { readonly thicknessMm: string | number; readonly maxMm: string | number }) => string;
      readonly "NO_LUNGS": (p: { readonly volumeMl: string | number }) => string;
      readonly "NOT_DICOM": string;
      readonly "NOT_CT": (p: { readonly found: string | number }) => string;
      readonly "LOCALISER": string;
      readonly "WRONG_BODY_PART": (p: { readonly found: string | number }) => string;
      readonly "NOT_AXIAL": string;
      readonly "FIELD_TOO_SMALL": (p: { readonly fieldMm: string | number; readonly minMm: string | number }) => string;
      readonly "CHILD": (p: { readonly age: string | number }) => string;
    };
    readonly "measurements": {
      readonly "LUNG_VOLUME": string;
      readonly "LUNG_VOLUME_RIGHT": string;
      readonly "LUNG_VOLUME_LEFT": string;
      readonly "MEAN_LUNG_DENSITY": string;
      readonly "LAA_950": string;
      readonly "PERC15": string;
      readonly "AIRWAY_VOLUME": string;
      readonly "TRACHEAL_AIR": string;
    };
  };
  readonly "packages": {
    readonly "reasons": {
      readonly "NO_IMAGES": string;
      readonly "OTHER_MODALITY": (p: { readonly wanted: string | number; readonly found: string | number }) => string;
      readonly "PART_NOT_STATED": string;
      readonly "OTHER_PART": (p: { readonly wanted: string | number; readonly found: string | number }) => string;
      readonly "OTHER_VIEW": (p: { readonly wanted: string | number; readonly found: string | number }) => string;
      readonly "AGE_NOT_STATED": string;
      readonly "AGE_OUTSIDE": (p: { readonly found: string | number; readonly min: string | number; readonly max: string | number }) => string;
      readonly "OTHER_SEX": (p: { readonly found: string | number; readonly wanted: string | number }) => string;
      readonly "OTHER_KERNEL": (p: { readonly found: string | number; readonly wanted: string | number }) => string;
      readonly "OTHER_DESCRIPTION": (p: { readonly found: string | number; readonly wanted: string | number }) => string;
      readonly "NOT_PLAUSIBLE": (p: { readonly found: string | number; readonly least: string | number; readonly most: string | number }) => string;
      readonly "THICKNESS_NOT_STATED": string;
      readonly "THICKNESS_OUTSIDE": (p: { readonly found: string | number; readonly min: string | number; readonly max: string | number }) => string;
      readonly "SLICES_OUTSIDE": (p: { readonly found: string | number; readonly min: string | number; readonly max: string | number }) => string;
      readonly "NO_CONTRAST": string;
      readonly "WITH_CONTRAST": string;
      readonly "NOT_AXIAL": string;
      readonly "NOTHING_TO_CROP": (p: { readonly above: string | number }) => string;
      readonly "COLOURED": string;
      readonly "VENDOR_SENT_A_PART": string;
      readonly "VENDOR_TOLD_MORE": (p: { readonly count: string | number }) => string;
      readonly "VENDOR_TOLD_NOTHING": string;
      readonly "MORE_IMAGES": (p: { readonly most: string | number }) => string;
    };
    readonly "telling": {
      readonly "above": (p: { readonly name: string | number; readonly probability: string | number; readonly threshold: string | number }) => string;
      readonly "below": (p: { readonly name: string | number; readonly probability: string | number; readonly threshold: string | number }) => string;
      readonly "aboveInSeries": (p: { readonly name: string | number; readonly images: string | number; readonly reached: string | number; readonly probability: string | number; readonly threshold: string | number }) => string;
      readonly "belowInSeries": (p: { readonly name: string | number; readonly images: string | number; readonly probability: string | number; readonly threshold: string | number }) => string;
      readonly "measured": (p: { readonly name: string | number; readonly value: string | number; readonly unit: string | number }) => string;
      readonly "said": (p: { readonly name: string | number; readonly said: string | number }) => string;
      readonly "shown": (p: { readonly name: string | number; readonly parts: string | number }) => string;
      readonly "pictured": (p: { readonly name: string | number; readonly pictures: string | number }) => string;
    };
  };
  readonly "ptSuv": {
    readonly "sentences": {
      readonly "SERIES_UPTAKE": (p: { readonly max: string | number; readonly peak: string | number }) => string;
      readonly "SERIES_UPTAKE_WITHOUT_PEAK": (p: { readonly max: string | number }) => string;
      readonly "HEIGHT_NOT_STATED": string;
      readonly "SEX_NOT_STATED": string;
      readonly "NO_UPTAKE": (p: { readonly missing: string | number }) => string;
      readonly "NOTHING_TAKEN_UP": string;
      readonly "NOT_DICOM": string;
      readonly "NOT_PET": (p: { readonly found: string | number }) => string;
    };
    readonly "measurements": {
      readonly "SUVBW_MAX": string;
      readonly "SUVBW_MEAN": string;
      readonly "SUVBW_PEAK": string;
      readonly "SUVLBM_MAX": string;
      readonly "SUVLBM_MEAN": string;
      readonly "SUVLBM_PEAK": string;
      readonly "SUVBSA_MAX": string;
      readonly "SUVBSA_MEAN": string;
      readonly "SUVBSA_PEAK": string;
    };
    readonly "gaps": {
      readonly "MODALITY": string;
      readonly "CORRECTIONS": string;
      readonly "UNITS": string;
      readonly "WEIGHT": string;
      readonly "DOSE": string;
      readonly "DECAY": string;
      readonly "TIMES": string;
    };
  };
  readonly "qcSeries": {
    readonly "sentences": {
      readonly "NO_IMAGES": string;
      readonly "NO_PROBLEM": (p: { readonly count: string | number }) => string;
      readonly "WRONG_MODALITY": (p: { readonly declared: string | number; readonly found: string | number }) => string;
      readonly "WRONG_LATERALITY": (p: { readonly stated: string | number; readonly named: string | number; readonly count: string | number }) => string;
      readonly "BURNT_IN_ANNOTATION": (p: { readonly count: string | number }) => string;
      readonly "ANNOTATION_NOT_RULED_OUT": (p: { readonly count: string | number }) => string;
      readonly "SEVERAL_PATIENTS": (p: { readonly count: string | number }) => string;
      readonly "PARTLY_NAMED": (p: { readonly count: string | number; readonly named: string | number }) => string;
      readonly "LOCALISER_MIXED_IN": (p: { readonly count: string | number }) => string;
      readonly "LOSSY_COMPRESSION": (p: { readonly count: string | number }) => string;
      readonly "DUPLICATE_INSTANCES": (p: { readonly count: string | number }) => string;
      readonly "DUPLICATE_SLICES": (p: { readonly count: string | number }) => string;
      readonly "SAME_PLACE": (p: { readonly count: string | number }) => string;
      readonly "MIXED_PIXEL_SPACING": (p: { readonly count: string | number }) => string;
      readonly "MIXED_ORIENTATION": string;
      readonly "MISSING_SLICES": (p: { readonly count: string | number; readonly gapMm: string | number }) => string;
      readonly "MISSING_NUMBERS": (p: { readonly count: string | number }) => string;
      readonly "UNEVEN_SPACING": (p: { readonly usualMm: string | number }) => string;
      readonly "MIXED_THICKNESS": (p: { readonly count: string | number }) => string;
      readonly "MIXED_KERNEL": (p: { readonly count: string | number }) => string;
      readonly "MOTION_HINT": (p: { readonly mm: string | number; readonly count: string | number }) => string;
      readonly "SATURATED": (p: { readonly count: string | number; readonly percent: string | number }) => string;
      readonly "BLANK_IMAGES": (p: { readonly count: string | number }) => string;
      readonly "NOT_DECODABLE": (p: { readonly count: string | number }) => string;
      readonly "BODY_CUT_OFF": (p: { readonly count: string | number }) => string;
      readonly "FILM_TURNED": (p: { readonly count: string | number }) => string;
      readonly "FILM_MIRRORED": (p: { readonly count: string | number }) => string;
      readonly "FILM_INVERTED": (p: { readonly count: string | number }) => string;
      readonly "FILM_HALVED": (p: { readonly count: string | number }) => string;
      readonly "FRAMES_NOT_CHECKED": (p: { readonly count: string | number }) => string;
      readonly "PIXELS_NOT_CHECKED": string;
    };
    readonly "measurements": {
      readonly "INSTANCES": string;
      readonly "SATURATED_LOW": string;
      readonly "SATURATED_HIGH": string;
    };
    readonly "declared": {
      readonly "CT": string;
      readonly "MRI": string;
      readonly "X-Ray": string;
      readonly "Ultrasound": string;
      readonly "Mammography": string;
    };
    readonly "sides": {
      readonly "L": string;
      readonly "R": string;
    };
  };
  readonly "steps": {
    readonly "volume": {
      readonly "TOO_FEW_SLICES": string;
      readonly "TOO_LARGE": (p: { readonly millionVoxels: string | number; readonly maxMillion: string | number }) => string;
      readonly "NO_GEOMETRY": string;
      readonly "MIXED_SIZE": string;
      readonly "MIXED_ORIENTATION": string;
      readonly "MIXED_SPACING": string;
      readonly "DUPLICATE_SLICES": string;
    };
    readonly "region": {
      readonly "NOT_DICOM": string;
      readonly "NOT_CT": (p: { readonly found: string | number }) => string;
      readonly "LOCALISER": string;
      readonly "REGION_NEEDED": string;
      readonly "REGION_ELSEWHERE": string;
      readonly "REGION_OTHER_SIZE": string;
      readonly "NO_SPACING": string;
      readonly "REGION_EMPTY": string;
      readonly "CONTRAST": string;
      readonly "TUBE_VOLTAGE": (p: { readonly kvp: string | number }) => string;
    };
    readonly "chestFilm": {
      readonly "NO_IMAGES": string;
      readonly "NOT_FILM": (p: { readonly found: string | number }) => string;
      readonly "NOT_SINGLE": string;
      readonly "PART_NOT_STATED": string;
      readonly "NOT_CHEST": (p: { readonly found: string | number }) => string;
      readonly "NOT_FRONTAL": (p: { readonly found: string | number }) => string;
      readonly "TOO_SMALL": (p: { readonly side: string | number; readonly least: string | number }) => string;
      readonly "COLOURED": string;
    };
    readonly "filmCheck": {
      readonly "FILM_TURNED": (p: { readonly degrees: string | number; readonly probability: string | number }) => string;
      readonly "FILM_MIRRORED": (p: { readonly probability: string | number }) => string;
      readonly "FILM_INVERTED": (p: { readonly probability: string | number }) => string;
      readonly "FILM_HALVED": (p: { readonly probability: string | number }) => string;
      readonly "FILM_UNLIKE_TRAINING": (p: { readonly times: string | number }) => string;
    };
  };
  readonly "xrFilmCheck": {
    readonly "sentences": {
      readonly "FILM_AS_TAKEN": string;
      readonly "AGE_NOT_TRAINED": string;
      readonly "MORE_FILMS": (p: { readonly most: string | number }) => string;
    };
    readonly "measurements": {
      readonly "FILMS_CHANGED": string;
    };
    readonly "findings": {
      readonly "FILM_TURNED": string;
      readonly "FILM_MIRRORED": string;
      readonly "FILM_INVERTED": string;
      readonly "FILM_HALVED": string;
      readonly "FILM_AS_TAKEN": string;
    };
  };
  readonly "xrPneumonia": {
    readonly "sentences": {
      readonly "PNEUMONIA_SIGNS": (p: { readonly probability: string | number; readonly threshold: string | number }) => string;
      readonly "NO_PNEUMONIA_SIGNS": (p: { readonly probability: string | number; readonly threshold: string | number }) => string;
      readonly "VIEW_NOT_STATED": string;
      readonly "MORE_FILMS": (p: { readonly most: string | number }) => string;
      readonly "AGE_NOT_STATED": string;
      readonly "TOO_OLD": (p: { readonly age: string | number; readonly maxAge: string | number }) => string;
      readonly "UNLIKE_TRAINING": (p: { readonly times: string | number }) => string;
    };
    readonly "measurements": {
      readonly "PNEUMONIA_PROBABILITY": string;
    };
  };
}
declare const texts: Texts;
export default texts;
