import { plural } from '../plural.ts';

/** Uploads that can be resumed, the look into files before they are sent. */
export const uploadTexts = {
  chooseFolder: 'Klasör veya CD seç',
  gathering: 'Dosyalar açılıyor…',
  leftOut: (p: { count: number }) =>
    plural('tr', p.count, { other: 'Klasördeki # dosya görüntü olmadığı için alınmadı (program, dizin, simge).' }),
  disc: {
    complete: (p: { count: number }) =>
      plural('tr', p.count, { other: 'Diskin dizinindeki # dosyanın tümü seçtiklerinizin arasında.' }),
    missingTitle: (p: { count: number; total: number }) =>
      `Diskin dizininde yazan ${p.total} dosyadan ${p.count} tanesi bulunamadı`,
    missingText:
      'CD’nin tamamını seçtiğinizden emin olun; okunamayan dosyaları yeniden kopyalayın. Başka kopyanız yoksa böyle de gönderebilirsiniz.',
    unlisted: (p: { count: number }) =>
      plural('tr', p.count, { other: 'Dizinde yazmayan # görüntü de bulundu ve alındı.' }),
    unreadableTitle: 'Diskin dizini okunamadı',
    unreadableText:
      'Eksik dosya olup olmadığını dizinden anlayamıyoruz; klasördeki tüm görüntüler alındı. Göndermeden önce görüntü sayısına bakın.',
  },
  unopened: (p: { name: string }) =>
    `${p.name} açılamadı. Arşivi bilgisayarınızda açın (çift tıklayın), sonra içindeki klasörü seçin.`,
  reportHint: 'Bu bir rapor olabilir; raporları vaka oluştururken “ilk rapor” olarak ekleyin.',
  archiveHint: 'Arşivi bilgisayarınızda açın (çift tıklayın), sonra içindeki klasörü seçin.',
  pictureHint:
    'Resmi JPEG ya da PNG olarak kaydedip yeniden seçin; varsa hastaneden alınan DICOM dosyaları daha iyidir.',
  states: { waiting: 'Bekliyor', sending: 'Gönderiliyor', arrived: 'Ulaştı', failed: 'Gönderilemedi' },
  skipList: 'Dosya listesini atla',
  again: 'Sürdürmek için aynı dosyayı yeniden seçin',
  resumeTitle: 'Yarım kalan bir yüklemeniz var',
  arrivedOf: (p: { arrived: number; total: number }) => `${p.total} dosyadan ${p.arrived} tanesi sunucuya ulaştı.`,
  resumeChoose: 'Aynı dosyaları ya da klasörü yeniden seçin; yükleme kaldığı yerden sürer.',
  resumeReady: 'Eksik dosya yok; yüklemeyi aşağıdaki düğmeyle tamamlayın.',
  submitPart: (p: { count: number; total: number }) => `${p.total} dosyadan yalnızca ulaşan ${p.count} tanesini gönder`,
  discard: 'Yarım yüklemeyi sil',
  progress: (p: { sent: string; total: string }) => `${p.total} içinden ${p.sent} gönderildi`,
  pause: 'Duraklat',
  waitsForSession:
    'Oturumunuz sona erdiği için yükleme durdu. Gönderilenler duruyor; yeniden giriş yapınca yükleme kaldığı yerden kendiliğinden sürer.',
  elsewhereTitle: 'Bu vakanın dosyaları başka bir sekmede gönderiliyor',
  elsewhereText:
    'Seçtikleriniz burada duruyor. Gönderim o sekmede bitsin ya da orada duraklatın; sonra buradan sürdürebilirsiniz.',
  paused: 'Yükleme duraklatıldı. Ulaşan dosyalar sunucuda bekliyor.',
  resume: 'Sürdür',
  cancel: 'Vazgeç ve sil',
  keepsGoing: 'Bağlantınız kesilirse ya da sayfayı kapatırsanız yükleme kaldığı yerden sürdürülebilir.',
  looking: 'Dosyalarınıza bakılıyor…',
  foundTitle: 'Seçtiğiniz dosyalar',
  series: (p: { count: number }) => plural('tr', p.count, { other: '# görüntü' }),
  pictures: (p: { count: number }) => plural('tr', p.count, { other: '# resim dosyası (JPEG, PNG)' }),
  findings: {
    TWO_PATIENTS: {
      title: 'Birden fazla kişinin görüntüleri karışmış',
      text: 'Bir vakada yalnızca bir kişinin görüntüleri olabilir. Bu vakaya ait olmayan kişinin dosyalarını çıkarın.',
    },
    MISSING_SLICES: {
      title: 'Kesitler eksik görünüyor',
      text: 'CD’nin ya da klasörün tamamını seçtiğinizden emin olun; okunamayan dosyaları yeniden kopyalayın. Elinizde başka dosya yoksa böyle de gönderebilirsiniz.',
    },
    PHOTOGRAPH: {
      title: 'Bu, bir filmin ya da ekranın fotoğrafı olabilir',
      text: 'Fotoğrafta ölçüm yapılamaz ve ayrıntı kaybolur. Hastaneden görüntülerin DICOM kaydını (CD, USB veya indirme bağlantısı) isteyin; yoksa böyle de gönderebilirsiniz.',
    },
    DOCUMENT: {
      title: 'Bu, görüntü değil yazılı bir belge olabilir',
      text: 'Raporları vaka bilgilerine ilk rapor olarak ekleyin; buraya görüntülerin kendisini yükleyin.',
    },
    NO_IMAGE: {
      title: 'Bu dosyalarda görüntü yok',
      text: 'Bunlar rapor, dizin ya da plan dosyaları. Listeden çıkarabilirsiniz; görüntüler gönderilmeye devam eder.',
    },
    UNREADABLE: {
      title: 'Bu dosyalar okunamıyor',
      text: 'Dosyaları kaynağından yeniden kopyalayıp bir daha seçin. Böyle gönderirseniz sunucu da kabul etmeyecektir.',
    },
    BURNED_IN: {
      title: 'Görüntünün içine kişi bilgisi yazılmış olabilir',
      text: 'Resmin üzerindeki yazı yalnızca işaretlediğiniz yerlerde silinir; kalanını radyolog görür.',
    },
    BURNED_IN_FIXED: {
      title: 'Bu görüntüdeki yazı burada karartılamıyor',
      text: 'Görüntü sıkıştırılmış. Hastaneden sıkıştırılmamış bir kopya isteyin, dosyayı listeden çıkarın ya da üzerindeki yazıyla gönderin.',
    },
    WRONG_BODY_PART: {
      title: 'Görüntüler vakada yazan bölgeden farklı',
      text: 'Doğru dosyaları seçtiğinizden emin olun; bölge yanlış yazıldıysa yeni bir vaka açın.',
    },
    WRONG_MODALITY: {
      title: 'Görüntülerin türü vakadakinden farklı',
      text: 'Doğru dosyaları seçtiğinizden emin olun; tür yanlış seçildiyse yeni bir vaka açın.',
    },
  },
  missingIn: (p: { name: string; count: number }) => plural('tr', p.count, { other: `${p.name}: en az # kesit eksik` }),
  foundPart: (p: { name: string }) => `Dosyalarda yazan: ${p.name}`,
  person: (p: { name: string; count: number }) => plural('tr', p.count, { other: `${p.name}: # dosya` }),
  unnamed: 'Adı yazılmamış kişi',
  regions: {
    head: 'baş',
    neck: 'boyun',
    chest: 'göğüs',
    heart: 'kalp',
    breast: 'meme',
    abdomen: 'karın',
    pelvis: 'leğen kemiği',
    spine: 'omurga',
    shoulder: 'omuz',
    arm: 'kol',
    hand: 'el',
    hip: 'kalça',
    knee: 'diz',
    foot: 'ayak',
  },
  samePerson: 'Hepsi aynı kişinin',
  samePersonHelp:
    'Hastaneler adı, doğum tarihini ya da numarayı farklı yazmış olabilir. Yalnızca eminseniz işaretleyin; onayladığınızı radyoloğa iletiriz.',
  declaredOne: (p: { date: string; count: number }) =>
    `${p.date} tarihinde, üzerinde ${p.count} ayrı kişi yazan görüntülerin hepsinin tek bir kişiye ait olduğunu onayladınız. Radyoloğunuz bunu görür.`,
  removeThese: 'Bu dosyaları çıkar',
  removePerson: (p: { name: string }) => `${p.name}: dosyalarını çıkar`,
  mustResolve:
    'Göndermeden önce yalnızca bir kişinin dosyalarını bırakın ya da hepsinin aynı kişinin olduğunu onaylayın.',
  takeBack: {
    open: 'Görüntü eklemek istiyorum',
    title: 'Vaka geri alınsın mı?',
    text: 'Vakanız incelemeden çıkar ve yeni görüntü ekleyebilirsiniz. Gönderdiğinizde inceleme ve süre baştan başlar. Yüklediğiniz görüntüler kalır.',
    confirm: 'Geri al ve ekle',
    failedTitle: 'Vaka geri alınamadı',
    again: 'Eklemeden yeniden gönder',
    againTitle: 'Vaka yeniden gönderildi',
  },
  blackOut: {
    open: 'Görüntülere bak ve yazıları karart',
    title: 'Görüntülerdeki yazıları karartın',
    help: 'Ad ve numaraların üzerine bir dikdörtgen çizin ya da düğmelerle bir kenarı karartın. Aynı alanlar bu görüntülerin hepsinde, bütün karelerde siyah olur.',
    previous: 'Önceki görüntü',
    next: 'Sonraki görüntü',
    place: (p: { index: number; count: number }) => `Görüntü ${p.index} / ${p.count}`,
    edges: { top: 'Üst kenar', bottom: 'Alt kenar', left: 'Sol kenar', right: 'Sağ kenar' },
    clear: 'Baştan başla',
    marked: (p: { count: number }) => plural('tr', p.count, { other: 'Görüntülerde # alan siyah olacak' }),
    save: 'Bu görüntülere uygula',
  },
  identityTitle: (p: { count: number }) =>
    plural('tr', p.count, { other: 'Dosyalarda kimliğinizi belirten # bilgi var' }),
  identitySwitch: 'Bu bilgileri göndermeden önce dosyalardan sil',
  identityUnnamed: 'Dosyalarda çekime ve kuruma ait bilgiler var',
  identityOfPictures: 'Resimlerde yer, zaman ve cihaz bilgisi olabilir',
  identityHelp:
    'Adlar, numaralar, kurum, cihaz numaraları ve tarayıcının özel notları, burada sayılmayanlarla birlikte silinir (DICOM PS3.15). Dosyalardaki bütün tarihler aynı gün sayısı kadar geriye alınır; aralarındaki süreler değişmez. Radyoloğun ihtiyacı olan yaş, cinsiyet ve kilo kalır. Rapor, hesabınızdaki adla düzenlenir. Fotoğraflardaki yer, zaman, cihaz ve açıklama bilgileri de silinir. Asıl dosyalarınız bu cihazda değişmez.',
  identityRemoved: 'Gönderilmeden önce silinecek',
  identitySent: 'Olduğu gibi gönderilecek',
  identityFixed: (p: { count: number }) => plural('tr', p.count, { other: '# dosyadan bu bilgiler silinemiyor' }),
  identityFixedHelp:
    'Bu dosyalar bozuk ya da görüntü değil; bilgilerinizle birlikte gönderilmez. Dosyaları listeden çıkarın. Olduğu gibi göndermek istiyorsanız silme seçeneğini kapatın.',
  identityMustResolve: 'Göndermeden önce, bilgilerinizin silinemediği dosyaları listeden çıkarın.',
  identityName: 'Bilgi',
  identityValue: 'Dosyadaki değer',
  keywords: {
    PatientName: 'Hasta adı',
    PatientID: 'Hasta numarası',
    IssuerOfPatientID: 'Numarayı veren kurum',
    PatientBirthDate: 'Doğum tarihi',
    OtherPatientIDs: 'Diğer hasta numaraları',
    OtherPatientNames: 'Diğer adlar',
    PatientBirthName: 'Doğum adı',
    PatientAddress: 'Adres',
    PatientMotherBirthName: 'Annenin doğum adı',
    PatientTelephoneNumbers: 'Telefon',
    PatientComments: 'Hasta hakkında not',
    AccessionNumber: 'İstem numarası',
    InstitutionName: 'Kurum adı',
    InstitutionAddress: 'Kurum adresi',
    InstitutionalDepartmentName: 'Bölüm',
    ReferringPhysicianName: 'Gönderen hekim',
    ReferringPhysicianAddress: 'Gönderen hekimin adresi',
    ReferringPhysicianTelephoneNumbers: 'Gönderen hekimin telefonu',
    PhysiciansOfRecord: 'Sorumlu hekimler',
    PerformingPhysicianName: 'Uygulayan hekim',
    NameOfPhysiciansReadingStudy: 'Okuyan hekimler',
    OperatorsName: 'Teknisyen',
    RequestingPhysician: 'İsteyen hekim',
    PersonName: 'Kişi adı',
  },
};
export type UploadTexts = typeof uploadTexts;
