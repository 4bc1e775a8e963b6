import { plural } from '../plural.ts';

/** What a case says beyond the specified fields: side, whom it is for, the first report, its clock. */
export const caseDetailTexts = {
  bodyParts: 'Vücut bölgeleri',
  bodyPartHelp: 'Listeden seçin ya da kendi sözlerinizle yazın.',
  noBodyPart: 'Listede yok; yazdığınız gibi kaydedilir.',
  side: 'Taraf',
  sides: { left: 'Sol', right: 'Sağ', both: 'İki taraf' },
  sideNotStated: 'Belirtmek istemiyorum',
  subject: {
    question: 'Görüntüler kimin?',
    own: 'Benim',
    relative: 'Bir yakınımın',
    relation: 'Yakınlığınız',
    relations: {
      child: 'Çocuğum',
      parent: 'Annem ya da babam',
      spouse: 'Eşim',
      ward: 'Vasisi olduğum kişi',
      other: 'Başka bir yakınım',
    },
    firstName: 'Yakınınızın adı',
    lastName: 'Yakınınızın soyadı',
    dateOfBirth: 'Yakınınızın doğum tarihi',
    gender: 'Yakınınızın cinsiyeti',
    declaration:
      'Bu kişinin velisi ya da vasisiyim veya kendisi adına işlem yapmam için bana açıkça yetki verdi; sağlık verilerinin işlenmesine onun adına açık rıza veriyorum',
    shown: 'Görüntüler kimin',
  },
  firstReport: {
    heading: 'İlk rapor',
    text: 'İlk raporun metni',
    textHelp: 'Elinizdeki raporu buraya yapıştırabilirsiniz; radyolog iki görüşü karşılaştırır.',
    file: 'İlk rapor (PDF)',
    fileHelp: 'En çok 10 MB.',
    choose: 'PDF seç',
    replace: 'Başka PDF seç',
    remove: 'Dosyayı çıkar',
    download: (p: { name: string }) => `${p.name} dosyasını indir`,
    attaching: 'Ekleniyor...',
    attachedTitle: 'İlk rapor eklendi',
    removedTitle: 'Dosya çıkarıldı',
    failedTitle: 'İlk rapor eklenemedi',
    failedAfterCreate: 'Vakanız oluşturuldu; raporu vaka sayfasından yeniden ekleyebilirsiniz.',
    downloadFailedTitle: 'Dosya indirilemedi',
    notPdf: 'Dosya bir PDF değil. Raporu PDF olarak ekleyin ya da metnini yazın.',
    tooLarge: 'Rapor dosyası 10 MB sınırını aşıyor.',
    none: 'İlk rapor eklenmedi. Varsa ekleyin; karşılaştırma ikinci görüşü güçlendirir.',
  },
  draft: {
    restored: 'Yarım kalan vakanız geri getirildi. Yalnızca bu sekmede durur.',
    clear: 'Temizle',
  },
  clock: {
    label: 'Rapor süresi',
    left: (p: { hours: number; minutes: number }) => `Kalan süre: ${p.hours} sa ${p.minutes} dk`,
    late: 'Süre doldu. Vakanız öncelikle okunuyor; gecikme için özür dileriz.',
    pausedTitle: 'Süre durdu: sizi bekliyoruz',
    notStartedTitle: 'Süre henüz başlamadı',
    pausedQuestion: 'Radyolog sizden yanıt bekliyor. Yanıtladığınızda ya da görüntü eklediğinizde süre baştan başlar.',
    pausedConsent: 'Onayınız olmadan vakanızı inceleyemeyiz. Onay verdiğinizde süre baştan başlar.',
    pausedImages: (p: { hours: number }) =>
      plural('tr', p.hours, { other: 'Süre, görüntülerinizi gönderdiğinizde başlar: rapor # saat içinde.' }),
  },
  thumbnailOf: (p: { name: string }) => `${p.name} önizlemesi`,
};
export type CaseDetailTexts = typeof caseDetailTexts;
