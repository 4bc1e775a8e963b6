import { plural } from '../plural.ts';
import type { UploadTexts } from '../tr/uploads.ts';

export const uploadTexts: UploadTexts = {
  chooseFolder: 'اختر مجلدًا أو قرصًا',
  gathering: 'جارٍ فتح الملفات…',
  leftOut: (p) =>
    plural('ar', p.count, {
      one: 'تُرك ملف واحد من المجلد لأنه ليس صورة (برنامج أو فهرس أو أيقونة).',
      two: 'تُرك ملفان من المجلد لأنهما ليسا صورتين.',
      few: 'تُركت # ملفات من المجلد لأنها ليست صورًا (برامج وفهارس وأيقونات).',
      other: 'تُرك # ملفًا من المجلد لأنها ليست صورًا (برامج وفهارس وأيقونات).',
    }),
  unopened: (p) => `تعذّر فتح ${p.name}. فك ضغطه على جهازك ثم اختر المجلد.`,
  reportHint: 'قد يكون هذا تقريرًا؛ أضف التقارير بوصفها «التقرير الأول» عند فتح الحالة.',
  states: { waiting: 'في الانتظار', sending: 'جارٍ الإرسال', arrived: 'وصل', failed: 'لم يُرسل' },
  again: 'اختر الملف نفسه من جديد للمتابعة',
  resumeTitle: 'لديك رفع لم يكتمل',
  resumeText: (p) =>
    `عدد الملفات ${p.count}، وصل منها ${p.sent} من ${p.total}. اختر الملفات أو المجلد نفسه من جديد وسيستمر الرفع من حيث توقف.`,
  discard: 'احذف الرفع غير المكتمل',
  progress: (p) => `أُرسل ${p.sent} من ${p.total}`,
  pause: 'إيقاف مؤقت',
  paused: 'الرفع متوقف مؤقتًا. الملفات التي وصلت محفوظة على الخادم.',
  resume: 'متابعة',
  cancel: 'إلغاء وحذف',
  keepsGoing: 'إذا انقطع الاتصال أو أغلقت الصفحة يمكن أن يستمر الرفع من حيث توقف.',
  looking: 'جارٍ فحص ملفاتك…',
  foundTitle: 'الملفات التي اخترتها',
  series: (p) => plural('ar', p.count, { one: 'صورة واحدة', two: 'صورتان', few: '# صور', other: '# صورة' }),
  pictures: (p) =>
    plural('ar', p.count, {
      one: 'ملف صورة واحد (JPEG, PNG)',
      two: 'ملفا صور (JPEG, PNG)',
      few: '# ملفات صور (JPEG, PNG)',
      other: '# ملف صور (JPEG, PNG)',
    }),
  findings: {
    TWO_PATIENTS: {
      title: 'اختلطت صور أكثر من شخص',
      text: 'لا تضم الحالة إلا صور شخص واحد. أزل ملفات من لا تخصه هذه الحالة.',
    },
    MISSING_SLICES: {
      title: 'يبدو أن بعض المقاطع ناقصة',
      text: 'تأكد من اختيار القرص أو المجلد كاملًا وانسخ الملفات التي تعذّرت قراءتها من جديد. إن لم يكن لديك غيرها فيمكنك إرسالها كما هي.',
    },
    PHOTOGRAPH: {
      title: 'قد تكون هذه صورة فوتوغرافية لفيلم أو شاشة',
      text: 'لا يمكن القياس على صورة فوتوغرافية وتضيع منها التفاصيل. اطلب من المستشفى ملفات DICOM؛ وإن لم توجد فيمكنك إرسالها كما هي.',
    },
    DOCUMENT: {
      title: 'قد تكون هذه وثيقة مكتوبة لا صورة أشعة',
      text: 'أضف التقارير إلى الحالة بوصفها التقرير الأول، وارفع هنا الصور نفسها.',
    },
    NO_IMAGE: {
      title: 'لا تحتوي هذه الملفات على صور',
      text: 'هي تقارير أو فهارس أو خطط. يمكنك إزالتها من القائمة وستُرسل الصور كالمعتاد.',
    },
    UNREADABLE: {
      title: 'تعذّرت قراءة هذه الملفات',
      text: 'انسخها من مصدرها من جديد ثم اخترها مرة أخرى. لن يقبلها الخادم على حالها.',
    },
    BURNED_IN: {
      title: 'قد تكون بيانات شخصية مكتوبة داخل الصورة',
      text: 'لا يمكن إزالة الكتابة من داخل الصورة، وسيراها طبيب الأشعة أيضًا.',
    },
    WRONG_BODY_PART: {
      title: 'تُظهر الصور جزءًا من الجسم غير المذكور في الحالة',
      text: 'تأكد من اختيار الملفات الصحيحة؛ وإن كانت الحالة خاطئة فافتح حالة جديدة.',
    },
    WRONG_MODALITY: {
      title: 'نوع الصور غير المذكور في الحالة',
      text: 'تأكد من اختيار الملفات الصحيحة؛ وإن كانت الحالة خاطئة فافتح حالة جديدة.',
    },
  },
  missingIn: (p) =>
    plural('ar', p.count, {
      one: `${p.name}: ينقص مقطع واحد على الأقل`,
      two: `${p.name}: ينقص مقطعان على الأقل`,
      few: `${p.name}: تنقص # مقاطع على الأقل`,
      other: `${p.name}: ينقص # مقطعًا على الأقل`,
    }),
  foundPart: (p) => `مكتوب في الملفات: ${p.name}`,
  person: (p) =>
    plural('ar', p.count, {
      one: `${p.name}: ملف واحد`,
      two: `${p.name}: ملفان`,
      few: `${p.name}: # ملفات`,
      other: `${p.name}: # ملفًا`,
    }),
  unnamed: 'شخص بلا اسم',
  removeThese: 'أزل هذه الملفات',
  removePerson: (p) => `${p.name}: أزل الملفات`,
  mustResolve: 'قبل الإرسال أبقِ ملفات شخص واحد فقط.',
  identityTitle: (p) =>
    plural('ar', p.count, {
      one: 'في الملفات معلومة واحدة تدل على هويتك',
      two: 'في الملفات معلومتان تدلان على هويتك',
      few: 'في الملفات # معلومات تدل على هويتك',
      other: 'في الملفات # معلومة تدل على هويتك',
    }),
  identitySwitch: 'أزل هذه المعلومات من الملفات قبل إرسالها',
  identityHelp:
    'يبقى العمر والجنس وتاريخ الفحص لأن طبيب الأشعة يحتاج إليها. يُكتب التقرير بالاسم المسجّل في حسابك. لا تتغير ملفاتك على هذا الجهاز.',
  identityRemoved: 'تُزال قبل الإرسال',
  identitySent: 'تُرسل كما هي',
  identityFixed: (p) =>
    plural('ar', p.count, {
      one: 'لا يمكن إزالة هذه المعلومات من ملف مضغوط واحد؛ يُرسل كما هو.',
      two: 'لا يمكن إزالة هذه المعلومات من ملفين مضغوطين؛ يُرسلان كما هما.',
      few: 'لا يمكن إزالة هذه المعلومات من # ملفات مضغوطة؛ تُرسل كما هي.',
      other: 'لا يمكن إزالة هذه المعلومات من # ملفًا مضغوطًا؛ تُرسل كما هي.',
    }),
  identityName: 'المعلومة',
  identityValue: 'القيمة في الملفات',
  keywords: {
    PatientName: 'اسم المريض',
    PatientID: 'رقم المريض',
    IssuerOfPatientID: 'الجهة المصدرة للرقم',
    PatientBirthDate: 'تاريخ الميلاد',
    OtherPatientIDs: 'أرقام أخرى للمريض',
    OtherPatientNames: 'أسماء أخرى',
    PatientBirthName: 'الاسم عند الولادة',
    PatientAddress: 'العنوان',
    PatientMotherBirthName: 'اسم الأم عند الولادة',
    PatientTelephoneNumbers: 'الهاتف',
    PatientComments: 'ملاحظة عن المريض',
    AccessionNumber: 'رقم الطلب',
    InstitutionName: 'المؤسسة',
    InstitutionAddress: 'عنوان المؤسسة',
    InstitutionalDepartmentName: 'القسم',
    ReferringPhysicianName: 'الطبيب المُحيل',
    ReferringPhysicianAddress: 'عنوان الطبيب المُحيل',
    ReferringPhysicianTelephoneNumbers: 'هاتف الطبيب المُحيل',
    PhysiciansOfRecord: 'الأطباء المسؤولون',
    PerformingPhysicianName: 'الطبيب المنفّذ',
    NameOfPhysiciansReadingStudy: 'الأطباء القارئون',
    OperatorsName: 'فني الأشعة',
    RequestingPhysician: 'الطبيب الطالب',
    PersonName: 'اسم شخص',
  },
};
