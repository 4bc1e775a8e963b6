import { LIMITS } from '@duai/contract';
import { COMPANY } from './contacts.ts';

/**
 * The information notice for patients (KVKK Article 10, GDPR Article 13) in the other languages of the patient interface. The
 * full policy is in English; the notice contains what a patient must know before any consent.
 */
export interface PatientNotice {
  readonly language: 'tr' | 'ar';
  readonly title: string;
  readonly parts: readonly { readonly heading: string; readonly text: string }[];
}

export const PATIENT_NOTICES: readonly PatientNotice[] = [
  {
    language: 'tr',
    title: 'Hastalar için aydınlatma metni (KVKK)',
    parts: [
      {
        heading: 'Veri sorumlusu',
        text: `${COMPANY.name}, ${COMPANY.address}. Türkiye temsilcisi: ${COMPANY.representativeInTurkiye}. Sorularınız ve başvurularınız için: ${COMPANY.privacyEmail}.`,
      },
      {
        heading: 'İşlenen veriler',
        text: 'Kimlik ve iletişim bilgileriniz (ad, soyad, e-posta; verirseniz telefon, doğum tarihi, cinsiyet, ülke), yüklediğiniz görüntüler ve içlerindeki bilgiler, öykünüz ve şikâyetleriniz, önceki raporlarınız, radyologla yazışmalarınız, yazılımın ölçümleri, imzalı rapor, verdiğiniz rızalar ve her erişimin kaydı.',
      },
      {
        heading: 'Amaç ve hukuki sebep',
        text: 'Görüntülerinizin yapay zekâ ile incelenmesi ve radyolog tarafından raporlanması: açık rızanız (KVKK m. 6/3-a). Hesabınız ve vakanız hakkında bildirimler: sözleşme (m. 5/2-c); bildirimlerde tıbbi içerik bulunmaz. Güvenlik, erişim kayıtları ve yasal saklama: hukuki yükümlülük ve meşru menfaat (m. 5/2-ç, m. 5/2-f, m. 12). Hukuki talepler: bir hakkın tesisi, kullanılması veya korunması (m. 5/2-e).',
      },
      {
        heading: 'Toplama yöntemi',
        text: 'Veriler elektronik ortamda, sizin girdiğiniz ve yüklediğiniz biçimde toplanır. Verilerinizi vermek zorunda değilsiniz; ancak hesap bilgileri ve görüntüler olmadan ikinci görüş hazırlanamaz.',
      },
      {
        heading: 'Kimler görür, nereye aktarılır',
        text: 'Vakanızı okuyan radyolog ve görevinin gerektirdiği kadar hizmet çalışanları. Sunucu, e-posta ve SMS hizmeti verenler yalnızca talimatımızla çalışır ve tıbbi içerik almaz. Yurt dışına aktarım ancak KVKK m. 9’daki güvencelerle veya açık rızanızla yapılır. Verileriniz satılmaz; görüntüleriniz ayrı bir rıza olmadan algoritma eğitiminde kullanılmaz.',
      },
      {
        heading: 'Saklama süresi',
        text: `Hesabınız, vakalarınız, görüntüleriniz ve raporlarınız siz hesabınızı silene kadar saklanır. Silme isteğiniz ${LIMITS.erasureGraceDays} gün sonra yerine getirilir; bu süre içinde vazgeçebilirsiniz. Silmeden sonra yalnızca kimliğinizi içermeyen erişim kayıtları ve silme belgesi kalır; yedekler en geç 35 gün içinde silinir.`,
      },
      {
        heading: 'Haklarınız',
        text: 'KVKK m. 11 uyarınca verilerinizin işlenip işlenmediğini ve kimlere aktarıldığını öğrenebilir, bir kopyasını isteyebilir, düzeltilmesini veya silinmesini talep edebilir, yalnızca otomatik analizden doğan bir sonuca itiraz edebilir, zararınızın giderilmesini isteyebilirsiniz. Rızanızı dilediğiniz zaman, verdiğiniz kadar kolay geri alabilirsiniz. 30 gün içinde yanıt veririz; Kişisel Verileri Koruma Kurulu’na (www.kvkk.gov.tr) şikâyet hakkınız saklıdır.',
      },
      {
        heading: 'Bu metin bilgilendirmedir, rıza değildir',
        text: 'Metni okuduğunuzu onaylamanız rıza anlamına gelmez. Açık rızanız her amaç için ayrı bir kutuyla sorulur; hiçbir kutu önceden işaretli değildir.',
      },
    ],
  },
  {
    language: 'ar',
    title: 'بيان المعلومات للمرضى',
    parts: [
      {
        heading: 'المسؤول عن البيانات',
        text: `\u2068${COMPANY.name}, ${COMPANY.address}\u2069. للأسئلة والطلبات: \u2068${COMPANY.privacyEmail}\u2069.`,
      },
      {
        heading: 'البيانات التي نعالجها',
        text: 'بيانات الهوية والاتصال (الاسم والبريد الإلكتروني، وما تقدمه من رقم هاتف وتاريخ ميلاد وجنس وبلد)، والصور التي ترفعها وما تحمله من معلومات، والتاريخ المرضي والأعراض، والتقارير السابقة، ومراسلاتك مع طبيب الأشعة، وقياسات البرنامج، والتقرير الموقّع، وموافقاتك، وسجل كل اطلاع عليها.',
      },
      {
        heading: 'الغرض والأساس القانوني',
        text: 'تحليل صورك بالذكاء الاصطناعي وقراءتها من طبيب أشعة: بموافقتك الصريحة. حسابك والإشعارات عن حالتك: تنفيذًا للعقد، ولا تحمل الإشعارات محتوى طبيًا. الأمن وسجل الاطلاع والحفظ القانوني: التزامًا بالقانون ولمصلحة مشروعة. والمطالبات القانونية: لإثبات حق أو الدفاع عنه.',
      },
      {
        heading: 'طريقة الجمع',
        text: 'تُجمع البيانات إلكترونيًا كما تدخلها وترفعها أنت. لست ملزمًا بتقديمها، لكن لا يمكن إعداد رأي ثانٍ دون بيانات الحساب والصور.',
      },
      {
        heading: 'من يطلع عليها',
        text: 'طبيب الأشعة الذي يقرأ حالتك، والعاملون في الخدمة بقدر ما تقتضيه المهمة. يعمل مقدمو خدمات الخوادم والبريد والرسائل وفق تعليماتنا وحدها. لا تُنقل البيانات إلى بلد آخر إلا بضمانات القانون أو بموافقتك. لا نبيع بياناتك، ولا تُستخدم صورك في تدريب الخوارزميات دون موافقة منفصلة.',
      },
      {
        heading: 'مدة الحفظ',
        text: `نحفظ حسابك وحالاتك وصورك وتقاريرك إلى أن تمحو حسابك. يُنفَّذ طلب المحو بعد \u2068${LIMITS.erasureGraceDays}\u2069 يومًا، ولك أن تتراجع عنه خلالها. بعد المحو لا يبقى سوى سجل الاطلاع دون هوية ووثيقة المحو، وتُمحى النسخ الاحتياطية خلال \u206835\u2069 يومًا على الأكثر.`,
      },
      {
        heading: 'حقوقك',
        text: 'لك أن تعرف ما يُعالج من بياناتك ومن تسلّمها، وأن تطلب نسخة منها أو تصحيحها أو محوها، وأن تعترض على نتيجة صادرة عن تحليل آلي وحده، وأن تسحب موافقتك في أي وقت بالسهولة التي منحتها بها. نجيب خلال 30 يومًا، ولك أن تشتكي إلى سلطة حماية البيانات.',
      },
      {
        heading: 'هذا بيان معلومات وليس موافقة',
        text: 'تأكيد قراءتك لهذا البيان ليس موافقة. تُطلب الموافقة الصريحة لكل غرض في مربع مستقل، ولا يكون أي مربع محددًا مسبقًا.',
      },
    ],
  },
];
