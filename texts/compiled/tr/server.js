// Written by npm run texts from the JSON files of texts/.

export default {
  accounts: {
    loggedOut: "Oturumunuz kapatıldı.",
    verificationSent: "Doğrulama e-postası gönderildi.",
    verified: "E-posta adresiniz doğrulandı.",
    resetSent: "Bu adresle bir hesap varsa, sıfırlama bağlantısı gönderildi.",
    passwordChanged: "Parolanız değiştirildi. Yeni parolanızla giriş yapabilirsiniz.",
    othersEnded: "Parolanız değiştirildi. Diğer oturumlarınız ve e-postayla gönderilmiş bağlantılar artık geçerli değil.",
    accountReady: "Hesabınız hazır. Giriş yapabilirsiniz.",
    codeSent: "Kod telefonunuza gönderildi."
  },
  analyses: {
    routingReasons: {
      SWITCHED_OFF: "Bu model kurumunuzda kapalı.",
      NO_RULE_MATCHES: "Kurumunuzun yönlendirme kurallarının hiçbiri bu seriye uymuyor.",
      VENDOR_FOR_INSTITUTIONS: "Bu algoritma üreticisinin sisteminde çalışır; oraya yalnızca kurumların tetkikleri gönderilir.",
      VENDOR_NOT_IN_SHADOW: "Bu algoritma üreticisinin sisteminde çalışır; gölge kipinde çalıştırılmaz."
    },
    failureCauses: {
      TIMED_OUT: "süre sınırını aştı",
      MEMORY: "bellek sınırını aştı",
      CRASHED: "çalışırken çöktü",
      MODEL_CHANGED: "modelin dosyası değişmiş",
      MODEL_OUTPUT_INVALID: "model geçersiz sayı ya da biçim verdi",
      RUN_FAILED: "model çalıştırılamadı",
      MODEL_SERVER_UNKNOWN: "modelin sunucusu bu kurulumda tanımlı değil",
      REMOTE_ADDRESS_REFUSED: "sunucunun adresine bağlanmaya izin verilmiyor",
      REMOTE_DOWN: "modelin sunucusuna ulaşılamadı",
      REMOTE_PAUSED: "modelin sunucusu art arda yanıt vermedi, bir süre sorulmuyor",
      REMOTE_TIMED_OUT: "modelin sunucusu süresinde yanıt vermedi",
      REMOTE_REFUSED: "modelin sunucusu isteği geri çevirdi",
      REMOTE_SILENT: "üreticinin sisteminden süresinde sonuç gelmedi",
      REMOTE_ANSWER_INVALID: "modelin sunucusunun yanıtı kurallara uymuyor",
      REMOTE_ANSWER_TOO_LARGE: "modelin sunucusu beklenenden çok veri gönderdi",
      RESULT_INVALID: "sonuç geçersiz"
    },
    failed: (d) => "Analiz tamamlanamadı (" + d.code + "). Sonuç yok; görüntüler bundan etkilenmedi.",
    failedBy: (d) => "Analiz tamamlanamadı (" + d.code + "): " + d.cause + ". Sonuç yok; görüntüler bundan etkilenmedi."
  },
  billing: {
    upgradeAsked: "İsteğiniz iletildi. Size e-posta ile döneceğiz."
  },
  evaluation: {
    groundTruth: {
      quote: "Tırnak işareti kapatılmamış.",
      columns: "Satırda iki sütun olmalı: study, label.",
      study: (d) => "“" + d.study + "” bir Study Instance UID veya tetkik kimliği değil.",
      label: (d) => "“" + d.label + "” etiketi bilinmiyor; positive veya negative (1 veya 0) yazın.",
      twice: (d) => "Bu tetkik " + d.line + ". satırda başka bir etiketle var.",
      empty: "Dosyada satır yok.",
      many: (d) => "En çok " + d.max + " satır alınabilir."
    }
  },
  institutions: {
    received: "Başvurunuz alındı. Bir uzman 48 saat içinde sizinle iletişime geçecek.",
    answered: "Yanıtınız iletildi. Size e-posta ile döneceğiz."
  },
  rights: {
    copy: {
      title: "DUAI: verilerinizin kopyası",
      cases: "her vaka için bir klasör: imzalı rapor (report.pdf, report.json) ve yüklediğiniz görüntüler, geldikleri gibi",
      bundle: "aynı bilgiler, sağlık sistemlerinin okuduğu biçimde (HL7 FHIR R4: Patient, ImagingStudy, DiagnosticReport)",
      accessLog: "verilerinizi kimin, ne zaman gördüğü",
      data: "hesabınız, onaylarınız, vakalarınız ve bizde kayıtlı diğer her şey (JSON), tablo tablo",
      foot: "Saatler UTC’dir. Görüntüler DICOM biçimindedir; ücretsiz DICOM görüntüleyicilerle veya hekiminizin sisteminde açılır.\nBu dosyada sağlık bilgileriniz var: güvenli bir yerde saklayın."
    }
  },
  scans: {
    uploaded: "Tetkik yüklendi; analiz başladı.",
    deleted: "Tetkik, görüntüleri ve sonuçlarıyla birlikte silindi.",
    failures: {
      ANALYSIS_FAILED: "Analiz bir hatayla durdu. Yinelemek için tetkiki yeniden yükleyin; ücretlendirilmez.",
      NO_READABLE_IMAGE: "Görüntülerin hiçbiri açılamadı. Nedenini ve yapılacakları görmek için tetkiki açın.",
      NOTHING_FITTED: "Bu görüntüleri hiçbir algoritma değerlendiremedi."
    }
  },
  studies: {
    uploaded: "Görüntüleriniz yüklendi. Yapay zekâ analizi başladı.",
    lostFiles: {
      head: "Bu dosyalar arşivde YOK. Bizde saklanan kopyaları bozulmuş ya da bulunamıyor; bozuk bir dosyayı vermiyoruz.",
      tail: "Diğer bütün dosyalar tam. Bu bizim hatamız ve haberimiz var. Bu dosyaların asılları sizdeyse yeniden yükleyin, kopyamız onarılır. Değilse bize yazın ve arşivi birkaç gün sonra yeniden isteyin."
    }
  }
}