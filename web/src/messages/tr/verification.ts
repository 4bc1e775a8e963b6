/** The public page that tells whether a report is genuine, and nothing else. */
export const verificationTexts = {
  pageTitle: 'Rapor doğrulama – DUAI',
  heading: 'Rapor doğrulama',
  intro:
    'Bu sayfa, bir raporun DUAI tarafından imzalanıp imzalanmadığını söyler. Kişi ya da içerik hakkında hiçbir bilgi vermez.',
  checking: 'Denetleniyor…',
  valid: 'Bu rapor geçerli',
  validText: 'Bu özete sahip bir rapor DUAI’de bir radyolog tarafından imzalandı ve o günden beri değişmedi.',
  copyDamagedText:
    'DUAI’de saklanan PDF kopyası şu anda hasarlı olduğu için verilmiyor; bu bizim hatamız ve onarılıyor. Elinizdeki belge kendi özetine göre değerlendirilir.',
  invalid: 'Bu rapor geçerli değil',
  invalidText:
    'Bu özete sahip imzalı bir rapor yok. Adresi eksik okumuş olabilirsiniz; kodu yeniden okutun. Kâğıttaki rapora güvenmeden önce düzenleyene sorun.',
  failedTitle: 'Denetlenemedi',
  fileTitle: 'PDF dosyasını denetle',
  fileText: 'Dosya bu cihazda kalır; yalnızca özeti (SHA-256) sorulur.',
  fileChoose: 'PDF seç',
  fileInput: 'Rapor dosyası',
  hash: 'Özet (SHA-256)',
};
export type VerificationTexts = typeof verificationTexts;
