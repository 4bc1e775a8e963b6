// Written by npm run texts from the JSON files of texts/.

export default {
  close: "Kapat",
  cancel: "Vazgeç",
  back: "Geri",
  next: "Devam",
  loading: "Yükleniyor",
  retry: "Yeniden dene",
  required: "gerekli",
  optional: "isteğe bağlı",
  dateParts: {
    day: "Gün",
    month: "Ay",
    year: "Yıl"
  },
  showPassword: "Parolayı göster",
  hidePassword: "Parolayı gizle",
  notifications: "Bildirimler",
  chooseLanguage: "Dil",
  theme: "Görünüm",
  themes: {
    system: "Sistem",
    light: "Açık",
    dark: "Koyu"
  },
  stepOf: (d) => "Adım " + d.step + " / " + d.total,
  pageOf: (d) => "Sayfa " + d.page + " / " + d.total,
  pageNumber: (d) => "Sayfa " + d.page,
  previousPage: "Önceki sayfa",
  nextPage: "Sonraki sayfa",
  skipToContent: "İçeriğe geç",
  choose: "Seçin",
  noConnection: "Sunucuya ulaşılamadı. İnternet bağlantınızı kontrol edip yeniden deneyin.",
  offlineTitle: "İnternet bağlantınız yok",
  offlineText: "Yazdıklarınız bu sayfada duruyor; bağlantı gelince devam edebilirsiniz.",
  brokenTitle: "Bu sayfa gösterilemedi",
  brokenText: "Bu cihazda bir sorun oldu. Kaydettikleriniz güvende. Sayfayı yeniden yükleyin; sorun sürerse bize yazın.",
  reload: "Sayfayı yeniden yükle",
  unexpected: "Bir sorun oluştu. Lütfen yeniden deneyin.",
  notLoadedTitle: "Yüklenemedi",
  notRenewedTitle: "Yenilenemedi",
  notRenewedText: (d) => "Gösterilenler " + d.time + " tarihinden.",
  nothingLost: "Sunucuya ulaşılamadı. Hiçbir şey kaybolmadı.",
  changeFailed: "İşlem tamamlanamadı",
  nothingLostTryAgain: "Sunucuya ulaşılamadı. Hiçbir şey kaybolmadı; yeniden deneyin.",
  saveFailed: "Kaydedilemedi",
  tryAgainLater: "Sunucuya ulaşılamadı. Yeniden deneyin."
}