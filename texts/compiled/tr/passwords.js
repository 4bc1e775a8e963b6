// Written by npm run texts from the JSON files of texts/.

export default {
  forgot: {
    pageTitle: "Parolamı unuttum – DUAI",
    heading: "Parolanızı sıfırlayın",
    intro: "Hesabınızın e-posta adresini yazın; size tek kullanımlık bir bağlantı gönderelim.",
    submit: "Bağlantı gönder",
    submitting: "Gönderiliyor…",
    sentTitle: "E-posta kutunuza bakın",
    sentText: "Bu adresle bir hesap varsa, sıfırlama bağlantısı gönderildi. Bağlantı bir saat geçerlidir. Gelmediyse spam klasörüne de bakın.",
    failedTitle: "Gönderilemedi",
    backToLogin: "Giriş sayfasına dön"
  },
  reset: {
    pageTitle: "Yeni parola – DUAI",
    heading: "Yeni parolanızı belirleyin",
    password: "Yeni parola",
    submit: "Parolayı kaydet",
    submitting: "Kaydediliyor...",
    doneTitle: "Parolanız değişti",
    doneText: "Açık olan tüm oturumlar kapatıldı, önceki bağlantılar geçersiz. Yeni parolanızla giriş yapabilirsiniz.",
    doneTextWithShares: "Açık olan tüm oturumlar kapatıldı; hekimlere verdikleriniz dâhil önceki bağlantılar artık geçersiz. Yeni parolanızla giriş yapabilirsiniz.",
    failedTitle: "Parola değiştirilemedi",
    linkMissingTitle: "Bağlantı eksik",
    linkMissingText: "Bu sayfa e-postadaki bağlantıyla açılır. Bağlantının tamamını kopyaladığınızdan emin olun ya da yenisini isteyin.",
    removePasskeys: "Geçiş anahtarlarımı da kaldır",
    removePasskeysHelp: "Hesabınıza başkasının girmiş olabileceğini düşünüyorsanız işaretleyin: bir geçiş anahtarı parola sormadan giriş yapar. Sonra yenisini ekleyebilirsiniz.",
    requestAgain: "Yeni bağlantı iste"
  }
}