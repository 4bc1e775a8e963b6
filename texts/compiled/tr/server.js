// Written by npm run texts from the JSON files of texts/.

export default {
  accounts: {
    loggedOut: "Oturumunuz kapatıldı.",
    verificationSent: "Doğrulama e-postası gönderildi.",
    verified: "E-posta adresiniz doğrulandı.",
    resetSent: "Bu adresle bir hesap varsa sıfırlama bağlantısını gönderdik.",
    passwordChanged: "Parolanız değiştirildi. Yeni parolanızla giriş yapabilirsiniz.",
    othersEnded: "Parolanız değiştirildi. Diğer oturumlarınız kapatıldı; e-postayla gönderilmiş bağlantılar artık geçersiz.",
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
      MODEL_CHANGED: "model dosyası içe aktarılan dosyadan farklı",
      MODEL_OUTPUT_INVALID: "modelin çıktısı geçersiz",
      RUN_FAILED: "model çalıştırılamıyor",
      MODEL_SERVER_UNKNOWN: "model sunucusu bu kurulumda tanımlı değil",
      REMOTE_ADDRESS_REFUSED: "sunucunun adresine izin verilmiyor",
      REMOTE_DOWN: "model sunucusuna ulaşılamadı",
      REMOTE_PAUSED: "model sunucusu art arda hata verdi; bir süre duraklatıldı",
      REMOTE_TIMED_OUT: "model sunucusu zamanında yanıt vermedi",
      REMOTE_REFUSED: "model sunucusu isteği reddetti",
      REMOTE_SILENT: "üreticinin sisteminden zamanında sonuç gelmedi",
      REMOTE_ANSWER_INVALID: "model sunucusunun yanıtı protokole uymuyor",
      REMOTE_ANSWER_TOO_LARGE: "model sunucusunun yanıtı çok büyük",
      RESULT_INVALID: "sonuç geçersiz"
    },
    failed: (d) => "Analiz tamamlanamadı (" + d.code + "). Sonuç yok; görüntüler etkilenmedi.",
    failedBy: (d) => "Analiz tamamlanamadı (" + d.code + "): " + d.cause + ". Sonuç yok; görüntüler etkilenmedi."
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
      data: "hesabınız, onaylarınız, vakalarınız ve bizde kayıtlı diğer her şey, tablo tablo (JSON)",
      foot: "Saatler UTC’dir. Görüntüler DICOM biçimindedir; ücretsiz DICOM görüntüleyicilerle veya hekiminizin sisteminde açılır.\nBu dosyada sağlık bilgileriniz var: güvenli bir yerde saklayın."
    }
  },
  scans: {
    uploaded: "Tetkik yüklendi; analiz başladı.",
    deleted: "Tetkik, görüntüleri ve sonuçlarıyla birlikte silindi.",
    failures: {
      ANALYSIS_FAILED: "Analiz bir hatayla durdu. Yinelemek için tetkiki yeniden yükleyin; ücretsizdir.",
      NO_READABLE_IMAGE: "Görüntülerin hiçbirinin kodu çözülemedi. Nedenini ve yapılacakları görmek için tetkiki açın.",
      NOTHING_FITTED: "Bu tetkiki hiçbir model işleyemedi."
    }
  },
  studies: {
    uploaded: "Görüntüleriniz yüklendi. Yapay zekâ analizi başladı.",
    lostFiles: {
      head: "Bu dosyalar arşivde YOK. Bizde saklanan kopyaları bozulmuş ya da kayıp; bozuk dosya vermiyoruz.",
      tail: "Diğer tüm dosyalar tam. Hata bizde ve haberimiz var. Asılları sizdeyse yeniden yükleyin, kopyalarımız onarılır. Değilse bize yazın ve arşivi birkaç gün sonra yeniden isteyin."
    }
  }
}