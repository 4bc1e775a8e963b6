// Written by npm run texts from the JSON files of texts/.

export default {
  forgot: {
    pageTitle: "Parolamı unuttum – DUAI",
    heading: "Parolanızı sıfırlayın",
    intro: "Hesabınızın e-posta adresini yazın; size tek kullanımlık bir bağlantı gönderelim.",
    submit: "Bağlantı gönder",
    submitting: "Gönderiliyor…",
    sentTitle: "E-posta kutunuza bakın",
    sentText: "Bu adresle bir hesap varsa sıfırlama bağlantısını gönderdik. Bağlantı bir saat geçerlidir. Gelmediyse spam klasörüne de bakın.",
    failedTitle: "Gönderilemedi",
    backToLogin: "Giriş sayfasına dön"
  },
  reset: {
    pageTitle: "Yeni parola – DUAI",
    heading: "Yeni parolanızı belirleyin",
    password: "Yeni parola",
    submit: "Parolayı kaydet",
    submitting: "Kaydediliyor…",
    doneTitle: "Parolanız değişti",
    doneText: "Açık tüm oturumlar kapatıldı; önceki bağlantılar artık geçersiz. Yeni parolanızla giriş yapabilirsiniz.",
    doneTextWithShares: "Açık tüm oturumlar kapatıldı. Hekimlere verdikleriniz dâhil önceki bağlantılar artık geçersiz. Yeni parolanızla giriş yapabilirsiniz.",
    failedTitle: "Parola değiştirilemedi",
    linkMissingTitle: "Bağlantı eksik",
    linkMissingText: "Bu sayfa e-postadaki bağlantıyla açılır. Bağlantının tamamını kopyaladığınızdan emin olun ya da yenisini isteyin.",
    removePasskeys: "Geçiş anahtarlarımı da kaldır",
    removePasskeysHelp: "Hesabınıza başkasının girmiş olabileceğini düşünüyorsanız işaretleyin: geçiş anahtarıyla parola sorulmadan giriş yapılır. Sonra yenisini ekleyebilirsiniz.",
    requestAgain: "Yeni bağlantı iste"
  }
}