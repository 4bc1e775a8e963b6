// Written by npm run texts from the JSON files of texts/.

export default {
  questions: (d) => "Sorularınız için: " + d.contact,
  templates: {
    "verify-email": {
      subject: "E-posta adresinizi doğrulayın",
      text: (d) => "DUAI hesabınız oluşturuldu. E-posta adresinizi doğrulamak için bağlantıyı açın (48 saat geçerlidir).\n\n" + d.link + "\n\nBu hesabı siz oluşturmadıysanız bu mesajı dikkate almayın.",
      action: "E-posta adresimi doğrula"
    },
    "images-arrived": {
      subject: (d) => "Görüntüleriniz ulaştı: " + d.caseNumber,
      text: (d) => d.caseNumber + " numaralı vakanızın görüntüleri bize ulaştı; bir şey yapmanız gerekmiyor. Raporunuz imzalanınca size haber vereceğiz. Vakanızı buradan takip edebilirsiniz.\n\n" + d.link,
      action: "Vakamı aç"
    },
    "password-reset": {
      subject: "Parolanızı sıfırlayın",
      text: (d) => "Yeni bir parola belirlemek için bağlantıyı açın (60 dakika geçerlidir, bir kez kullanılabilir).\n\n" + d.link + "\n\nBunu siz istemediyseniz bir şey yapmanız gerekmez.",
      action: "Yeni parola belirle"
    },
    "password-changed": {
      subject: "Parolanız değişti",
      text: (d) => "Parolanız değişti ve tüm oturumlarınız kapatıldı. Bunu siz yapmadıysanız hemen bize yazın: " + d.contact
    },
    "change-email": {
      subject: "Yeni e-posta adresinizi doğrulayın",
      text: (d) => "DUAI hesabınızda bu adresi kullanmak istediniz. Adresi onaylamak için bağlantıyı açın (48 saat geçerlidir).\n\n" + d.link + "\n\nBunu siz istemediyseniz bir şey yapmanız gerekmez.",
      action: "Yeni adresi onayla"
    },
    "change-email-asked": {
      subject: "E-posta adresinizin değiştirilmesi istendi",
      text: (d) => "Hesabınızın e-posta adresinin değiştirilmesi istendi. Yeni adres onaylanana kadar bu adres geçerli kalır. Bunu siz istemediyseniz ayarlarınızda isteği geri çekin ve parolanızı değiştirin.\n\n" + d.link,
      action: "Ayarlarıma git"
    },
    "security-changed": {
      subject: "Hesabınızın güvenlik ayarları değişti",
      text: (d) => "DUAI hesabınızın giriş bilgileri (parola, e-posta adresi, geçiş anahtarı ya da iki adımlı doğrulama) değişti. Bunu siz yapmadıysanız hemen bize yazın: " + d.contact
    },
    "recovery-code-used": {
      subject: "Bir kurtarma kodu kullanıldı",
      text: (d) => "Hesabınıza tek kullanımlık kod yerine bir kurtarma koduyla giriş yapıldı. Kalan kurtarma kodu: " + d.left + ". Bunu siz yapmadıysanız hemen bize yazın: " + d.contact
    },
    "phone-code": {
      subject: "Doğrulama kodunuz",
      text: (d) => "Doğrulama kodunuz " + d.code + ". 10 dakika geçerlidir; kimseyle paylaşmayın."
    },
    "account-exists": {
      subject: "Zaten bir hesabınız var",
      text: (d) => "Bu e-posta adresiyle yeni bir hesap açılmak istendi; bu adresle zaten bir hesabınız var. Giriş yapabilir ya da parolanızı sıfırlayabilirsiniz.\n\n" + d.link,
      action: "Giriş yap"
    },
    "report-ready": {
      subject: (d) => d.caseNumber + " numaralı vakanız tamamlandı",
      text: (d) => d.caseNumber + " numaralı vakanızın raporu hazır. Raporu okumak için hesabınıza giriş yapın.\n\n" + d.link,
      action: "Raporu oku"
    },
    "case-question": {
      subject: (d) => d.caseNumber + " numaralı vakanız için bir soru var",
      text: (d) => "Radyoloğumuzun " + d.caseNumber + " numaralı vakanızla ilgili bir sorusu var. Yanıtlamak için hesabınıza giriş yapın; inceleme, yanıtınızdan sonra devam eder.\n\n" + d.link,
      action: "Soruyu gör"
    },
    "case-answer": {
      subject: (d) => d.caseNumber + " numaralı vakanızda yeni bir yanıt var",
      text: (d) => "Radyoloğumuz " + d.caseNumber + " numaralı vakanızda size yazdı. Okumak için hesabınıza giriş yapın.\n\n" + d.link,
      action: "Yanıtı oku"
    },
    "case-arrived": {
      subject: "Okunmayı bekleyen yeni bir vaka var",
      text: (d) => "Yeni bir vaka geldi. Üstlenmek için konsolun iş listesini açın.\n\n" + d.link,
      action: "İş listesini aç"
    },
    "case-late": {
      subject: "Bir vaka gecikti",
      text: (d) => "Bir vakanın süresi doldu ve raporu henüz imzalanmadı; vaka iş listesinin başındadır. Lütfen şimdi okuyun ya da bir meslektaşınıza bırakın.\n\n" + d.link,
      action: "İş listesini aç"
    },
    "case-unclaimed": {
      subject: "Bir vakayı kimse üstlenmedi",
      text: (d) => "Bir vaka için ayrılan sürenin yarısı geçti ve vakayı henüz hiçbir radyolog üstlenmedi. Lütfen bir radyoloğa ulaşın; radyolog hesapları bu sayfadadır.\n\n" + d.link,
      action: "Konsolu aç"
    },
    "colleague-asks": {
      subject: "Bir meslektaşınız size bir vaka hakkında soru sordu",
      text: (d) => "Bir meslektaşınız size bir vaka hakkında soru sordu. Konsolun iş listesini açın; vaka “Meslektaşlar” altındadır.\n\n" + d.link,
      action: "İş listesini aç"
    },
    "colleague-answers": {
      subject: "Bir meslektaşınız size yanıt verdi",
      text: (d) => "Bir meslektaşınız size bir vaka hakkında yazdı. Konsolun iş listesini açın; vaka “Meslektaşlar” altındadır.\n\n" + d.link,
      action: "İş listesini aç"
    },
    "second-read-open": {
      subject: "Bir vaka kör ikinci okuyucu bekliyor",
      text: (d) => "Bir vaka kör ikinci okuyucu bekliyor. Konsolun iş listesini açın; vaka “İkinci okumalar” altındadır. Vakayı üstlenen ilk kişi okur.\n\n" + d.link,
      action: "İş listesini aç"
    },
    "second-read-adjudication": {
      subject: "Bir vaka hakem bekliyor",
      text: (d) => "Bir vakanın iki okuyucusu farklı görüşte; üçüncü bir radyoloğun karar vermesi gerekiyor. Konsolun iş listesini açın; vaka “İkinci okumalar” altındadır.\n\n" + d.link,
      action: "İş listesini aç"
    },
    "second-read-confirmation": {
      subject: "Bir rapor, görüşünüzden sonra değişti",
      text: (d) => "Görüş bildirdiğiniz bir rapor sonradan değişti ve siz onaylamadan imzalanamaz. Konsolun iş listesini açın; vaka “İkinci okumalar” altındadır.\n\n" + d.link,
      action: "İş listesini aç"
    },
    "application-received": {
      subject: "Deneme başvurunuzu aldık",
      text: "DuaiCheck deneme başvurunuzu aldık. Bir uzman 48 saat içinde sizinle iletişime geçecek."
    },
    "application-to-operators": {
      subject: "Yeni deneme başvurusu",
      text: (d) => "Konsolda yeni bir deneme başvurusu bekliyor.\n\n" + d.link,
      action: "Konsolu aç"
    },
    "application-declined": {
      subject: "Deneme başvurunuz",
      text: (d) => "DuaiCheck deneme başvurunuzu kabul edemiyoruz.\n\nGerekçe: " + d.reason + "\n\nSorularınız varsa bize yazın."
    },
    "application-question": {
      subject: "Deneme başvurunuzla ilgili bir soru",
      text: (d) => "DuaiCheck deneme başvurunuzla ilgili bir sorumuz var: " + d.question + "\n\nYanıtlamak için bağlantıyı açın (14 gün geçerlidir, bir kez kullanılabilir).\n\n" + d.link,
      action: "Soruyu yanıtla"
    },
    "application-answered": {
      subject: "Bir başvuru sahibi yanıt verdi",
      text: (d) => "Bir başvuru sahibi sorunuzu yanıtladı.\n\n" + d.link,
      action: "Konsolu aç"
    },
    "upgrade-requested": {
      subject: "Bir kurum yükseltme istiyor",
      text: (d) => d.institution + " tetkik başına ödemeyle devam etmek istiyor. " + d.message + "\n\n" + d.link,
      action: "Konsolu aç"
    },
    "staff-invitation": {
      subject: "DUAI konsoluna davetiniz",
      text: (d) => "DUAI konsolunda çalışmaya davet edildiniz. Bir parola belirlemek ve doğrulama uygulamasında tek kullanımlık kodları kurmak için bağlantıyı açın (7 gün geçerlidir, bir kez kullanılabilir).\n\n" + d.link,
      action: "Daveti kabul et"
    },
    "member-invitation": {
      subject: "DuaiCheck davetiniz",
      text: (d) => d.institution + " sizi DuaiCheck’e davet etti. Kullanıcı adı ve parola belirlemek için bağlantıyı açın (7 gün geçerlidir, bir kez kullanılabilir).\n\n" + d.link,
      action: "Daveti kabul et"
    },
    invitation: {
      subject: "DuaiCheck davetiniz",
      text: (d) => "Deneme başvurunuz onaylandı. Kullanıcı adı ve parola belirlemek için bağlantıyı açın (7 gün geçerlidir, bir kez kullanılabilir).\n\n" + d.link,
      action: "Daveti kabul et"
    },
    "erasure-asked": {
      subject: (d) => "Hesabınız " + d.date + " tarihinde silinecek",
      text: (d) => "Hesabınızın ve tüm verilerinizin silinmesini istediniz. Veriler " + d.date + " tarihinde silinecek; sonra geri getirilemez. O güne kadar vazgeçebilir ve verilerinizin bir kopyasını indirebilirsiniz:\n\n" + d.link + "\n\nBunu siz istemediyseniz hemen giriş yapıp silmeyi durdurun ve parolanızı değiştirin.",
      action: "Verilerime git"
    },
    "erasure-cancelled": {
      subject: "Hesabınız silinmeyecek",
      text: "Silme isteğinizi geri çektiniz. Hesabınız ve verileriniz olduğu gibi duruyor."
    },
    "erasure-done": {
      subject: "Verileriniz silindi",
      text: (d) => "Hesabınız ve tüm verileriniz silindi. Neyin silindiğini gösteren belge bu bağlantıdadır; belgede adınız geçmez:\n\n" + d.link + "\n\nBu size gönderdiğimiz son mesajdır. Adresinizi artık saklamıyoruz.",
      action: "Belgeyi aç"
    },
    "critical-finding": {
      subject: (d) => d.caseNumber + " numaralı vakanızın raporunu lütfen hemen okuyun",
      text: (d) => "Radyoloğunuz " + d.caseNumber + " numaralı vakanın raporunda bekletilmemesi gereken bir konuyu işaretledi. Lütfen raporu şimdi açın, okuduğunuzu onaylayın ve bugün bir hekimle görüşün.\n\n" + d.link,
      action: "Raporu oku"
    },
    "critical-unacknowledged": {
      subject: "Kritik bir bulgunun okunduğu onaylanmadı",
      text: (d) => "İmzalı bir rapordaki kritik bulguyu okuduğunu ne hasta ne de hekimi onayladı. Hastaya yeniden yazdık. Lütfen hastanın aranmasını ve aramanın kaydedilmesini sağlayın: radyologlar vakayı iş listesinde tamamlananlar arasında işaretli, operatörler hastayı “Sistem durumu” sayfasının başında bulur.\n\n" + d.link,
      action: "Konsolu aç"
    },
    "studies-expire": {
      subject: (d) => d.institution + ": bazı tetkikler silinecek",
      text: (d) => d.institution + ", tetkiklerinin ne kadar saklanacağını belirledi. " + d.studies + " tetkik bu sürenin sonuna yaklaştı; görüntüleri ve sonuçlarıyla birlikte " + d.day + " tarihinden itibaren silinecek. Bunların " + d.evaluated + " tanesi bir değerlendirmenin parçası. Bu sayfada tek tek tetkikleri saklayabilir veya ayarı değiştirebilirsiniz.\n\n" + d.link,
      action: "Ayarı aç"
    },
    "version-breach": {
      subject: (d) => d.name + ": bir gösterge kontrol sınırlarının dışına çıktı",
      text: (d) => d.name + " algoritmasının “" + d.measure + "” göstergesi " + d.day + " tarihinde kontrol sınırlarının dışına çıktı. Sürüm çalışmaya devam ediyor. Grafiği konsolun “Algoritmalar” sayfasında görebilirsiniz.\n\n" + d.link,
      action: "Konsolu aç"
    },
    "version-paused": {
      subject: (d) => d.name + " duraklatıldı",
      text: (d) => d.name + " algoritmasının “" + d.measure + "” göstergesi " + d.day + " tarihinde kontrol sınırlarının dışına çıktı; sürüm ilgili tetkikler için kapatıldı. Biri yeniden etkinleştirene kadar orada kapalı kalır. Grafiği konsolun “Algoritmalar” sayfasında görebilirsiniz.\n\n" + d.link,
      action: "Konsolu aç"
    }
  },
  copyAddress: "Düğme açılmıyorsa bu adresi tarayıcınıza yapıştırın:"
}