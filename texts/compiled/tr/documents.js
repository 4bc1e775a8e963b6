// Written by npm run texts from the JSON files of texts/.
import { number, plural } from "@messageformat/runtime";
import { tr } from "@messageformat/runtime/lib/cardinals";
export default {
  dossier: {
    title: "Deneme sonu dosyası",
    footer: (d) => "DUAI · Dosya " + d.id + " · " + d.institution,
    institution: "Kurum",
    created: "Oluşturulma",
    trial: "Deneme",
    period: (d) => d.from + " – " + d.to,
    studies: "Tetkikler",
    counts: (d) => d.studies + ": " + d.complete + " tamamlandı, " + d.failed + " başarısız, " + d.processing + " sürüyor",
    turnaround: "Sonuç süresi",
    times: (d) => "Son görüntünün gelişinden analizin bitişine kadar, tamamlanan " + d.count + " tetkikte: ortanca " + d.median + ", 90. yüzdelik " + d.p90 + ", en kısa " + d.min + ", en uzun " + d.max + ".",
    noTimes: "Tamamlanan tetkik yok.",
    rule: (d) => "Algoritma: " + d.algorithm + ". Yanıtın pozitif sayılma koşulu: " + d.rule + ".",
    evaluated: (d) => "Yanıtı ve referans etiketi olan tetkikler: " + d.evaluated + ". Değerlere katılmayanlar: referans etiketi olup yanıtı olmayan " + d.withoutAnswer + " (çalışmadı, değerlendirilemedi veya başarısız), yanıtı olup referans etiketi olmayan " + d.withoutTruth + ".",
    byVerdict: (d) => "Bunların " + d.count + " tanesinde referans, yapay zekânın yanıtı görülerek verilmiş bir karardır. Böyle değerler olduğundan iyi çıkma eğilimindedir.",
    small: (d) => "Az sayıda tetkik: " + d.least + " pozitiften veya " + d.least + " negatiften az. Değerlere değil, aralıklara bakın.",
    figure: "Ölçüt",
    value: "Değer (%95 güven aralığı)",
    auc: "ROC eğrisi altında kalan alan",
    nothing: "hesaplanamaz: sayılacak tetkik yok",
    noScore: "hesaplanamaz: skor ve her iki türden tetkik gerekir",
    counted: "Doğru / yanlış pozitif",
    subgroups: (d) => d.question + ": alt gruplar",
    group: "Grup",
    sensitivity: "Duyarlılık",
    specificity: "Özgüllük",
    aucShort: "AUC",
    accuracy: "Doğruluk",
    noQuestion: "Soru tanımlanmadığı için değer yok.",
    methods: "Yöntemler",
    intervals: "Oranlar: skor aralığı (Wilson 1927, J Am Stat Assoc 22:209–212). ROC eğrisi altında kalan alan: DeLong, DeLong, Clarke-Pearson 1988, Biometrics 44:837–845; eşitlikler yarım sayılır. Yüzdelikler: Hyndman ve Fan 1996, tip 7. Bir tetkikte birden çok seri varsa en pozitif olanı sayılır.",
    limits: (d) => d.disclaimer + " Değerler yalnızca bu cihazlardaki bu tetkikleri tanımlar.",
    check: "Doğrulama",
    recompute: "Her değer, bu dosyanın CSV’sinden yeniden hesaplanabilir.",
    hash: (d) => "CSV’nin SHA-256 değeri: " + d.hash,
    trueAndFalse: (d) => d.truePositives + " / " + d.falsePositives + "; doğru / yanlış negatif " + d.trueNegatives + " / " + d.falseNegatives
  },
  draft: {
    notGiven: "Belirtilmedi.",
    symptoms: (d) => "Şikâyetler: " + d.symptoms,
    noComparison: "Bu vakayla birlikte önceki bir tetkik gönderilmedi.",
    sentBefore: (d) => "Bu vakayla gönderilen önceki tetkikler: " + d.examinations + ".",
    notDated: "Görüntülerin hepsinde tetkik tarihi yok; aralarında önceki bir tetkik olup olmadığı bilinmiyor.",
    earlier: (d) => "Burada okunan önceki tetkikler: " + d.examinations + ".",
    notEarlier: (d) => "Burada okunan, aynı günden ya da daha yeni tetkikler: " + d.examinations + ".",
    earlierUnknown: (d) => "Burada okunan ve tarih eksik olduğu için önceki olup olmadığı bilinmeyen tetkikler: " + d.examinations + ".",
    ofOther: (d) => d.examination + " (görüntülerindeki kimlik bilgileri hastanınkinden farklı)",
    images: (d) => d.count + " görüntü",
    kernel: (d) => "kernel " + d.kernel,
    plainSummary: "Görüntüleriniz radyoloğumuz tarafından incelendi. Yapay zekâ yalnızca ölçüm ve kalite denetimi yaptı; değerlendirme ve bu rapor radyoloğa aittir. Sorularınız için sizi takip eden hekime danışın.",
    aiResults: "Yapay zekâ sonuçları; imzalayan radyolog gözden geçirdi.",
    thickness: (d) => "kesit kalınlığı " + d.mm + " mm",
    ofSeries: (d) => "Seri " + d.series + ": " + d.sentence,
    ofPart: (d) => d.part + " " + d.modality
  },
  paper: {
    page: (d) => "Sayfa " + d.page + " / " + d.pages,
    leftOut: "Aşağıdaki DICOM nesneleri oluşturulamadı ya da yalnızca kısmen oluşturuldu:",
    lacks: (d) => d.measurements + " olmadan oluşturuldu, bu yüzden kısmi ve onaylanmamış olarak işaretli: " + d.because,
    leftOutBecause: {
      FILE_DAMAGED: "gereken bir görüntünün bizdeki kopyası hasarlı",
      IMAGE_NOT_READABLE: "gereken bir görüntünün kodu çözülemiyor",
      NOT_MADE: "sunucumuz oluşturamadı"
    }
  },
  report: {
    title: "Radyoloji ikinci görüş raporu",
    patient: "Hasta",
    born: "Doğum tarihi",
    patientId: "Hasta numarası",
    accession: "Erişim numarası",
    notInImages: "görüntülerde yok",
    numbersLeftOut: "başkasının adını taşıyan ya da birbiriyle çelişen görüntülerin numaraları yazılmadı",
    examined: "Tetkik tarihi",
    dateRemoved: "kişisel bilgilerle birlikte görüntülerden çıkarıldı",
    otherDatesRemoved: "diğerleri kişisel bilgilerle birlikte görüntülerden çıkarıldı",
    series: "seri",
    critical: "Bu raporda bekletilmemesi gereken bir bulgu var. Lütfen bugün bir hekimle görüşün.",
    hasAddenda: {
      correction: (d) => "Bu raporda düzeltme vardır: raporun sonundaki " + d.date + " tarihli ek rapora bakınız.",
      supplement: (d) => "Bu raporun sonunda " + d.date + " tarihli bir ek rapor vardır."
    },
    "case": "Vaka",
    examination: "Tetkik",
    signed: "İmza",
    keyImages: "Önemli görüntüler",
    keyImage: "Önemli görüntü",
    image: (d) => "görüntü " + d.number,
    sides: {
      right: "sağ",
      left: "sol",
      both: "iki taraf"
    },
    window: "pencere",
    part: "büyütülmüş bölüm",
    ai: "Yapay zekâ desteği",
    aiText: "Bu rapor yapay zekâ desteğiyle hazırlandı; görüntüleri ve metni aşağıda adı geçen radyolog değerlendirip imzaladı. Yapay zekâ kararı destekler, kendi başına tanı koymaz.",
    aiNone: "Bu görüntülerde hiçbir algoritma sonuç vermedi; görüntüleri aşağıda adı geçen radyolog değerlendirdi, metni o yazıp imzaladı.",
    signedBy: "İmzalayan",
    hash: "Doğrulama kodu (SHA-256)",
    agreement: "İlk raporla uyum",
    verify: "Bu raporu doğrulayın",
    verifyHelp: "Kodu okutun ya da adresi açın; yalnızca raporun geçerli olup olmadığını söyler.",
    verifyAlt: "Doğrulama sayfasının karekodu",
    sections: {
      clinicalInformation: "Klinik bilgi",
      technique: "Teknik",
      comparison: "Karşılaştırma",
      findings: "Bulgular",
      impression: "Sonuç",
      recommendations: "Öneriler",
      plainSummary: "Sizin için özet"
    },
    agreements: {
      concordant: "uyumlu",
      "minor-difference": "küçük fark",
      "major-difference": "büyük fark"
    },
    outcomes: {
      evaluated: "değerlendirildi",
      "not-evaluable": "değerlendirilemedi"
    },
    verdicts: {
      accepted: "radyolog kabul etti",
      corrected: "radyolog değiştirdi",
      rejected: "radyolog kabul etmedi, raporda kullanılmadı"
    },
    addenda: {
      supplement: "Ek rapor",
      correction: "Ek rapor, düzeltme"
    },
    registration: (d) => "tescil no " + d.number,
    modalities: {
      CT: "BT",
      MRI: "MR",
      "X-Ray": "Röntgen",
      Ultrasound: "Ultrason",
      Mammography: "Mamografi",
      "PET-CT": "PET-BT"
    }
  },
  scan: {
    title: "Yapay zekâ raporu",
    sampleTitle: "Yapay zekâ raporu (örnek içerik)",
    study: "Tetkik",
    modality: "Modalite",
    bodyPart: "Vücut bölgesi",
    patient: "Hasta",
    studyDate: "Tetkik tarihi",
    uploaded: "Yüklenme",
    status: "Durum",
    statuses: {
      processing: "sürüyor",
      complete: "tamamlandı",
      failed: "başarısız"
    },
    findings: "Bulgular",
    measurement: "Ölçüm",
    value: "Değer",
    unit: "Birim",
    disclaimer: "Yapay zekâ desteklidir; araştırma ve karar desteği içindir. Tanı değildir."
  },
  statement: {
    title: (d) => "Kullanım dökümü " + d.month,
    footer: (d) => "DUAI · Kullanım dökümü " + d.month + " · " + d.institution,
    institution: "Kurum",
    month: "Ay",
    monthUtc: (d) => d.month + " (günler UTC)",
    toBePaid: "Ödenecek tutar",
    nothing: "Yok",
    and: (d) => d.one + " ve " + d.other,
    scansAsAgreed: (d) => d.scans + " (anlaşmaya göre)",
    onTheTrial: "Deneme kapsamında",
    atNoCost: (d) => d.scans + ", ücretsiz",
    notCharged: "Ücretlendirilmeyen",
    notAnalysed: (d) => d.scans + ": başarısız olan veya hiçbir algoritmanın işleyemediği",
    stillRunning: "Süren",
    scans: (d) => plural(d.count, 0, tr, { other: number("tr", d.count, 0) + " tetkik" }),
    amount: "Tutar",
    priceValidFrom: "Fiyat başlangıcı",
    scansHead: "Tetkikler",
    price: "Tetkik fiyatı",
    sum: "Toplam",
    tax: "Vergi",
    asAgreed: "anlaşmaya göre",
    taxAsAgreed: "Anlaşmanıza göre",
    howCounted: "Sayım yöntemi",
    counting: "Ücret birimi, analiz edilmiş bir tetkiktir. Yeniden veya ek görüntülerle gönderilen tetkik bir daha sayılmaz. Her tetkik, kabul edildiği ayda ve o günün fiyatıyla sayılır.",
    accepted: "Kabul (UTC)",
    scan: "Tetkik",
    source: "Kaynak",
    modality: "Modalite",
    billing: "Faturalama",
    status: "Durum",
    days: "Günler",
    tooMany: "Kâğıda sığmayacak kadar çok tetkik var. Tümü bu ayın CSV dosyasındadır.",
    acceptedOn: "Kabul günü (UTC)",
    statuses: {
      reserved: "sürüyor",
      charged: "ücretlendirildi",
      released: "ücretlendirilmedi"
    },
    billings: {
      trial: "deneme",
      metered: "kullanım başına"
    }
  }
}