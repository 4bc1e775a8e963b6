/** The signed report as the patient reads it. */
export const reportTexts = {
  pageTitle: (p: { caseNumber: string }) => `Rapor ${p.caseNumber} – DUAI`,
  title: 'Radyoloji ikinci görüş raporu',
  writtenIn: {
    tr: 'Bu rapor Türkçe yazılmıştır.',
    en: 'Bu rapor İngilizce yazılmıştır; imzalanan metin olduğu gibi gösterilir.',
  },
  images: 'Görüntülerim',
  back: 'Vakaya dön',
  patient: 'Hasta',
  caseNumber: 'Vaka no',
  signedBy: 'İmzalayan',
  signedAt: 'İmza zamanı',
  plainSummary: 'Sizin için özet',
  sections: {
    clinicalInformation: 'Klinik Bilgi',
    technique: 'Teknik',
    comparison: 'Karşılaştırma',
    findings: 'Bulgular',
    impression: 'Sonuç',
    recommendations: 'Öneriler',
  },
  keyImages: 'Önemli görüntüler',
  keyImage: (p: { index: number }) => `Önemli görüntü ${p.index}`,
  addendum: 'Ek rapor',
  algorithms: 'Yapay zekânın katkısı',
  algorithmsText:
    'Bu rapor yapay zekâ destekli karar desteğiyle hazırlanmış, bir radyolog tarafından okunup imzalanmıştır. Kullanılan algoritmalar:',
  outcomes: { evaluated: 'değerlendirildi', 'not-evaluable': 'değerlendirilemedi' },
  agreement: 'İlk raporla uyum',
  agreements: {
    concordant: { label: 'Uyumlu', text: 'İkinci görüş, ilk raporla aynı sonuca vardı.' },
    'minor-difference': {
      label: 'Küçük fark',
      text: 'Sonuçlar aynı yönde; tedaviyi değiştirmesi beklenmeyen ayrıntı farkları var.',
    },
    'major-difference': {
      label: 'Büyük fark',
      text: 'İkinci görüş, ilk rapordan önemli bir noktada ayrılıyor. İki raporu da hekiminize gösterin.',
    },
  },
  verify: 'Doğrulama sayfasını aç',
  fingerprint: 'Rapor özeti (SHA-256)',
  download: 'PDF indir',
  downloading: 'PDF hazırlanıyor...',
  downloadFailedTitle: 'PDF indirilemedi',
  print: 'Yazdır',
  loading: 'Raporunuz açılıyor',
  notReadyTitle: 'Rapor henüz hazır değil',
  notReadyText: 'Radyolog raporu imzaladığında size haber vereceğiz.',
  verifyTitle: 'Raporunuz hazır; önce e-postanızı doğrulayın',
  verifyText:
    'Raporunuz yalnızca doğrulanmış adrese açılır. Size gönderdiğimiz e-postadaki bağlantıya dokunun; spam klasörünü de kontrol edin.',
  failedTitle: 'Rapor açılamadı',
  disclaimer: 'Acil bir durumda bu raporu beklemeyin; 112’yi arayın. Tedavi kararları için hekiminize danışın.',
};
export type ReportTexts = typeof reportTexts;
