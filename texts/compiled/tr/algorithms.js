// Written by npm run texts from the JSON files of texts/.

export default {
  ctAgatston: {
    sentences: {
      CALCIUM: (d) => "İşaretlenen alanda Agatston skoru " + d.score + " (" + d.areas + " kalsifiye alan, " + d.volumeMm3 + " mm³, tepe " + d.peakHu + " HU; " + d.slices + " kesit).",
      NO_CALCIUM: (d) => "İşaretlenen alanda 130 HU’yu aşan ve en az 1 mm² olan kalsifikasyon yok (" + d.slices + " kesit): Agatston skoru 0.",
      SCALED: (d) => "Kesit aralığı " + d.distanceMm + " mm (skor 3 mm için tanımlandı): skor " + d.factor + " ile çarpıldı.",
      NO_DISTANCE: "Kesit aralığı veya piksel aralığı bildirilmemiş: skor hesaplanamaz."
    },
    measurements: {
      AGATSTON_SCORE: "Agatston skoru",
      CALCIUM_VOLUME: "Kalsiyum hacmi"
    }
  },
  ctAttenuation: {
    sentences: {
      ATTENUATION: (d) => d.tissue + ": ortalama " + d.meanHu + " HU (standart sapma " + d.deviationHu + ", ortanca " + d.medianHu + "; " + d.pixels + " piksel).",
      FATTY_LIVER: (d) => "Karaciğer dansitesi " + d.meanHu + " HU, " + d.limitHu + " HU’nun altında: orta veya ileri yağlanmada görülür (kontrastsız BT).",
      LOW_BONE: (d) => "L1 süngerimsi kemiği " + d.meanHu + " HU, en çok " + d.limitHu + " HU: osteoporozda görülür; DXA’nın yerini tutmaz."
    },
    measurements: {
      MEAN_ATTENUATION: "Ortalama dansite",
      ATTENUATION_DEVIATION: "Dansite standart sapması",
      MEDIAN_ATTENUATION: "Ortanca dansite",
      LEAST_ATTENUATION: "En düşük dansite",
      MOST_ATTENUATION: "En yüksek dansite",
      MEASURED_AREA: "Ölçülen alan"
    },
    tissues: {
      liver: "Karaciğer",
      "vertebra-l1": "L1 süngerimsi kemiği",
      "muscle-l3": "L3 düzeyinde kas (−29 – 150 HU)",
      fat: "Yağ (−190 – −30 HU)",
      region: "İşaretlenen alan"
    }
  },
  ctBodyComposition: {
    sentences: {
      COMPOSITION: (d) => "Kesitte kas yoğunluğundaki alan " + d.muscleCm2 + " cm², yağ alanı " + d.fatCm2 + " cm².",
      ORGANS_COUNTED: "Alan çizgiyle belirlendi: içindeki organlar ve barsak duvarı da kas yoğunluğunda sayılır. Düzeltilmiş bir maske bunu giderir.",
      ONE_SLICE: (d) => "Alan tek bir kesitte olmalıdır (" + d.slices + " kesit verildi)."
    },
    measurements: {
      MUSCLE_AREA: "Kas alanı",
      FAT_AREA: "Yağ alanı",
      MUSCLE_ATTENUATION: "Kas dansitesi"
    }
  },
  ctLungDensity: {
    sentences: {
      VOLUME: (d) => "Akciğer hacmi " + d.volumeMl + " ml (sağ " + d.rightMl + " ml, sol " + d.leftMl + " ml; hava yolları hariç).",
      DENSITY: (d) => "Ortalama akciğer dansitesi " + d.meanHu + " HU (nefes derinliği bilinmiyor; tüm değerleri etkiler).",
      INDICES: (d) => "−950 HU altındaki akciğer oranı (LAA-950) %" + d.laa950 + "; 15. yüzdelik dansite (Perc15) " + d.perc15 + " HU.",
      CUT_OFF: "Akciğerler ilk veya son kesitte devam ediyor; ölçülen hacim bir alt sınırdır.",
      INTERRUPTED: "Akciğer kesit alanı birden değişiyor: bir akciğerin bir bölümü görüntü kenarında kaybolmuş olabilir; değerlere güvenilmemeli.",
      AIRWAYS_NOT_FOUND: "Soluk borusu izlenemedi; hava yolları akciğer hacmine dahil olabilir.",
      GAPS_BETWEEN_SLICES: (d) => "Kesitler arasında boşluk var (kalınlık " + d.thicknessMm + " mm, aralık " + d.distanceMm + " mm); hacim bir kestirimdir.",
      KERNEL_UNKNOWN: "LAA-950 ve Perc15 değerlendirilemez: rekonstrüksiyon kerneli bildirilmemiş.",
      KERNEL_OUTSIDE_PROFILE: (d) => "LAA-950 ve Perc15 değerlendirilemez: " + d.kernel + " kerneli yumuşak kernellerden değil.",
      KERNEL_MIXED: (d) => "LAA-950 ve Perc15 değerlendirilemez: kesitlerin kernelleri farklı (" + d.kernels + ").",
      CONTRAST: "LAA-950 ve Perc15 değerlendirilemez: kontrast madde verilmiş, akciğer dansitesini yükseltir.",
      AIR_OUTSIDE_SCALE: (d) => "LAA-950 ve Perc15 değerlendirilemez: soluk borusundaki hava " + d.airHu + " HU (beklenen −1000 HU).",
      THICKNESS_UNKNOWN: "LAA-950 ve Perc15 değerlendirilemez: kesit kalınlığı bildirilmemiş.",
      THICKNESS_OUTSIDE_PROFILE: (d) => "LAA-950 ve Perc15 değerlendirilemez: kesit kalınlığı " + d.thicknessMm + " mm (en çok " + d.maxMm + " mm).",
      NO_LUNGS: (d) => "Akciğer bulunamadı (hava içeren doku " + d.volumeMl + " ml).",
      NOT_DICOM: "Yalnızca DICOM görüntülerde çalışır.",
      NOT_CT: (d) => "Yalnızca BT’de çalışır (bu seri: " + d.found + ").",
      LOCALISER: "Kılavuz görüntülerde çalışmaz.",
      WRONG_BODY_PART: (d) => "Yalnızca göğüs BT’sinde çalışır (bildirilen bölge: " + d.found + ").",
      NOT_AXIAL: "Yalnızca aksiyel kesitlerde çalışır.",
      FIELD_TOO_SMALL: (d) => "Görüntü alanı " + d.fieldMm + " mm; akciğerlerin tamamı için en az " + d.minMm + " mm gerekir.",
      CHILD: (d) => "Yalnızca erişkinlerde çalışır (yaş " + d.age + ")."
    },
    measurements: {
      LUNG_VOLUME: "Akciğer hacmi",
      LUNG_VOLUME_RIGHT: "Sağ akciğer",
      LUNG_VOLUME_LEFT: "Sol akciğer",
      MEAN_LUNG_DENSITY: "Ortalama akciğer dansitesi",
      LAA_950: "−950 HU altındaki oran (LAA-950)",
      PERC15: "15. yüzdelik dansite (Perc15)",
      AIRWAY_VOLUME: "Hava yolları",
      TRACHEAL_AIR: "Soluk borusundaki hava"
    }
  },
  packages: {
    reasons: {
      NO_IMAGES: "Seride görüntü yok.",
      OTHER_MODALITY: (d) => "Yalnızca şu görüntüler için: " + d.wanted + " (bu seri: " + d.found + ").",
      PART_NOT_STATED: "Vücut bölgesi bildirilmemiş.",
      OTHER_PART: (d) => "Yalnızca şu bölge için: " + d.wanted + " (bildirilen: " + d.found + ").",
      OTHER_VIEW: (d) => "Yalnızca " + d.wanted + " yönü için (bu görüntü: " + d.found + ").",
      AGE_NOT_STATED: "Yaş bilinmiyor; algoritma belirli yaşlar için yapıldı.",
      AGE_OUTSIDE: (d) => "Yaş " + d.found + "; " + d.min + " ile " + d.max + " yaş arası için yapıldı.",
      OTHER_SEX: (d) => "Cinsiyet " + d.found + "; yalnızca " + d.wanted + " için yapıldı.",
      OTHER_KERNEL: (d) => "Kernel " + d.found + "; şunlardan biri gerekir: " + d.wanted + ".",
      OTHER_DESCRIPTION: (d) => "Seri açıklaması: " + d.found + "; şunlardan biri gerekir: " + d.wanted + ".",
      NOT_PLAUSIBLE: (d) => "Bulunan bölge olası değil: " + d.found + " nokta (" + d.least + " ile " + d.most + " arası beklenir). Sonuç verilmedi.",
      THICKNESS_NOT_STATED: "Kesit kalınlığı bildirilmemiş.",
      THICKNESS_OUTSIDE: (d) => "Kesit kalınlığı " + d.found + " mm; " + d.min + " ile " + d.max + " mm arası gerekir.",
      SLICES_OUTSIDE: (d) => "Seride " + d.found + " görüntü var; " + d.min + " ile " + d.max + " arası gerekir.",
      NO_CONTRAST: "Kontrast madde bildirilmemiş; kontrastlı çekim gerekir.",
      WITH_CONTRAST: "Kontrastlı çekim; kontrastsız çekim gerekir.",
      NOT_AXIAL: "Yalnızca aksiyel kesitlerde çalışır.",
      NOTHING_TO_CROP: (d) => "Görüntüde " + d.above + " değerinin üstünde bir bölge yok.",
      COLOURED: "Görüntü renkli: fotoğraf veya çizim olabilir.",
      VENDOR_SENT_A_PART: "Üreticinin sistemi söz verdiği sonuçların yalnızca bir bölümünü süresinde gönderdi.",
      VENDOR_TOLD_MORE: (d) => "Üreticinin sistemi, tanımında adı geçmeyen " + d.count + " öge daha gönderdi; bunlar gösterilmez.",
      VENDOR_TOLD_NOTHING: "Üreticinin sisteminin gönderdiği nesnelerde tanımında adı geçen bir sonuç yok.",
      MORE_IMAGES: (d) => "Seride daha çok görüntü var; ilk " + d.most + " tanesine bakıldı."
    },
    telling: {
      above: (d) => d.name + ": olasılık %" + d.probability + " (eşik %" + d.threshold + ").",
      below: (d) => d.name + ": eşiğin altında, olasılık %" + d.probability + " (eşik %" + d.threshold + "). Bu, bulguyu dışlamaz.",
      aboveInSeries: (d) => d.name + ": " + d.images + " görüntünün " + d.reached + " tanesinde; en yüksek olasılık %" + d.probability + " (eşik %" + d.threshold + ").",
      belowInSeries: (d) => d.name + ": " + d.images + " görüntünün hepsinde eşiğin altında, en yüksek olasılık %" + d.probability + " (eşik %" + d.threshold + "). Bu, bulguyu dışlamaz.",
      measured: (d) => d.name + ": " + d.value + " " + d.unit + ".",
      said: (d) => d.name + ": “" + d.said + "” (üreticinin sözleriyle).",
      shown: (d) => d.name + ": " + d.parts + " kesitte gösterildi.",
      pictured: (d) => d.name + ": üreticinin sisteminden gelen görseller (" + d.pictures + "), geldiği gibi gösterilir; burada içlerinde hiçbir şey ölçülmedi ve denetlenmedi."
    }
  },
  ptSuv: {
    sentences: {
      SERIES_UPTAKE: (d) => "Serideki en yüksek tutulum: SUVmax " + d.max + ", 1 ml’lik kürede SUVpeak " + d.peak + " (vücut ağırlığına göre). Mesane, beyin ve kalpteki fizyolojik tutulum da sayılır.",
      SERIES_UPTAKE_WITHOUT_PEAK: (d) => "Serideki en yüksek tutulum: SUVmax " + d.max + " (vücut ağırlığına göre). Kesitlere 1 ml’lik küre sığmadığından SUVpeak verilemez.",
      HEIGHT_NOT_STATED: "Boy veya kilo bildirilmemiş: yağsız kütleye ve vücut yüzeyine göre SUV verilemez.",
      SEX_NOT_STATED: "Cinsiyet bildirilmemiş: yağsız kütleye göre SUV verilemez.",
      NO_UPTAKE: (d) => "SUV hesaplanamaz: " + d.missing + ".",
      NOTHING_TAKEN_UP: "Seride pozitif değer yok.",
      NOT_DICOM: "Yalnızca DICOM görüntülerde çalışır.",
      NOT_PET: (d) => "Yalnızca PET’te çalışır (bu seri: " + d.found + ")."
    },
    measurements: {
      SUVBW_MAX: "SUVmax (vücut ağırlığı)",
      SUVBW_MEAN: "Ortalama SUV (vücut ağırlığı)",
      SUVBW_PEAK: "SUVpeak (vücut ağırlığı)",
      SUVLBM_MAX: "SULmax (yağsız kütle)",
      SUVLBM_MEAN: "Ortalama SUL (yağsız kütle)",
      SUVLBM_PEAK: "SULpeak (yağsız kütle)",
      SUVBSA_MAX: "SUVmax (vücut yüzeyi)",
      SUVBSA_MEAN: "Ortalama SUV (vücut yüzeyi)",
      SUVBSA_PEAK: "SUVpeak (vücut yüzeyi)"
    },
    gaps: {
      MODALITY: "görüntü PET değil",
      CORRECTIONS: "bozunma veya atenüasyon düzeltmesi yapılmamış",
      UNITS: "piksel birimi bilinen bir tutulum birimi değil",
      WEIGHT: "hasta kilosu bildirilmemiş",
      DOSE: "verilen aktivite bildirilmemiş",
      DECAY: "bozunma düzeltmesinin türü veya yarı ömür bildirilmemiş",
      TIMES: "enjeksiyon ve çekim saatleri eksik ya da birbirini tutmuyor"
    }
  },
  qcSeries: {
    sentences: {
      NO_IMAGES: "Seride okunabilir görüntü yok.",
      NO_PROBLEM: (d) => "Kalite sorunu saptanmadı (denetlenen görüntü: " + d.count + ").",
      WRONG_MODALITY: (d) => "Vaka " + d.declared + " olarak bildirildi, ancak görüntüler " + d.found + ".",
      WRONG_LATERALITY: (d) => "Taraf bilgisi çelişkili: görüntü başlıklarında " + d.stated + ", açıklamada " + d.named + " yazıyor (" + d.count + " görüntü).",
      BURNT_IN_ANNOTATION: (d) => d.count + " görüntüde piksellere işlenmiş yazı bildirilmiş.",
      ANNOTATION_NOT_RULED_OUT: (d) => "Piksellere işlenmiş yazı olabilir (görüntü: " + d.count + ").",
      SEVERAL_PATIENTS: (d) => "Seride " + d.count + " farklı kişinin kimlik bilgisi var.",
      PARTLY_NAMED: (d) => d.count + " görüntünün " + d.named + " tanesi kimlik bilgisi taşıyor, kalanlar taşımıyor; aynı kişiye ait oldukları doğrulanamaz.",
      LOCALISER_MIXED_IN: (d) => "Kesitlerin arasına " + d.count + " kılavuz (lokalizer) görüntü karışmış.",
      LOSSY_COMPRESSION: (d) => d.count + " görüntü kayıplı sıkıştırılmış.",
      DUPLICATE_INSTANCES: (d) => d.count + " görüntü birden fazla kez gönderilmiş.",
      DUPLICATE_SLICES: (d) => "Aynı konumda " + d.count + " yinelenen kesit var.",
      SAME_PLACE: (d) => d.count + " görüntü bir başkasıyla aynı konumda (ör. faz veya eko).",
      MIXED_PIXEL_SPACING: (d) => "Görüntülerin boyutu veya piksel aralığı aynı değil (" + d.count + " farklı).",
      MIXED_ORIENTATION: "Kesitlerin yönleri farklı.",
      MISSING_SLICES: (d) => d.count + " kesit eksik görünüyor (kesit aralığı " + d.gapMm + " mm).",
      MISSING_NUMBERS: (d) => "Görüntü numaralarında " + d.count + " boşluk var.",
      UNEVEN_SPACING: (d) => "Kesit aralıkları eşit değil (genelde " + d.usualMm + " mm).",
      MIXED_THICKNESS: (d) => "Kesit kalınlıkları farklı (" + d.count + " farklı değer).",
      MIXED_KERNEL: (d) => "Konvolüsyon kernelleri farklı (" + d.count + " farklı değer).",
      MOTION_HINT: (d) => "Hareket olabilir: komşu kesitler birbirine göre en çok " + d.mm + " mm kaymış (" + d.count + " yerde).",
      SATURATED: (d) => "İncelenen " + d.count + " görüntüde parlak alanlar kırpılmış (piksellerin en çok %" + d.percent + " kadarı); parlak ayrıntı kaybolmuş olabilir.",
      BLANK_IMAGES: (d) => "İncelenen görüntülerin " + d.count + " tanesi boş (tek bir değer).",
      NOT_DECODABLE: (d) => "İncelenen görüntülerin " + d.count + " tanesinin pikselleri eksik veya okunamıyor.",
      BODY_CUT_OFF: (d) => "İncelenen " + d.count + " kesitte anatomi görüntü alanıyla kesilmiş.",
      FILM_TURNED: (d) => "Dönük grafi: " + d.count + ".",
      FILM_MIRRORED: (d) => "Aynalanmış görünen grafi (sağ ve sol yer değiştirmiş olabilir): " + d.count + ".",
      FILM_INVERTED: (d) => "Gri tonları ters grafi: " + d.count + ".",
      FILM_HALVED: (d) => "Yaklaşık yarısı eksik grafi: " + d.count + ".",
      FRAMES_NOT_CHECKED: (d) => d.count + " çok kareli dosyada karelerin konumları denetlenmedi.",
      PIXELS_NOT_CHECKED: "Piksel denetimi bu görüntü türüne uygulanmaz."
    },
    measurements: {
      INSTANCES: "Görüntü sayısı",
      SATURATED_LOW: "Alt sınırda kırpılmış pikseller",
      SATURATED_HIGH: "Üst sınırda kırpılmış pikseller"
    },
    declared: {
      CT: "BT (bilgisayarlı tomografi)",
      MRI: "MR (manyetik rezonans)",
      "X-Ray": "röntgen",
      Ultrasound: "ultrason",
      Mammography: "mamografi"
    },
    sides: {
      L: "sol",
      R: "sağ"
    }
  },
  steps: {
    volume: {
      TOO_FEW_SLICES: "Kesit sayısı yetersiz.",
      TOO_LARGE: (d) => "Seri burada değerlendirilemeyecek kadar büyük: " + d.millionVoxels + " milyon voksel (en çok " + d.maxMillion + " milyon).",
      NO_GEOMETRY: "Kesitlerin konumu veya piksel aralığı eksik.",
      MIXED_SIZE: "Kesitlerin boyutları farklı.",
      MIXED_ORIENTATION: "Kesitlerin yönleri farklı.",
      MIXED_SPACING: "Kesit aralıkları eşit değil veya kesit eksik.",
      DUPLICATE_SLICES: "Aynı konumda birden fazla kesit var."
    },
    region: {
      NOT_DICOM: "Yalnızca DICOM görüntülerde çalışır.",
      NOT_CT: (d) => "Yalnızca BT’de çalışır (bu seri: " + d.found + ").",
      LOCALISER: "Kılavuz görüntülerde çalışmaz.",
      REGION_NEEDED: "Önce görüntü üzerinde bir alan çizilmelidir.",
      REGION_ELSEWHERE: "Alan bu serinin görüntülerinde değil.",
      REGION_OTHER_SIZE: "Maske, görüntülerin boyutunda değil.",
      NO_SPACING: "Piksel aralığı bildirilmemiş: mm cinsinden ölçülemez.",
      REGION_EMPTY: "Alanda ölçülecek piksel yok.",
      CONTRAST: "Kontrast madde verilmiş: yayımlanmış eşikler bu görüntüye uygulanamaz.",
      TUBE_VOLTAGE: (d) => "Tüp gerilimi " + d.kvp + " kV (yayımlanmış eşikler 120 kV içindir); değerler farklı olur."
    },
    chestFilm: {
      NO_IMAGES: "Seride okunabilir görüntü yok.",
      NOT_FILM: (d) => "Röntgen grafisi değil (" + d.found + ").",
      NOT_SINGLE: "Dosyada birden çok kare var; tek bir grafi değil.",
      PART_NOT_STATED: "Görüntüde vücudun hangi bölümünün olduğu bildirilmemiş.",
      NOT_CHEST: (d) => "Göğüs olarak bildirilmemiş (" + d.found + ").",
      NOT_FRONTAL: (d) => "Önden çekilmiş grafi değil (" + d.found + ").",
      TOO_SMALL: (d) => "Görüntünün kısa kenarı " + d.side + " piksel; en az " + d.least + " gerekir.",
      COLOURED: "Görüntü renkli: röntgen grafisi değil, fotoğraf veya çizim olabilir."
    },
    filmCheck: {
      FILM_TURNED: (d) => "Grafi saat yönünde " + d.degrees + "° dönük (olasılık %" + d.probability + ").",
      FILM_MIRRORED: (d) => "Grafi aynalanmış görünüyor: sağ ve sol yer değiştirmiş olabilir (olasılık %" + d.probability + ").",
      FILM_INVERTED: (d) => "Grafinin gri tonları ters: hava beyaz gösteriliyor (olasılık %" + d.probability + ").",
      FILM_HALVED: (d) => "Grafinin yaklaşık yarısı eksik (olasılık %" + d.probability + ").",
      FILM_UNLIKE_TRAINING: (d) => "Görüntü, denetimin eğitildiği göğüs grafilerine benzemiyor (sınırın " + d.times + " katı); değerlendirilmedi."
    }
  },
  xrFilmCheck: {
    sentences: {
      FILM_AS_TAKEN: "Grafi dik, aynalanmamış, gri tonları doğru ve bütün görünüyor.",
      AGE_NOT_TRAINED: "Denetim yalnızca küçük çocukların grafileriyle eğitildi; erişkin grafilerinde daha sık yanılır.",
      MORE_FILMS: (d) => "Seride daha çok grafi var; ilk " + d.most + " tanesine bakıldı."
    },
    measurements: {
      FILMS_CHANGED: "Dönük, aynalanmış, ters veya yarım grafi sayısı"
    },
    findings: {
      FILM_TURNED: "Dönük grafi",
      FILM_MIRRORED: "Aynalanmış grafi",
      FILM_INVERTED: "Gri tonları ters grafi",
      FILM_HALVED: "Yarım grafi",
      FILM_AS_TAKEN: "Çekildiği gibi"
    }
  },
  xrPneumonia: {
    sentences: {
      PNEUMONIA_SIGNS: (d) => "Pnömoniye benzeyen bulgu: olasılık %" + d.probability + " (eşik %" + d.threshold + ").",
      NO_PNEUMONIA_SIGNS: (d) => "Eşiğin üstünde pnömoni bulgusu yok: olasılık %" + d.probability + " (eşik %" + d.threshold + "). Bu, pnömoniyi dışlamaz.",
      VIEW_NOT_STATED: "Çekim yönü bildirilmemiş; sonuç yalnızca önden çekilmiş grafi için geçerlidir.",
      MORE_FILMS: (d) => "Seride daha çok grafi var; ilk " + d.most + " tanesine bakıldı.",
      AGE_NOT_STATED: "Yaş bilinmiyor: ne dosyada ne de vakada yazıyor. Model yalnızca küçük çocuklar içindir.",
      TOO_OLD: (d) => "Yaş " + d.age + "; model en çok " + d.maxAge + " yaş için yapıldı.",
      UNLIKE_TRAINING: (d) => "Görüntü, modelin eğitildiği çocuk göğüs grafilerine benzemiyor (sınırın " + d.times + " katı); değerlendirilmedi."
    },
    measurements: {
      PNEUMONIA_PROBABILITY: "Pnömoni bulgusu olasılığı"
    }
  }
}