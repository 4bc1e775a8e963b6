// Written by npm run texts from the JSON files of texts/.

export default {
  files: {
    refusals: {
      EMPTY: "Dosya boş.",
      TOO_LARGE: "Dosya 100 MB sınırını aşıyor.",
      TOO_MANY_FILES: "Bir vakada en çok 2.000 dosya olabilir.",
      STUDY_FULL: "Bu tetkikte, bir tetkikin burada alabileceği en çok sayıda görüntü var; bu görüntü alınmadı. Öncekiler duruyor.",
      ACCOUNT_FULL: "Hesabınızda daha fazla görüntüye yer yok; bu görüntü alınmadı. Öncekiler duruyor. Yer açabilmemiz için lütfen bize yazın.",
      DUPLICATE: "Bu dosya zaten yüklendi.",
      KEPT_ASIDE: "Aynı UID ile içeriği farklı bir görüntü zaten kayıtlı. O görüntü kalır; bu dosya ayrıldı ve kurumunuzun yöneticisi onu “PACS” sayfasında görür.",
      ASIDE_FULL: "Bu tetkikte bilinen UID değerleriyle gelen, içeriği farklı çok sayıda dosya zaten ayrıldığı için bu dosya alınmadı. Lütfen kurumunuzun yöneticisine bildirin.",
      TYPE_NOT_SUPPORTED: "Dosyanın içeriği DICOM, JPEG veya PNG değil.",
      TRUNCATED: "Dosya yarım kalmış; kaynağından yeniden kopyalayın.",
      NOT_READABLE: "Dosya bozuk; okunamadı.",
      TRANSFER_SYNTAX_NOT_SUPPORTED: "Bu DICOM sıkıştırma biçimi desteklenmiyor.",
      EXECUTABLE_PREAMBLE: "Dosyanın başında çalıştırılabilir kod var; güvenlik nedeniyle reddedildi.",
      NO_PIXEL_DATA: "Bu DICOM dosyasında görüntü yok (ör. rapor veya dizin).",
      PIXEL_DATA_MISMATCH: "Görüntü verisi dosyanın kendi tanımıyla uyuşmuyor.",
      RESCALE_INVALID: "Dosya, piksel değerlerinin ölçeğini (0028,1052 ve 0028,1053) sayı olarak belirtmiyor.",
      TOO_MANY_PIXELS: "Görüntü işlenemeyecek kadar büyük.",
      TOO_MANY_FRAMES: "Dosyada işlenemeyecek kadar çok kare var.",
      NESTING_TOO_DEEP: "Dosyanın iç yapısı izin verilenden derin.",
      CHARSET_NOT_SUPPORTED: "Dosyanın karakter kümesi desteklenmiyor.",
      CHECKSUM_MISMATCH: "Dosya yolda değişmiş ya da bozulmuş; yeniden seçip gönderin.",
      NOT_DICOM: "Bu dosya DICOM değil; burada yalnızca DICOM (.dcm) kabul edilir.",
      NO_SCANS_LEFT: "Deneme kapsamındaki tetkik hakkınız bitti; bu tetkik alınmadı.",
      CHECK_FAILED: "Dosyayı kontrol edemedik, bu yüzden almadık; yeniden gönderin."
    },
    failures: {
      NOT_PROCESSED_YET: "Görüntüyü henüz işleyemedik. Hata bizde; dosyanız kayıtlı ve sağlam.",
      SET_ASIDE: "Görüntüyü işleyemedik ve değerlendirmeye onsuz devam ettik. Hata bizde; dosyanız kayıtlı."
    },
    advice: {
      copyAgain: "Dosyayı kaynağından (disk veya hastane) yeniden kopyalayıp bir kez daha yükleyin.",
      otherForm: "Hastaneden veya görüntüleme merkezinden bu görüntünün yaygın bir DICOM biçiminde yeni bir kopyasını isteyin.",
      wait: "Bir şey yapmanız gerekmiyor: ekibimiz yeniden deneyecek.",
      sendAgain: "Görüntünün değerlendirilmesini istiyorsanız aynı dosyayı yeniden yükleyin."
    }
  },
  rules: {
    FIRST_NAME_TOO_SHORT: "Ad en az 2 karakter olmalıdır",
    LAST_NAME_TOO_SHORT: "Soyad en az 2 karakter olmalıdır",
    EMAIL_INVALID: "Lütfen geçerli bir e-posta adresi girin",
    PASSWORD_TOO_SHORT: "Parola en az 8 karakter olmalıdır",
    PASSWORD_TOO_LONG: "Parola en çok 128 karakter olabilir",
    PASSWORDS_DIFFER: "Parolalar eşleşmiyor",
    TERMS_NOT_ACCEPTED: "Hizmet koşullarını kabul etmelisiniz",
    PRIVACY_NOT_ACCEPTED: "Gizlilik politikasını kabul etmelisiniz",
    PASSKEY_NAME_MISSING: "Lütfen geçiş anahtarına bir ad verin",
    PASSWORD_REQUIRED: "Parola gereklidir",
    PHONE_NEEDED_FOR_SMS: "SMS almak için telefon numaranızı girin",
    PHONE_INVALID: "Lütfen geçerli bir telefon numarası girin",
    COUNTRY_CODE_MISSING: "Telefon numaranızı ülke koduyla yazın, ör. +90 5xx xxx xx xx",
    DATE_INVALID: "Lütfen geçerli bir tarih girin",
    DAY_PAST: "Bu gün geçti. Bugünü (UTC) ya da daha sonraki bir günü seçin",
    LAST_DAY_TOO_EARLY: "Son gün ilk günden önce",
    ABSENCE_TOO_LONG: "Bir izin en çok bir yıl sürebilir. Yılları kontrol edin; daha uzunu için ikinci bir izin ekleyin",
    ABSENCE_TOO_FAR: "Bu güne iki yıldan fazla var. Yılı kontrol edin",
    MODALITY_NOT_CHOSEN: "Lütfen görüntüleme yöntemini seçin",
    CONSENT_MISSING: "Devam etmek için lütfen onay verin",
    RELATION_NOT_CHOSEN: "Lütfen yakınlığınızı seçin",
    AUTHORITY_NOT_CONFIRMED: "Bu kişi adına işlem yapabildiğinizi onaylayın",
    USERNAME_INVALID: "3–40 karakter seçin: harf, rakam, nokta, tire veya alt çizgi",
    REQUIRED: "Bu alan gereklidir",
    NOT_ALLOWED: "Bu değer geçerli değil",
    PIN_INVALID: "PIN kodunun altı hanesini girin",
    LINK_INVALID: "Bu sitenin bir yolunu veya bir https adresi girin",
    REGION_OUTSIDE_IMAGE: "Seçilen bölüm görüntünün dışında",
    TOO_LONG: "Bu metin çok uzun",
    AGE_INVALID: "Yaşı dolmuş yıl olarak girin: 0–120"
  }
}