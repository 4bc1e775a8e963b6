// Written by npm run texts from the JSON files of texts/.

export default {
  ctAgatston: {
    sentences: {
      CALCIUM: (d) => "درجة أغاتستون للمنطقة " + d.score + " (مساحات الكلس: " + d.areas + "، ‏" + d.volumeMm3 + " مم³، الذروة " + d.peakHu + " HU؛ المقاطع: " + d.slices + ").",
      NO_CALCIUM: (d) => "لا يوجد في المنطقة كلس يبلغ 130 HU و1 مم² أو أكثر (المقاطع: " + d.slices + "): درجة أغاتستون 0.",
      SCALED: (d) => "المسافة بين المقاطع " + d.distanceMm + " مم (عُرّفت الدرجة لـ3 مم): ضُربت الدرجة في " + d.factor + ".",
      NO_DISTANCE: "لم تُذكر المسافة بين المقاطع أو تباعد البكسل: لا يمكن حساب الدرجة."
    },
    measurements: {
      AGATSTON_SCORE: "درجة أغاتستون",
      CALCIUM_VOLUME: "حجم الكلس"
    }
  },
  ctAttenuation: {
    sentences: {
      ATTENUATION: (d) => d.tissue + ": المتوسط " + d.meanHu + " HU (الانحراف المعياري " + d.deviationHu + "، الوسيط " + d.medianHu + "؛ وحدات البكسل: " + d.pixels + ").",
      FATTY_LIVER: (d) => "كثافة الكبد " + d.meanHu + " HU أقل من " + d.limitHu + " HU: تُرى في التشحم المتوسط أو الشديد (دون مادة تباين).",
      LOW_BONE: (d) => "العظم الإسفنجي للفقرة L1 ‏" + d.meanHu + " HU لا يتجاوز " + d.limitHu + " HU: يُرى في هشاشة العظام؛ ولا يغني عن DXA."
    },
    measurements: {
      MEAN_ATTENUATION: "متوسط الكثافة",
      ATTENUATION_DEVIATION: "الانحراف المعياري",
      MEDIAN_ATTENUATION: "وسيط الكثافة",
      LEAST_ATTENUATION: "أقل كثافة",
      MOST_ATTENUATION: "أعلى كثافة",
      MEASURED_AREA: "المساحة المقاسة"
    },
    tissues: {
      liver: "الكبد",
      "vertebra-l1": "العظم الإسفنجي للفقرة L1",
      "muscle-l3": "العضل عند L3 (−29 إلى 150 HU)",
      fat: "الدهون (−190 إلى −30 HU)",
      region: "المنطقة"
    }
  },
  ctBodyComposition: {
    sentences: {
      COMPOSITION: (d) => "مساحة المقطع بكثافة العضل " + d.muscleCm2 + " سم²، ومساحة الدهون " + d.fatCm2 + " سم².",
      ORGANS_COUNTED: "حُددت المنطقة بخط محيط: تُحسب الأعضاء وجدار الأمعاء فيها مع العضل. يصحح ذلك قناعٌ معدّل.",
      ONE_SLICE: (d) => "يجب أن تكون المنطقة على مقطع واحد (عدد المقاطع: " + d.slices + ")."
    },
    measurements: {
      MUSCLE_AREA: "مساحة العضل",
      FAT_AREA: "مساحة الدهون",
      MUSCLE_ATTENUATION: "كثافة العضل"
    }
  },
  ctLungDensity: {
    sentences: {
      VOLUME: (d) => "حجم الرئتين " + d.volumeMl + " مل (اليمنى " + d.rightMl + " مل، اليسرى " + d.leftMl + " مل؛ دون المجاري الهوائية).",
      DENSITY: (d) => "متوسط كثافة الرئة " + d.meanHu + " HU (عمق الشهيق غير معروف وهو يؤثر في كل القيم).",
      INDICES: (d) => "نسبة الرئة تحت −950 HU ‏(LAA-950) " + d.laa950 + "%؛ الكثافة عند المئين 15 ‏(Perc15) " + d.perc15 + " HU.",
      CUT_OFF: "تستمر الرئتان في أول مقطع أو آخره؛ الحجم المقاس حد أدنى.",
      INTERRUPTED: "تتغير مساحة الرئة فجأة بين المقاطع: قد يكون جزء من الرئة مفقودًا عند حافة الصورة؛ لا ينبغي الاعتماد على القيم.",
      AIRWAYS_NOT_FOUND: "تعذّر تتبع القصبة الهوائية؛ قد تُحسب المجاري الهوائية ضمن الرئة.",
      GAPS_BETWEEN_SLICES: (d) => "توجد فجوات بين المقاطع (السماكة " + d.thicknessMm + " مم، المسافة " + d.distanceMm + " مم)؛ الحجم تقديري.",
      KERNEL_UNKNOWN: "لا يمكن تقييم LAA-950 وPerc15: لم تُذكر نواة إعادة البناء.",
      KERNEL_OUTSIDE_PROFILE: (d) => "لا يمكن تقييم LAA-950 وPerc15: النواة " + d.kernel + " ليست من النوى الناعمة.",
      KERNEL_MIXED: (d) => "لا يمكن تقييم LAA-950 وPerc15: تختلف نوى المقاطع (" + d.kernels + ").",
      CONTRAST: "لا يمكن تقييم LAA-950 وPerc15: أُعطيت مادة تباين ترفع كثافة الرئة.",
      AIR_OUTSIDE_SCALE: (d) => "لا يمكن تقييم LAA-950 وPerc15: قيمة الهواء في القصبة " + d.airHu + " HU (المتوقع −1000 HU).",
      THICKNESS_UNKNOWN: "لا يمكن تقييم LAA-950 وPerc15: لم تُذكر سماكة المقطع.",
      THICKNESS_OUTSIDE_PROFILE: (d) => "لا يمكن تقييم LAA-950 وPerc15: سماكة المقطع " + d.thicknessMm + " مم (الحد " + d.maxMm + " مم).",
      NO_LUNGS: (d) => "لم يُعثر على رئتين (نسيج يحتوي على هواء " + d.volumeMl + " مل).",
      NOT_DICOM: "يعمل على صور DICOM فقط.",
      NOT_CT: (d) => "يعمل على التصوير المقطعي فقط (هذه السلسلة: " + d.found + ").",
      LOCALISER: "لا يعمل على صور تحديد الموضع.",
      WRONG_BODY_PART: (d) => "يعمل على التصوير المقطعي للصدر فقط (الجزء المذكور: " + d.found + ").",
      NOT_AXIAL: "يعمل على المقاطع المحورية فقط.",
      FIELD_TOO_SMALL: (d) => "مجال الرؤية " + d.fieldMm + " مم؛ تحتاج الرئتان كاملتين إلى " + d.minMm + " مم على الأقل.",
      CHILD: (d) => "يعمل على البالغين فقط (العمر " + d.age + ")."
    },
    measurements: {
      LUNG_VOLUME: "حجم الرئتين",
      LUNG_VOLUME_RIGHT: "الرئة اليمنى",
      LUNG_VOLUME_LEFT: "الرئة اليسرى",
      MEAN_LUNG_DENSITY: "متوسط كثافة الرئة",
      LAA_950: "النسبة تحت −950 HU ‏(LAA-950)",
      PERC15: "الكثافة عند المئين 15 ‏(Perc15)",
      AIRWAY_VOLUME: "المجاري الهوائية",
      TRACHEAL_AIR: "الهواء في القصبة الهوائية"
    }
  },
  packages: {
    reasons: {
      NO_IMAGES: "لا توجد صور في السلسلة.",
      OTHER_MODALITY: (d) => "مخصّص لـ " + d.wanted + " فقط (هذه السلسلة: " + d.found + ").",
      PART_NOT_STATED: "لم يُذكر جزء الجسم.",
      OTHER_PART: (d) => "مخصّص لـ " + d.wanted + " فقط (المذكور: " + d.found + ").",
      OTHER_VIEW: (d) => "مخصّص للاتجاهات " + d.wanted + " فقط (هذه الصورة: " + d.found + ").",
      AGE_NOT_STATED: "العمر غير معروف؛ الخوارزمية معدّة لأعمار معيّنة.",
      AGE_OUTSIDE: (d) => "العمر " + d.found + "؛ معدّ للأعمار من " + d.min + " إلى " + d.max + ".",
      OTHER_SEX: (d) => "الجنس " + d.found + "؛ مخصّص لـ " + d.wanted + " فقط.",
      OTHER_KERNEL: (d) => "النواة " + d.found + "؛ يلزم أحد هذه: " + d.wanted + ".",
      OTHER_DESCRIPTION: (d) => "وصف السلسلة: " + d.found + "؛ يلزم أحد هذه: " + d.wanted + ".",
      NOT_PLAUSIBLE: (d) => "ما عُثر عليه غير معقول: " + d.found + " نقطة (المتوقع من " + d.least + " إلى " + d.most + "). لا تُعطى نتيجة.",
      THICKNESS_NOT_STATED: "لم تُذكر سماكة المقطع.",
      THICKNESS_OUTSIDE: (d) => "سماكة المقاطع " + d.found + " مم؛ يلزم من " + d.min + " إلى " + d.max + " مم.",
      SLICES_OUTSIDE: (d) => "في السلسلة " + d.found + " صورة؛ يلزم من " + d.min + " إلى " + d.max + ".",
      NO_CONTRAST: "لم تُذكر مادة تباين؛ يلزم فحص مع مادة تباين.",
      WITH_CONTRAST: "فحص مع مادة تباين؛ يلزم فحص بدونها.",
      NOT_AXIAL: "يعمل على المقاطع المحورية فقط.",
      NOTHING_TO_CROP: (d) => "لا يوجد في الصور جزء فوق القيمة " + d.above + ".",
      COLOURED: "الصورة ملوّنة: ربما تكون صورة فوتوغرافية أو رسمًا.",
      VENDOR_SENT_A_PART: "أرسل جهاز الصانع جزءًا فقط من النتائج الموعودة في الوقت المحدد.",
      VENDOR_TOLD_MORE: (d) => "أرسل جهاز الصانع " + d.count + " عناصر أخرى لا يذكرها بيانه؛ لا تُعرض.",
      VENDOR_TOLD_NOTHING: "لا يحتوي ما أرسله جهاز الصانع على نتيجة يذكرها بيانه.",
      MORE_IMAGES: (d) => "تحتوي السلسلة على صور أكثر؛ نُظر في أول " + d.most + " منها."
    },
    telling: {
      above: (d) => d.name + ": الاحتمال " + d.probability + "٪ (العتبة " + d.threshold + "٪).",
      below: (d) => d.name + ": دون العتبة، الاحتمال " + d.probability + "٪ (العتبة " + d.threshold + "٪). هذا لا ينفي شيئًا.",
      aboveInSeries: (d) => d.name + ": في " + d.reached + " من " + d.images + " صورة؛ أعلى احتمال " + d.probability + "٪ (العتبة " + d.threshold + "٪).",
      belowInSeries: (d) => d.name + ": دون العتبة في كل الصور (" + d.images + ")، أعلى احتمال " + d.probability + "٪ (العتبة " + d.threshold + "٪). هذا لا ينفي شيئًا.",
      measured: (d) => d.name + ": " + d.value + " " + d.unit + ".",
      said: (d) => d.name + ": “" + d.said + "” (بكلمات صانعها).",
      shown: (d) => d.name + ": معروض على " + d.parts + " مقاطع.",
      pictured: (d) => d.name + ": صور من نظام الصانع (" + d.pictures + ")، معروضة كما وردت؛ لم يُقَس فيها شيء هنا ولم يُتحقَّق منه."
    }
  },
  ptSuv: {
    sentences: {
      SERIES_UPTAKE: (d) => "أعلى التقاط في السلسلة: SUVmax ‏" + d.max + "، وSUVpeak في كرة 1 مل ‏" + d.peak + " (حسب وزن الجسم). يشمل ذلك الالتقاط الطبيعي في المثانة والدماغ والقلب.",
      SERIES_UPTAKE_WITHOUT_PEAK: (d) => "أعلى التقاط في السلسلة: SUVmax ‏" + d.max + " (حسب وزن الجسم). لا تتسع المقاطع لكرة 1 مل، لذا لا يوجد SUVpeak.",
      HEIGHT_NOT_STATED: "لم يُذكر الطول أو الوزن: لا تتوفر SUV حسب الكتلة الخالية من الدهون أو مساحة الجسم.",
      SEX_NOT_STATED: "لم يُذكر الجنس: لا تتوفر SUV حسب الكتلة الخالية من الدهون.",
      NO_UPTAKE: (d) => "لا يمكن حساب SUV: " + d.missing + ".",
      NOTHING_TAKEN_UP: "لا توجد قيمة موجبة في السلسلة.",
      NOT_DICOM: "يعمل على صور DICOM فقط.",
      NOT_PET: (d) => "يعمل على PET فقط (هذه السلسلة: " + d.found + ")."
    },
    measurements: {
      SUVBW_MAX: "SUVmax (وزن الجسم)",
      SUVBW_MEAN: "متوسط SUV (وزن الجسم)",
      SUVBW_PEAK: "SUVpeak (وزن الجسم)",
      SUVLBM_MAX: "SULmax (الكتلة الخالية من الدهون)",
      SUVLBM_MEAN: "متوسط SUL (الكتلة الخالية من الدهون)",
      SUVLBM_PEAK: "SULpeak (الكتلة الخالية من الدهون)",
      SUVBSA_MAX: "SUVmax (مساحة الجسم)",
      SUVBSA_MEAN: "متوسط SUV (مساحة الجسم)",
      SUVBSA_PEAK: "SUVpeak (مساحة الجسم)"
    },
    gaps: {
      MODALITY: "الصورة ليست PET",
      CORRECTIONS: "لم يُصحح الاضمحلال أو التوهين",
      UNITS: "وحدة البكسل ليست من الوحدات المعروفة للالتقاط",
      WEIGHT: "لم يُذكر وزن المريض",
      DOSE: "لم يُذكر النشاط المحقون",
      DECAY: "لم يُذكر نوع تصحيح الاضمحلال أو عمر النصف",
      TIMES: "أوقات الحقن والتصوير ناقصة أو غير متسقة"
    }
  },
  qcSeries: {
    sentences: {
      NO_IMAGES: "لا تحتوي السلسلة على صورة مقروءة.",
      NO_PROBLEM: (d) => "فُحصت السلسلة (" + d.count + " صورة): لم يُعثر على نقص أو تكرار أو عدم اتساق.",
      WRONG_MODALITY: (d) => "أُعلنت الحالة على أنها " + d.declared + " لكن الصور هي " + d.found + ".",
      WRONG_LATERALITY: (d) => "معلومات الجهة متناقضة: بيانات الصور تذكر " + d.stated + " والوصف يذكر " + d.named + " (" + d.count + " صور).",
      BURNT_IN_ANNOTATION: (d) => "وُسمت " + d.count + " صورة بأنها تحمل نصًا مدمجًا في وحدات البكسل.",
      ANNOTATION_NOT_RULED_OUT: (d) => "لا يمكن استبعاد وجود نص مدمج في " + d.count + " صورة.",
      SEVERAL_PATIENTS: (d) => "تحمل السلسلة هويات " + d.count + " أشخاص مختلفين.",
      PARTLY_NAMED: (d) => d.named + " من " + d.count + " صورة تحمل هوية مريض والبقية بلا هوية: لا يمكن التحقق من أنها لشخص واحد.",
      LOCALISER_MIXED_IN: (d) => "اختلطت " + d.count + " صورة تحديد موضع مع المقاطع.",
      LOSSY_COMPRESSION: (d) => "ضُغطت " + d.count + " صورة مع فقدان.",
      DUPLICATE_INSTANCES: (d) => "أُرسلت " + d.count + " صورة أكثر من مرة.",
      DUPLICATE_SLICES: (d) => "يتكرر موضع " + d.count + " مقطع.",
      SAME_PLACE: (d) => "تشترك " + d.count + " صورة في الموضع مع أخرى (مثل الأطوار أو الأصداء).",
      MIXED_PIXEL_SPACING: (d) => "حجم الصور أو تباعد البكسل غير موحد (" + d.count + " قيم مختلفة).",
      MIXED_ORIENTATION: "تختلف المقاطع في الاتجاه.",
      MISSING_SLICES: (d) => "يبدو أن " + d.count + " مقطعًا مفقود (المسافة بين المقاطع " + d.gapMm + " مم).",
      MISSING_NUMBERS: (d) => "هناك " + d.count + " فجوة في أرقام الصور.",
      UNEVEN_SPACING: (d) => "المسافات بين المقاطع غير متساوية (عادة " + d.usualMm + " مم).",
      MIXED_THICKNESS: (d) => "تختلف المقاطع في السماكة (" + d.count + " قيم مختلفة).",
      MIXED_KERNEL: (d) => "تختلف نواة إعادة البناء ضمن السلسلة (" + d.count + " قيم مختلفة).",
      MOTION_HINT: (d) => "حركة محتملة: مقاطع متجاورة مزاحة عن بعضها حتى " + d.mm + " مم (" + d.count + " مواضع).",
      SATURATED: (d) => "في " + d.count + " من الصور المفحوصة تتكدس وحدات البكسل عند الطرف الساطع (حتى " + d.percent + "%)؛ قد تكون التفاصيل الساطعة مفقودة.",
      BLANK_IMAGES: (d) => d.count + " من الصور المفحوصة فارغة (قيمة واحدة).",
      NOT_DECODABLE: (d) => "وحدات البكسل في " + d.count + " من الصور المفحوصة مقطوعة أو غير مقروءة.",
      BODY_CUT_OFF: (d) => "يتجاوز الجسم مجال الرؤية في " + d.count + " من المقاطع المفحوصة.",
      FILM_TURNED: (d) => "صور مدارة: " + d.count + ".",
      FILM_MIRRORED: (d) => "صور تبدو معكوسة (قد يكون اليمين واليسار متبادلين): " + d.count + ".",
      FILM_INVERTED: (d) => "صور درجاتها معكوسة: " + d.count + ".",
      FILM_HALVED: (d) => "صور نصفها تقريبًا مفقود: " + d.count + ".",
      FRAMES_NOT_CHECKED: (d) => "لم تُفحص مواضع الإطارات في " + d.count + " ملفات متعددة الإطارات.",
      PIXELS_NOT_CHECKED: "لم تُجرَ فحوص البكسل لهذا النوع من الصور."
    },
    measurements: {
      INSTANCES: "عدد الصور",
      SATURATED_LOW: "وحدات البكسل عند الطرف الأدنى",
      SATURATED_HIGH: "وحدات البكسل عند الطرف الأعلى"
    },
    declared: {
      CT: "الأشعة المقطعية",
      MRI: "الرنين المغناطيسي",
      "X-Ray": "الأشعة السينية",
      Ultrasound: "الموجات فوق الصوتية",
      Mammography: "تصوير الثدي"
    },
    sides: {
      L: "اليسار",
      R: "اليمين"
    }
  },
  steps: {
    volume: {
      TOO_FEW_SLICES: "عدد المقاطع غير كافٍ.",
      TOO_LARGE: (d) => "السلسلة أكبر من أن تُقيَّم هنا: " + d.millionVoxels + " مليون فوكسل (الحد " + d.maxMillion + " مليون).",
      NO_GEOMETRY: "موضع المقاطع أو تباعد البكسل مفقود.",
      MIXED_SIZE: "تختلف المقاطع في الحجم.",
      MIXED_ORIENTATION: "تختلف المقاطع في الاتجاه.",
      MIXED_SPACING: "المسافات بين المقاطع غير متساوية أو توجد مقاطع مفقودة.",
      DUPLICATE_SLICES: "توجد عدة مقاطع في الموضع نفسه."
    },
    region: {
      NOT_DICOM: "يعمل على صور DICOM فقط.",
      NOT_CT: (d) => "يعمل على التصوير المقطعي فقط (هذه السلسلة: " + d.found + ").",
      LOCALISER: "لا يعمل على صور تحديد الموضع.",
      REGION_NEEDED: "يجب أولًا رسم منطقة على الصورة.",
      REGION_ELSEWHERE: "المنطقة ليست على صور هذه السلسلة.",
      REGION_OTHER_SIZE: "حجم القناع لا يطابق حجم الصور.",
      NO_SPACING: "لم يُذكر تباعد البكسل: لا يمكن القياس بالمليمتر.",
      REGION_EMPTY: "لا توجد في المنطقة وحدات بكسل للقياس.",
      CONTRAST: "أُعطيت مادة تباين: لا تنطبق العتبات المنشورة على هذه الصورة.",
      TUBE_VOLTAGE: (d) => "جهد الأنبوب " + d.kvp + " كيلوفولت (العتبات المنشورة لـ120 كيلوفولت)؛ تختلف القيم."
    },
    chestFilm: {
      NO_IMAGES: "لا تحتوي السلسلة على صورة مقروءة.",
      NOT_FILM: (d) => "ليست صورة شعاعية (" + d.found + ").",
      NOT_SINGLE: "في الملف عدة إطارات؛ ليس صورة واحدة.",
      PART_NOT_STATED: "لم يُذكر أي جزء من الجسم تُظهره الصورة.",
      NOT_CHEST: (d) => "لم يُعلن أنها للصدر (" + d.found + ").",
      NOT_FRONTAL: (d) => "ليست صورة أمامية (" + d.found + ").",
      TOO_SMALL: (d) => "الضلع الأقصر للصورة " + d.side + " بكسل؛ يلزم " + d.least + " على الأقل.",
      COLOURED: "الصورة ملوّنة: ليست صورة شعاعية وربما تكون صورة فوتوغرافية أو رسمًا."
    },
    filmCheck: {
      FILM_TURNED: (d) => "الصورة مدارة باتجاه عقارب الساعة " + d.degrees + "° (الاحتمال " + d.probability + "٪).",
      FILM_MIRRORED: (d) => "تبدو الصورة معكوسة: قد يكون اليمين واليسار متبادلين (الاحتمال " + d.probability + "٪).",
      FILM_INVERTED: (d) => "درجات الرمادي معكوسة: يظهر الهواء أبيض (الاحتمال " + d.probability + "٪).",
      FILM_HALVED: (d) => "نحو نصف الصورة مفقود (الاحتمال " + d.probability + "٪).",
      FILM_UNLIKE_TRAINING: (d) => "لا تشبه الصورة صور الصدر التي دُرّب عليها فحص الصورة (" + d.times + " ضعف الحد)؛ لم تُقيَّم."
    }
  },
  xrFilmCheck: {
    sentences: {
      FILM_AS_TAKEN: "تبدو الصورة قائمة وغير معكوسة ودرجاتها صحيحة وكاملة.",
      AGE_NOT_TRAINED: "دُرّب الفحص على صور الأطفال الصغار فقط؛ ويخطئ أكثر في صور البالغين.",
      MORE_FILMS: (d) => "في السلسلة صور أكثر؛ نُظر في أول " + d.most + " منها."
    },
    measurements: {
      FILMS_CHANGED: "صور مدارة أو معكوسة أو مقلوبة الدرجات أو ناقصة"
    },
    findings: {
      FILM_TURNED: "صورة مدارة",
      FILM_MIRRORED: "صورة معكوسة",
      FILM_INVERTED: "صورة مقلوبة الدرجات",
      FILM_HALVED: "نصف الصورة مفقود",
      FILM_AS_TAKEN: "كما التُقطت"
    }
  },
  xrPneumonia: {
    sentences: {
      PNEUMONIA_SIGNS: (d) => "علامات كالتهاب رئوي: الاحتمال " + d.probability + "٪ (العتبة " + d.threshold + "٪).",
      NO_PNEUMONIA_SIGNS: (d) => "لا علامات التهاب رئوي فوق العتبة: الاحتمال " + d.probability + "٪ (العتبة " + d.threshold + "٪). هذا لا ينفي المرض.",
      VIEW_NOT_STATED: "لم يُذكر اتجاه التصوير؛ النتيجة صالحة لصورة أمامية فقط.",
      MORE_FILMS: (d) => "في السلسلة صور أكثر؛ نُظر في أول " + d.most + " منها.",
      AGE_NOT_STATED: "العمر غير معروف: لا يذكره الملف ولا الحالة. النموذج للأطفال الصغار فقط.",
      TOO_OLD: (d) => "العمر " + d.age + "؛ النموذج معدّ للأعمار حتى " + d.maxAge + ".",
      UNLIKE_TRAINING: (d) => "لا تشبه الصورة صور صدر الأطفال التي دُرّب عليها النموذج (" + d.times + " ضعف الحد)؛ لم تُقيَّم."
    },
    measurements: {
      PNEUMONIA_PROBABILITY: "احتمال علامات كالتهاب رئوي"
    }
  }
}