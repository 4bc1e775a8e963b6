// Written by npm run texts from the JSON files of texts/.

export default {
  scans: {
    uploaded: "Tetkik yüklendi; analiz başladı.",
    deleted: "Tetkik, görüntüleri ve sonuçlarıyla birlikte silindi.",
    failures: {
      ANALYSIS_FAILED: "Analiz bir hatayla durdu. Yinelemek için tetkiki yeniden yükleyin; ücretlendirilmez.",
      NO_READABLE_IMAGE: "Görüntülerin hiçbiri açılamadı. Nedenini ve yapılacakları görmek için tetkiki açın.",
      NOTHING_FITTED: "Bu görüntüleri hiçbir algoritma değerlendiremedi."
    },
    sampleFindings: {
      brain: "Örnek: akut patoloji yok.",
      chest: "Örnek: akciğerler temiz.",
      abdomen: "Örnek: fokal lezyon yok."
    }
  }
}