// Written by npm run texts from the JSON files of texts/.

export default {
  ctAgatston: {
    sentences: {
      CALCIUM: (d) => "Agatston score of the region " + d.score + " (areas of calcium: " + d.areas + ", " + d.volumeMm3 + " mm³, peak " + d.peakHu + " HU; slices: " + d.slices + ").",
      NO_CALCIUM: (d) => "The region holds no calcium of 130 HU and 1 mm² or more (slices: " + d.slices + "): Agatston score 0.",
      SCALED: (d) => "The slice distance is " + d.distanceMm + " mm (the score was defined for 3 mm): the score was multiplied by " + d.factor + ".",
      NO_DISTANCE: "Slice distance or pixel spacing is not stated: there is no score."
    },
    measurements: {
      AGATSTON_SCORE: "Agatston score",
      CALCIUM_VOLUME: "Calcium volume"
    }
  },
  ctAttenuation: {
    sentences: {
      ATTENUATION: (d) => d.tissue + ": mean " + d.meanHu + " HU (standard deviation " + d.deviationHu + ", median " + d.medianHu + "; pixels: " + d.pixels + ").",
      FATTY_LIVER: (d) => "Liver attenuation " + d.meanHu + " HU, below " + d.limitHu + " HU: seen in moderate or severe steatosis (unenhanced CT).",
      LOW_BONE: (d) => "Trabecular bone of L1 " + d.meanHu + " HU, not above " + d.limitHu + " HU: seen in osteoporosis; it does not replace DXA."
    },
    measurements: {
      MEAN_ATTENUATION: "Mean attenuation",
      ATTENUATION_DEVIATION: "Standard deviation",
      MEDIAN_ATTENUATION: "Median attenuation",
      LEAST_ATTENUATION: "Least attenuation",
      MOST_ATTENUATION: "Greatest attenuation",
      MEASURED_AREA: "Measured area"
    },
    tissues: {
      liver: "Liver",
      "vertebra-l1": "Trabecular bone of L1",
      "muscle-l3": "Muscle at L3 (−29 to 150 HU)",
      fat: "Fat (−190 to −30 HU)",
      region: "Region"
    }
  },
  ctBodyComposition: {
    sentences: {
      COMPOSITION: (d) => "Area of the slice with the attenuation of muscle " + d.muscleCm2 + " cm², of fat " + d.fatCm2 + " cm².",
      ORGANS_COUNTED: "The region is an outline: organs and bowel wall in it count with the muscle. A corrected mask mends that.",
      ONE_SLICE: (d) => "The region has to be on one slice (slices given: " + d.slices + ")."
    },
    measurements: {
      MUSCLE_AREA: "Muscle area",
      FAT_AREA: "Fat area",
      MUSCLE_ATTENUATION: "Muscle attenuation"
    }
  },
  ctLungDensity: {
    sentences: {
      VOLUME: (d) => "Lung volume " + d.volumeMl + " ml (right " + d.rightMl + " ml, left " + d.leftMl + " ml; airways not counted).",
      DENSITY: (d) => "Mean lung density " + d.meanHu + " HU (depth of inspiration unknown; it affects every value).",
      INDICES: (d) => "Share of lung below −950 HU (LAA-950) " + d.laa950 + "%; 15th percentile density (Perc15) " + d.perc15 + " HU.",
      CUT_OFF: "The lungs continue in the first or last slice; the measured volume is a lower bound.",
      INTERRUPTED: "The lung area changes abruptly from slice to slice: part of a lung may be lost at the edge of the image; do not rely on the values.",
      AIRWAYS_NOT_FOUND: "The trachea could not be followed; airways may be counted as lung.",
      GAPS_BETWEEN_SLICES: (d) => "There are gaps between the slices (thickness " + d.thicknessMm + " mm, distance " + d.distanceMm + " mm); the volume is an estimate.",
      KERNEL_UNKNOWN: "LAA-950 and Perc15 are not evaluable: the reconstruction kernel is not stated.",
      KERNEL_OUTSIDE_PROFILE: (d) => "LAA-950 and Perc15 are not evaluable: the kernel " + d.kernel + " is not a smooth one.",
      KERNEL_MIXED: (d) => "LAA-950 and Perc15 are not evaluable: the slices differ in kernel (" + d.kernels + ").",
      CONTRAST: "LAA-950 and Perc15 are not evaluable: contrast medium was given, which raises lung density.",
      AIR_OUTSIDE_SCALE: (d) => "LAA-950 and Perc15 are not evaluable: air in the trachea reads " + d.airHu + " HU (expected −1000 HU).",
      THICKNESS_UNKNOWN: "LAA-950 and Perc15 are not evaluable: the slice thickness is not stated.",
      THICKNESS_OUTSIDE_PROFILE: (d) => "LAA-950 and Perc15 are not evaluable: the slice thickness is " + d.thicknessMm + " mm (at most " + d.maxMm + " mm).",
      NO_LUNGS: (d) => "No lungs were found (air-containing tissue " + d.volumeMl + " ml).",
      NOT_DICOM: "It runs on DICOM images only.",
      NOT_CT: (d) => "It runs on CT only (this series: " + d.found + ").",
      LOCALISER: "It does not run on localisers.",
      WRONG_BODY_PART: (d) => "It runs on chest CT only (stated body part: " + d.found + ").",
      NOT_AXIAL: "It runs on axial slices only.",
      FIELD_TOO_SMALL: (d) => "The field of view is " + d.fieldMm + " mm; the whole of the lungs needs at least " + d.minMm + " mm.",
      CHILD: (d) => "It runs on adults only (age " + d.age + ")."
    },
    measurements: {
      LUNG_VOLUME: "Lung volume",
      LUNG_VOLUME_RIGHT: "Right lung",
      LUNG_VOLUME_LEFT: "Left lung",
      MEAN_LUNG_DENSITY: "Mean lung density",
      LAA_950: "LAA-950",
      PERC15: "Perc15",
      AIRWAY_VOLUME: "Airways",
      TRACHEAL_AIR: "Air in the trachea"
    }
  },
  packages: {
    reasons: {
      NO_IMAGES: "The series holds no images.",
      OTHER_MODALITY: (d) => "Made for " + d.wanted + " only (this series: " + d.found + ").",
      PART_NOT_STATED: "The body part is not stated.",
      OTHER_PART: (d) => "Made for " + d.wanted + " only (stated: " + d.found + ").",
      OTHER_VIEW: (d) => "Made for the views " + d.wanted + " only (this image: " + d.found + ").",
      AGE_NOT_STATED: "The age is not known; the algorithm is made for certain ages.",
      AGE_OUTSIDE: (d) => "Age " + d.found + "; made for ages " + d.min + " to " + d.max + ".",
      OTHER_SEX: (d) => "Sex " + d.found + "; made for " + d.wanted + " only.",
      OTHER_KERNEL: (d) => "Kernel " + d.found + "; one of these is needed: " + d.wanted + ".",
      OTHER_DESCRIPTION: (d) => "The series is described as " + d.found + "; one of these words is needed: " + d.wanted + ".",
      NOT_PLAUSIBLE: (d) => "What was found cannot be right: " + d.found + " points (" + d.least + " to " + d.most + " are expected). No result is given.",
      THICKNESS_NOT_STATED: "The slice thickness is not stated.",
      THICKNESS_OUTSIDE: (d) => "The slices are " + d.found + " mm thick; " + d.min + " to " + d.max + " mm are needed.",
      SLICES_OUTSIDE: (d) => "The series has " + d.found + " images; " + d.min + " to " + d.max + " are needed.",
      NO_CONTRAST: "No contrast agent is stated; an examination with contrast is needed.",
      WITH_CONTRAST: "An examination with contrast; one without is needed.",
      NOT_AXIAL: "It runs on axial slices only.",
      NOTHING_TO_CROP: (d) => "No part of the images is above the value " + d.above + ".",
      COLOURED: "The image has colours: perhaps a photograph or a drawing.",
      VENDOR_SENT_A_PART: "The vendor’s system sent only part of the promised results in time.",
      VENDOR_TOLD_MORE: (d) => "The vendor’s system sent " + d.count + " more items that its manifest does not name; they are not shown.",
      VENDOR_TOLD_NOTHING: "What the vendor’s system sent contains no result that its manifest names.",
      MORE_IMAGES: (d) => "The series holds more images; the first " + d.most + " were looked at."
    },
    telling: {
      above: (d) => d.name + ": probability " + d.probability + " % (threshold " + d.threshold + " %).",
      below: (d) => d.name + ": below the threshold, probability " + d.probability + " % (threshold " + d.threshold + " %). This rules nothing out.",
      aboveInSeries: (d) => d.name + ": on " + d.reached + " of " + d.images + " images; highest probability " + d.probability + " % (threshold " + d.threshold + " %).",
      belowInSeries: (d) => d.name + ": below the threshold on all " + d.images + " images, highest probability " + d.probability + " % (threshold " + d.threshold + " %). This rules nothing out.",
      measured: (d) => d.name + ": " + d.value + " " + d.unit + ".",
      said: (d) => d.name + ": “" + d.said + "” (in the vendor’s words).",
      shown: (d) => d.name + ": shown on " + d.parts + " slices.",
      pictured: (d) => d.name + ": pictures from the vendor’s system (" + d.pictures + "), shown as they came; nothing in them was measured or checked here."
    }
  },
  ptSuv: {
    sentences: {
      SERIES_UPTAKE: (d) => "Highest uptake of the series: SUVmax " + d.max + ", SUVpeak in a 1 ml sphere " + d.peak + " (by body weight). Normal uptake of bladder, brain and heart counts as well.",
      SERIES_UPTAKE_WITHOUT_PEAK: (d) => "Highest uptake of the series: SUVmax " + d.max + " (by body weight). No sphere of 1 ml fits into the slices, so there is no SUVpeak.",
      HEIGHT_NOT_STATED: "Height or weight is not stated: there is no SUV by lean body mass or body surface.",
      SEX_NOT_STATED: "The sex is not stated: there is no SUV by lean body mass.",
      NO_UPTAKE: (d) => "SUV cannot be computed: " + d.missing + ".",
      NOTHING_TAKEN_UP: "No value of the series is positive.",
      NOT_DICOM: "It runs on DICOM images only.",
      NOT_PET: (d) => "It runs on PET only (this series: " + d.found + ")."
    },
    measurements: {
      SUVBW_MAX: "SUVmax (body weight)",
      SUVBW_MEAN: "Mean SUV (body weight)",
      SUVBW_PEAK: "SUVpeak (body weight)",
      SUVLBM_MAX: "SULmax (lean body mass)",
      SUVLBM_MEAN: "Mean SUL (lean body mass)",
      SUVLBM_PEAK: "SULpeak (lean body mass)",
      SUVBSA_MAX: "SUVmax (body surface)",
      SUVBSA_MEAN: "Mean SUV (body surface)",
      SUVBSA_PEAK: "SUVpeak (body surface)"
    },
    gaps: {
      MODALITY: "the image is no PET",
      CORRECTIONS: "decay or attenuation is not corrected",
      UNITS: "the unit of the pixels is none from which uptake is known",
      WEIGHT: "the weight of the patient is not stated",
      DOSE: "the injected activity is not stated",
      DECAY: "the kind of decay correction or the half-life is not stated",
      TIMES: "the times of injection and scan are missing or do not agree"
    }
  },
  qcSeries: {
    sentences: {
      NO_IMAGES: "The series contains no readable image.",
      NO_PROBLEM: (d) => "No quality issues found (images checked: " + d.count + ").",
      WRONG_MODALITY: (d) => "The case was declared as " + d.declared + ", but the images are " + d.found + ".",
      WRONG_LATERALITY: (d) => "Contradictory side: the image headers say " + d.stated + ", the description names " + d.named + " (images: " + d.count + ").",
      BURNT_IN_ANNOTATION: (d) => "Burned-in text is declared for " + d.count + " of the images.",
      ANNOTATION_NOT_RULED_OUT: (d) => "Possible burned-in text (images: " + d.count + ").",
      SEVERAL_PATIENTS: (d) => "The series contains the identities of " + d.count + " different people.",
      PARTLY_NAMED: (d) => d.named + " of " + d.count + " images carry a patient’s identity, the others none: it cannot be verified that they belong to one person.",
      LOCALISER_MIXED_IN: (d) => "Localiser images among the slices: " + d.count + ".",
      LOSSY_COMPRESSION: (d) => "Images with lossy compression: " + d.count + ".",
      DUPLICATE_INSTANCES: (d) => "Images sent more than once: " + d.count + ".",
      DUPLICATE_SLICES: (d) => "Duplicate slices at the same position: " + d.count + ".",
      SAME_PLACE: (d) => "Images that share their position with another (for example, phases or echoes): " + d.count + ".",
      MIXED_PIXEL_SPACING: (d) => "Image size or pixel spacing varies within the series (different values: " + d.count + ").",
      MIXED_ORIENTATION: "The slice orientation varies.",
      MISSING_SLICES: (d) => "Slices that appear to be missing: " + d.count + " (slice spacing " + d.gapMm + " mm).",
      MISSING_NUMBERS: (d) => "Gaps in the image numbers: " + d.count + ".",
      UNEVEN_SPACING: (d) => "The slice spacing is uneven (usually " + d.usualMm + " mm).",
      MIXED_THICKNESS: (d) => "The slice thickness varies (different values: " + d.count + ").",
      MIXED_KERNEL: (d) => "The convolution kernel varies within the series (different values: " + d.count + ").",
      MOTION_HINT: (d) => "Possible motion: neighbouring slices are displaced by up to " + d.mm + " mm (places: " + d.count + ").",
      SATURATED: (d) => "Highlights are clipped on " + d.count + " sampled images (up to " + d.percent + " % of the pixels); bright detail may be lost.",
      BLANK_IMAGES: (d) => "Blank images (a single value) among those sampled: " + d.count + ".",
      NOT_DECODABLE: (d) => "Pixel data incomplete or unreadable on sampled images: " + d.count + ".",
      BODY_CUT_OFF: (d) => "Anatomy truncated by the field of view on sampled slices: " + d.count + ".",
      FILM_TURNED: (d) => "Rotated films: " + d.count + ".",
      FILM_MIRRORED: (d) => "Films that appear mirrored (right and left may be swapped): " + d.count + ".",
      FILM_INVERTED: (d) => "Films with inverted greyscale: " + d.count + ".",
      FILM_HALVED: (d) => "Films with about half of the image missing: " + d.count + ".",
      FRAMES_NOT_CHECKED: (d) => "The frame positions were not checked (multi-frame files: " + d.count + ").",
      PIXELS_NOT_CHECKED: "Pixel checks do not apply to this kind of image."
    },
    measurements: {
      INSTANCES: "Images",
      SATURATED_LOW: "Pixels clipped at minimum",
      SATURATED_HIGH: "Pixels clipped at maximum"
    },
    declared: {
      CT: "CT",
      MRI: "MRI",
      "X-Ray": "X-Ray",
      Ultrasound: "Ultrasound",
      Mammography: "Mammography"
    },
    sides: {
      L: "left",
      R: "right"
    }
  },
  steps: {
    volume: {
      TOO_FEW_SLICES: "There are too few slices.",
      TOO_LARGE: (d) => "The series is too large to be evaluated here: " + d.millionVoxels + " million voxels (at most " + d.maxMillion + " million).",
      NO_GEOMETRY: "Position or pixel spacing of the slices is missing.",
      MIXED_SIZE: "The slices differ in size.",
      MIXED_ORIENTATION: "The slices differ in orientation.",
      MIXED_SPACING: "The distances between slices are uneven, or slices are missing.",
      DUPLICATE_SLICES: "Several slices are at the same place."
    },
    region: {
      NOT_DICOM: "It runs on DICOM images only.",
      NOT_CT: (d) => "It runs on CT only (this series: " + d.found + ").",
      LOCALISER: "It does not run on localisers.",
      REGION_NEEDED: "A region has to be drawn on an image first.",
      REGION_ELSEWHERE: "The region is not on images of this series.",
      REGION_OTHER_SIZE: "The mask does not have the size of the images.",
      NO_SPACING: "The pixel spacing is not stated: nothing can be measured in mm.",
      REGION_EMPTY: "The region holds no pixel that is measured.",
      CONTRAST: "Contrast medium was given: published thresholds do not hold for this image.",
      TUBE_VOLTAGE: (d) => "The tube voltage is " + d.kvp + " kV (published thresholds are for 120 kV); the values differ."
    },
    chestFilm: {
      NO_IMAGES: "The series holds no readable image.",
      NOT_FILM: (d) => "Not a radiograph (" + d.found + ").",
      NOT_SINGLE: "The file has several frames; it is not one film.",
      PART_NOT_STATED: "Which part of the body the image shows is not stated.",
      NOT_CHEST: (d) => "Not declared as chest (" + d.found + ").",
      NOT_FRONTAL: (d) => "Not a frontal film (" + d.found + ").",
      TOO_SMALL: (d) => "The shorter side of the image has " + d.side + " pixels; at least " + d.least + " are needed.",
      COLOURED: "The image has colours: it is no radiograph but perhaps a photograph or a drawing."
    },
    filmCheck: {
      FILM_TURNED: (d) => "The film is turned clockwise by " + d.degrees + "° (probability " + d.probability + " %).",
      FILM_MIRRORED: (d) => "The film looks mirrored: right and left may be exchanged (probability " + d.probability + " %).",
      FILM_INVERTED: (d) => "The greys of the film are inverted: air is shown white (probability " + d.probability + " %).",
      FILM_HALVED: (d) => "About half of the film is missing (probability " + d.probability + " %).",
      FILM_UNLIKE_TRAINING: (d) => "The image is unlike the chest films on which the film check was trained (" + d.times + " times the limit); it was not evaluated."
    }
  },
  xrFilmCheck: {
    sentences: {
      FILM_AS_TAKEN: "The film looks upright, not mirrored, not inverted and whole.",
      AGE_NOT_TRAINED: "The check was trained on films of small children only; on films of adults it errs more often.",
      MORE_FILMS: (d) => "The series holds more films; the first " + d.most + " were looked at."
    },
    measurements: {
      FILMS_CHANGED: "Films turned, mirrored, inverted or halved"
    },
    findings: {
      FILM_TURNED: "Film turned",
      FILM_MIRRORED: "Film mirrored",
      FILM_INVERTED: "Film inverted",
      FILM_HALVED: "Half of the film missing",
      FILM_AS_TAKEN: "As taken"
    }
  },
  xrPneumonia: {
    sentences: {
      PNEUMONIA_SIGNS: (d) => "Signs as of pneumonia: probability " + d.probability + " % (threshold " + d.threshold + " %).",
      NO_PNEUMONIA_SIGNS: (d) => "No signs of pneumonia above the threshold: probability " + d.probability + " % (threshold " + d.threshold + " %). This rules nothing out.",
      VIEW_NOT_STATED: "The projection is not stated; the result holds for a frontal film only.",
      MORE_FILMS: (d) => "The series holds more films; the first " + d.most + " were looked at.",
      AGE_NOT_STATED: "The age is not known: neither the file nor the case states it. The model is for small children only.",
      TOO_OLD: (d) => "Age " + d.age + "; the model is made for ages up to " + d.maxAge + ".",
      UNLIKE_TRAINING: (d) => "The image is unlike the chest films of children on which the model was trained (" + d.times + " times the limit); it was not evaluated."
    },
    measurements: {
      PNEUMONIA_PROBABILITY: "Probability of signs as of pneumonia"
    }
  }
}