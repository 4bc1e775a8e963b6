// Written by npm run texts from the JSON files of texts/.

export default {
  pageTitle: "İkinci görüş – DUAI",
  signIn: "Giriş Yap",
  heading: "Görüntüleriniz için ikinci bir uzman görüşü.",
  lead: "BT, MR veya röntgeninizi yükleyin. Yapay zekâ inceler; uzman radyolog veya ilgili uzman hekim okur ve raporunuzu imzalar.",
  turnaround: "Raporunuz 24-48 saat içinde hazırdır.",
  stated: "DUAI’nin beyanıdır, burada ölçülmemiştir.",
  getStarted: "Hemen Başla",
  featuresHeading: "Neden DUAI ile ikinci görüş",
  features: {
    ai: {
      title: "Yapay zekâ analizi",
      text: "Ölçümler ve bulgular, dayandıkları kesitlerle birlikte çıkarılır."
    },
    radiologist: {
      title: "Uzman radyologlar",
      text: "Her raporu bir uzman hekim okur, düzeltir ve imzalar."
    },
    fast: {
      title: "24-48 saatte rapor",
      text: "Acil vakalar önce okunur; teslim zamanını vakanızda görürsünüz."
    },
    secure: {
      title: "HIPAA uyumlu güvenlik",
      text: "Şifreli bağlantı, kayıt altında erişim ve verileriniz üzerinde tam denetim."
    },
    pacs: {
      title: "PACS entegrasyonu",
      text: "Hastane arşivinden (PACS) aldığınız CD, klasör veya ZIP dosyası olduğu gibi yüklenir."
    },
    languages: {
      title: "Kendi dilinizde",
      text: "Türkçe, İngilizce ve Arapça arayüz; rapor yanında sade bir özet."
    }
  },
  stepsHeading: "Nasıl çalışır?",
  steps: {
    register: {
      title: "Kayıt olun",
      text: "Hesabınızı açın ve e-posta adresinizi doğrulayın."
    },
    upload: {
      title: "Görüntülerinizi yükleyin",
      text: "DICOM veya JPEG dosyalarınızı vakanıza ekleyin."
    },
    analysis: {
      title: "Yapay zekâ analizi",
      text: "Uygun algoritmalar görüntülerinizi inceler, ardından radyolog okur."
    },
    report: {
      title: "Raporunuzu alın",
      text: "İmzalı raporu sayfada okuyun veya PDF olarak indirin."
    }
  },
  measured: {
    heading: "Rapor ne kadar sürede hazır oluyor?",
    text: "Görüntülerinizden imzalı rapora kadar geçen saat; bu sunucuda son 90 günde ölçüldü.",
    median: "Raporların yarısı, en geç (saat)",
    p90: "On rapordan dokuzu, en geç (saat)",
    urgency: "Aciliyet",
    urgent: "Acil",
    semiUrgent: "Yarı acil",
    routine: "Rutin",
    few: "Çizgi, henüz 20’den az rapor olduğu anlamına gelir."
  },
  modalitiesHeading: "Desteklenen görüntüleme yöntemleri",
  modalities: {
    ct: "BT",
    mri: "MR",
    xray: "Röntgen",
    ultrasound: "Ultrason",
    mammography: "Mamografi",
    pet: "PET/BT"
  },
  closingHeading: "Karar vermeden önce emin olun.",
  closingText: "Hesap açmak ücretsizdir. Acil durumda bu hizmeti beklemeyin; 112’yi arayın.",
  createAccount: "Ücretsiz Hesap Oluştur",
  privacyPolicy: "Gizlilik Politikası",
  terms: "Hizmet Koşulları",
  cookies: "Çerez ayarları",
  notNow: "Acil durumlar için değildir. Acil bir şikâyetiniz varsa 112’yi arayın.",
  cookieBanner: {
    name: "Çerezler",
    question: "Görünüm tercihlerinizi kaydedebilir miyiz? Bugün analiz ve pazarlama çerezi kullanmıyoruz.",
    detail: "Ayrıntılı seçin",
    reject: "Tümünü reddet",
    accept: "Tümünü kabul et"
  },
  news: {
    name: "Haberler",
    close: "Bu duyuruyu kapat"
  },
  skipToContent: "İçeriğe geç",
  chooseLanguage: "Dil",
  theme: "Görünüm",
  themes: {
    system: "Sistem",
    light: "Açık",
    dark: "Koyu"
  },
  modelCards: "Model kartları (İngilizce)"
}