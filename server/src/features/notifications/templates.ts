import { fill, type Language, type Translated } from '@duai/contract';
import { mailPage } from './mail-page.ts';

interface Template {
  subject: Translated;
  /** Paragraphs; `{link}` stands alone in its own. */
  text: Translated;
  /** What the link does, on the button of the mail; wherever there is a link. */
  action?: Translated;
}

const t = (tr: string, en: string, ar: string): Translated => ({ tr, en, ar });

/** Mails come from an address that nobody reads, so every one says where to write. */
const QUESTIONS = t('Sorularınız için: {contact}', 'Questions? Write to {contact}', 'للأسئلة راسلنا على {contact}');
const OPEN_CONSOLE = t('Konsolu aç', 'Open the console', 'فتح لوحة التحكم');
const OPEN_WORKLIST = t('Listeyi aç', 'Open the worklist', 'فتح قائمة العمل');
const ACCEPT_INVITATION = t('Daveti kabul et', 'Accept the invitation', 'قبول الدعوة');

/**
 * Every mail and message. None says anything clinical: no finding, no modality, no body part (quality.md, line 13).
 * SMS send the text without its link paragraph.
 */
export const TEMPLATES = {
  'verify-email': {
    subject: t('E-posta adresinizi doğrulayın', 'Verify your e-mail address', 'أكّد بريدك الإلكتروني'),
    text: t(
      'DUAI hesabınız oluşturuldu. E-posta adresinizi doğrulamak için bağlantıyı açın (48 saat geçerlidir).\n\n{link}\n\nBu hesabı siz oluşturmadıysanız bu iletiyi yok sayabilirsiniz.',
      'Your DUAI account was created. Open the link to verify your e-mail address (valid for 48 hours).\n\n{link}\n\nIf you did not create this account, you can ignore this message.',
      'تم إنشاء حسابك في DUAI. افتح الرابط لتأكيد بريدك الإلكتروني (صالح لمدة 48 ساعة).\n\n{link}\n\nإذا لم تنشئ هذا الحساب فتجاهل هذه الرسالة.',
    ),
    action: t('E-posta adresimi doğrula', 'Verify my e-mail address', 'تأكيد بريدي الإلكتروني'),
  },
  'images-arrived': {
    subject: t(
      'Görüntüleriniz ulaştı: {caseNumber}',
      'Your images have arrived: {caseNumber}',
      'وصلت صورك: {caseNumber}',
    ),
    text: t(
      '{caseNumber} numaralı vakanızın görüntüleri bize ulaştı; sizin bir şey yapmanız gerekmiyor. Raporunuz imzalanınca size haber vereceğiz. Vakanızı bu adresten izleyebilirsiniz.\n\n{link}',
      'The images of your case {caseNumber} have reached us; there is nothing you need to do. We will tell you when your report is signed. You can follow your case here.\n\n{link}',
      'وصلتنا صور حالتك رقم {caseNumber}؛ لا يلزمك فعل أي شيء. سنخبرك عند توقيع تقريرك. يمكنك متابعة حالتك هنا.\n\n{link}',
    ),
    action: t('Vakamı aç', 'Open my case', 'فتح حالتي'),
  },
  'password-reset': {
    subject: t('Parola sıfırlama', 'Reset your password', 'إعادة تعيين كلمة المرور'),
    text: t(
      'Yeni bir parola belirlemek için bağlantıyı açın (60 dakika geçerlidir, bir kez kullanılabilir).\n\n{link}\n\nBunu siz istemediyseniz hiçbir şey yapmanız gerekmez.',
      'Open the link to set a new password (valid for 60 minutes, works once).\n\n{link}\n\nIf you did not ask for this, you need not do anything.',
      'افتح الرابط لتعيين كلمة مرور جديدة (صالح لمدة 60 دقيقة ولمرة واحدة).\n\n{link}\n\nإن لم تطلب ذلك فلا حاجة لفعل أي شيء.',
    ),
    action: t('Yeni parola belirle', 'Set a new password', 'تعيين كلمة مرور جديدة'),
  },
  'password-changed': {
    subject: t('Parolanız değişti', 'Your password was changed', 'تم تغيير كلمة المرور'),
    text: t(
      'Parolanız değişti ve tüm oturumlarınız kapatıldı. Bunu siz yapmadıysanız hemen bize yazın: {contact}',
      'Your password was changed and all your sessions were ended. If this was not you, write to us at once: {contact}',
      'تم تغيير كلمة المرور وأُنهيت جميع جلساتك. إن لم تكن أنت من فعل ذلك فراسلنا فورًا: {contact}',
    ),
  },
  'change-email': {
    subject: t('Yeni e-posta adresinizi doğrulayın', 'Verify your new e-mail address', 'أكّد بريدك الإلكتروني الجديد'),
    text: t(
      'DUAI hesabınızda bu adresi kullanmak istediniz. Onaylamak için bağlantıyı açın (48 saat geçerlidir).\n\n{link}\n\nBunu siz istemediyseniz hiçbir şey yapmanız gerekmez.',
      'You asked to use this address for your DUAI account. Open the link to confirm it (valid for 48 hours).\n\n{link}\n\nIf you did not ask for this, you need not do anything.',
      'طلبت استخدام هذا العنوان لحسابك في DUAI. افتح الرابط للتأكيد (صالح لمدة 48 ساعة).\n\n{link}\n\nإن لم تطلب ذلك فلا حاجة لفعل أي شيء.',
    ),
    action: t('Yeni adresi onayla', 'Confirm the new address', 'تأكيد العنوان الجديد'),
  },
  'change-email-asked': {
    subject: t(
      'E-posta adresinizin değiştirilmesi istendi',
      'A change of your e-mail address was asked for',
      'طُلب تغيير بريدك الإلكتروني',
    ),
    text: t(
      'Hesabınızın e-posta adresinin değiştirilmesi istendi; yeni adres onaylanana dek bu adres geçerlidir. Bunu siz istemediyseniz ayarlarınızda isteği geri çekin ve parolanızı değiştirin.\n\n{link}',
      'A change of the e-mail address of your account was asked for; until the new one is confirmed, this one stays. If this was not you, take the request back in your settings and change your password.\n\n{link}',
      'طُلب تغيير البريد الإلكتروني لحسابك؛ يبقى هذا العنوان إلى أن يُؤكَّد الجديد. إن لم تكن أنت فاسحب الطلب من الإعدادات وغيّر كلمة المرور.\n\n{link}',
    ),
    action: t('Ayarlarıma git', 'Go to my settings', 'الانتقال إلى الإعدادات'),
  },
  'security-changed': {
    subject: t(
      'Hesabınızın güvenlik ayarları değişti',
      'The security settings of your account were changed',
      'تغيّرت إعدادات أمان حسابك',
    ),
    text: t(
      'DUAI hesabınızın giriş bilgileri (parola, e-posta adresi, geçiş anahtarı ya da iki adımlı doğrulama) değişti. Bunu siz yapmadıysanız hemen bize yazın: {contact}',
      'The way to sign in to your DUAI account (password, e-mail address, passkey or two-step verification) was changed. If this was not you, write to us at once: {contact}',
      'تغيّرت طريقة الدخول إلى حسابك في DUAI (كلمة المرور أو البريد الإلكتروني أو مفتاح المرور أو التحقق بخطوتين). إن لم تكن أنت من فعل ذلك فراسلنا فورًا: {contact}',
    ),
  },
  'recovery-code-used': {
    subject: t('Bir kurtarma kodu kullanıldı', 'A recovery code was used', 'استُخدم رمز استرداد'),
    text: t(
      'Hesabınıza tek kullanımlık kod yerine bir kurtarma koduyla giriş yapıldı. Kalan kurtarma kodu: {left}. Bunu siz yapmadıysanız hemen bize yazın: {contact}',
      'A recovery code was used in place of a one-time code to sign in to your account. Recovery codes left: {left}. If this was not you, write to us at once: {contact}',
      'استُخدم رمز استرداد بدلًا من رمز لمرة واحدة لتسجيل الدخول إلى حسابك. عدد رموز الاسترداد المتبقية: {left}. إن لم تكن أنت فراسلنا فورًا: {contact}',
    ),
  },
  'phone-code': {
    subject: t('Doğrulama kodunuz', 'Your verification code', 'رمز التحقق'),
    text: t(
      'Doğrulama kodunuz {code}. 10 dakika geçerlidir; kimseyle paylaşmayın.',
      'Your verification code is {code}. It is valid for 10 minutes; do not share it.',
      'رمز التحقق الخاص بك هو {code}. صالح لمدة 10 دقائق؛ لا تشاركه مع أحد.',
    ),
  },
  'account-exists': {
    subject: t('Zaten bir hesabınız var', 'You already have an account', 'لديك حساب بالفعل'),
    text: t(
      'Bu e-posta adresiyle yeni bir hesap açılmak istendi; zaten bir hesabınız var. Giriş yapabilir ya da parolanızı sıfırlayabilirsiniz.\n\n{link}',
      'Somebody tried to create an account with this e-mail address; you already have one. You can sign in or reset your password.\n\n{link}',
      'حاول أحدهم إنشاء حساب بهذا البريد الإلكتروني؛ لديك حساب بالفعل. يمكنك تسجيل الدخول أو إعادة تعيين كلمة المرور.\n\n{link}',
    ),
    action: t('Giriş yap', 'Sign in', 'تسجيل الدخول'),
  },
  'report-ready': {
    subject: t(
      '{caseNumber} numaralı vakanız tamamlandı',
      'Your case {caseNumber} is completed',
      'اكتملت حالتك رقم {caseNumber}',
    ),
    text: t(
      '{caseNumber} numaralı vakanızın raporu hazır. Raporu görmek için hesabınıza giriş yapın.\n\n{link}',
      'The report of your case {caseNumber} is ready. Sign in to your account to read it.\n\n{link}',
      'تقرير حالتك رقم {caseNumber} جاهز. سجّل الدخول إلى حسابك لقراءته.\n\n{link}',
    ),
    action: t('Raporu gör', 'Read the report', 'قراءة التقرير'),
  },
  'critical-finding': {
    subject: t(
      '{caseNumber} numaralı raporunuzu lütfen hemen okuyun',
      'Please read the report of your case {caseNumber} now',
      'يرجى قراءة تقرير حالتك رقم {caseNumber} الآن',
    ),
    text: t(
      'Radyoloğunuz {caseNumber} numaralı raporda bekletilmemesi gereken bir konuyu işaretledi. Lütfen raporu şimdi açın, okuduğunuzu onaylayın ve bugün bir hekimle görüşün.\n\n{link}',
      'Your radiologist marked something in the report of case {caseNumber} that should not wait. Please open it now, confirm that you have read it, and speak to a doctor today.\n\n{link}',
      'وضع طبيب الأشعة علامة في تقرير الحالة رقم {caseNumber} على أمر لا يحتمل التأجيل. يرجى فتح التقرير الآن وتأكيد قراءته والتحدث إلى طبيب اليوم.\n\n{link}',
    ),
    action: t('Raporu gör', 'Read the report', 'قراءة التقرير'),
  },
  'critical-unacknowledged': {
    subject: t(
      'Kritik bir bulgu onaylanmadı',
      'A critical finding has not been acknowledged',
      'لم يُؤكَّد الاطلاع على نتيجة حرجة',
    ),
    text: t(
      'İmzalı bir rapordaki kritik bulguyu ne hasta ne de hekimi okuduğunu onayladı. Hastaya yeniden yazıldı. Vaka, çalışma listesinde tamamlananlar arasında işaretlidir; lütfen hastayı arayın.\n\n{link}',
      'Neither the patient nor their doctor has acknowledged the critical finding of a signed report. The patient was written to again. The case is marked among the completed ones of the worklist; please call the patient.\n\n{link}',
      'لم يؤكد المريض ولا طبيبه الاطلاع على النتيجة الحرجة في تقرير موقّع. كُتب إلى المريض مجددًا. الحالة مُعلَّمة بين الحالات المكتملة في قائمة العمل؛ يرجى الاتصال بالمريض.\n\n{link}',
    ),
    action: OPEN_CONSOLE,
  },
  'case-question': {
    subject: t(
      '{caseNumber} numaralı vakanız için bir soru var',
      'There is a question about your case {caseNumber}',
      'هناك سؤال حول حالتك رقم {caseNumber}',
    ),
    text: t(
      'Radyoloğumuzun {caseNumber} numaralı vakanızla ilgili bir sorusu var. Yanıtlamak için hesabınıza giriş yapın; inceleme siz yanıtlayana kadar bekler.\n\n{link}',
      'Our radiologist has a question about your case {caseNumber}. Sign in to your account to answer it; the reading waits until you have.\n\n{link}',
      'لدى طبيب الأشعة سؤال حول حالتك رقم {caseNumber}. سجّل الدخول إلى حسابك للرد؛ تنتظر القراءة ردّك.\n\n{link}',
    ),
    action: t('Soruyu gör', 'See the question', 'عرض السؤال'),
  },
  'case-answer': {
    subject: t(
      '{caseNumber} numaralı vakanızda yeni bir yanıt var',
      'There is a new answer in your case {caseNumber}',
      'هناك رد جديد في حالتك رقم {caseNumber}',
    ),
    text: t(
      'Radyoloğumuz {caseNumber} numaralı vakanızda size yazdı. Okumak için hesabınıza giriş yapın.\n\n{link}',
      'Our radiologist has written to you in your case {caseNumber}. Sign in to your account to read it.\n\n{link}',
      'كتب إليك طبيب الأشعة في حالتك رقم {caseNumber}. سجّل الدخول إلى حسابك لقراءته.\n\n{link}',
    ),
    action: t('Yanıtı oku', 'Read the answer', 'قراءة الرد'),
  },
  'case-arrived': {
    subject: t('Okunmayı bekleyen yeni bir vaka var', 'A new case is waiting to be read', 'حالة جديدة تنتظر القراءة'),
    text: t(
      'Yeni bir vaka geldi. Üstlenmek için konsoldaki listeyi açın.\n\n{link}',
      'A new case has arrived. Open the worklist of the console to claim it.\n\n{link}',
      'وصلت حالة جديدة. افتح قائمة العمل في لوحة التحكم لتتولاها.\n\n{link}',
    ),
    action: OPEN_WORKLIST,
  },
  'case-late': {
    subject: t('Bir vaka gecikti', 'A case is late', 'تأخرت حالة'),
    text: t(
      'Bir vakanın süresi doldu ve raporu henüz imzalanmadı; konsoldaki listede en üstte durur. Lütfen şimdi okuyun ya da bir meslektaşınıza bırakın.\n\n{link}',
      'The time for a case is over, and its report is not signed yet; it stands at the top of the worklist. Please read it now, or give it to a colleague.\n\n{link}',
      'انتهت مهلة حالة ولم يوقَّع تقريرها بعد؛ وهي في أعلى قائمة العمل. يرجى قراءتها الآن أو تركها لزميل.\n\n{link}',
    ),
    action: OPEN_WORKLIST,
  },
  'case-unclaimed': {
    subject: t('Bir vakayı kimse üstlenmedi', 'Nobody has claimed a case', 'لم يتولَّ أحد إحدى الحالات'),
    text: t(
      'Bir vakanın süresinin yarısı geçti ve henüz hiçbir radyolog vakayı üstlenmedi. Lütfen bir radyoloğa ulaşın; radyolog hesapları bu sayfadadır.\n\n{link}',
      'Half of the time for a case is over, and no radiologist has claimed it. Please reach a radiologist; their accounts are on this page.\n\n{link}',
      'مضى نصف مهلة إحدى الحالات ولم يتولَّها أي طبيب أشعة. يرجى التواصل مع طبيب أشعة؛ حساباتهم في هذه الصفحة.\n\n{link}',
    ),
    action: OPEN_CONSOLE,
  },
  'application-received': {
    subject: t('Deneme başvurunuzu aldık', 'We received your trial application', 'استلمنا طلب الفترة التجريبية'),
    text: t(
      'DuaiCheck deneme başvurunuzu aldık. Bir uzman 48 saat içinde sizinle iletişime geçecek.',
      'We received your application for a DuaiCheck trial. A specialist will reach out within 48 hours.',
      'استلمنا طلبك لتجربة DuaiCheck. سيتواصل معك أحد المختصين خلال 48 ساعة.',
    ),
  },
  'application-to-operators': {
    subject: t('Yeni deneme başvurusu', 'New trial application', 'طلب تجربة جديد'),
    text: t(
      'Konsolda yeni bir deneme başvurusu bekliyor.\n\n{link}',
      'A new trial application is waiting in the console.\n\n{link}',
      'طلب تجربة جديد ينتظر في لوحة التحكم.\n\n{link}',
    ),
    action: OPEN_CONSOLE,
  },
  'application-declined': {
    subject: t('Deneme başvurunuz', 'Your trial application', 'طلب الفترة التجريبية'),
    text: t(
      'DuaiCheck deneme başvurunuzu kabul edemiyoruz.\n\nGerekçe: {reason}\n\nSorularınız için bize yazabilirsiniz.',
      'We cannot accept your application for a DuaiCheck trial.\n\nThe reason: {reason}\n\nWrite to us if you have questions.',
      'لا يمكننا قبول طلبك لتجربة DuaiCheck.\n\nالسبب: {reason}\n\nراسلنا إن كانت لديك أسئلة.',
    ),
  },
  'application-question': {
    subject: t(
      'Deneme başvurunuzla ilgili bir soru',
      'A question about your trial application',
      'سؤال حول طلب التجربة',
    ),
    text: t(
      'DuaiCheck deneme başvurunuzla ilgili bir sorumuz var: {question}\n\nYanıtlamak için bağlantıyı açın (14 gün geçerlidir, bir kez kullanılabilir).\n\n{link}',
      'We have a question about your application for a DuaiCheck trial: {question}\n\nOpen the link to answer it (valid for 14 days, works once).\n\n{link}',
      'لدينا سؤال حول طلبك لتجربة DuaiCheck: {question}\n\nافتح الرابط للإجابة (صالح لمدة 14 يومًا ولمرة واحدة).\n\n{link}',
    ),
    action: t('Soruyu yanıtla', 'Answer the question', 'الإجابة عن السؤال'),
  },
  'application-answered': {
    subject: t('Başvuru sorusu yanıtlandı', 'An applicant has answered', 'أجاب مقدم الطلب'),
    text: t(
      'Bir başvuru sahibi sorunuzu yanıtladı.\n\n{link}',
      'An applicant has answered your question.\n\n{link}',
      'أجاب أحد مقدمي الطلبات على سؤالك.\n\n{link}',
    ),
    action: OPEN_CONSOLE,
  },
  'upgrade-requested': {
    subject: t('Yükseltme isteği', 'An institution asks for an upgrade', 'مؤسسة تطلب الترقية'),
    text: t(
      '{institution} tarama başına ödemeye geçmek istiyor. {message}\n\n{link}',
      '{institution} wants to go on with pay per scan. {message}\n\n{link}',
      'ترغب {institution} في المتابعة بالدفع مقابل كل فحص. {message}\n\n{link}',
    ),
    action: OPEN_CONSOLE,
  },
  'member-invitation': {
    subject: t('DuaiCheck davetiniz', 'Your invitation to DuaiCheck', 'دعوتك إلى DuaiCheck'),
    text: t(
      '{institution} sizi DuaiCheck’e davet etti. Kullanıcı adı ve parola belirlemek için bağlantıyı açın (7 gün geçerlidir, bir kez kullanılabilir).\n\n{link}',
      '{institution} invited you to DuaiCheck. Open the link to choose a username and a password (valid for 7 days, works once).\n\n{link}',
      'دعتك {institution} إلى DuaiCheck. افتح الرابط لاختيار اسم مستخدم وكلمة مرور (صالح لمدة 7 أيام ولمرة واحدة).\n\n{link}',
    ),
    action: ACCEPT_INVITATION,
  },
  invitation: {
    subject: t('DuaiCheck deneme davetiniz', 'Your invitation to DuaiCheck', 'دعوتك إلى DuaiCheck'),
    text: t(
      'Deneme başvurunuz onaylandı. Kullanıcı adı ve parola belirlemek için bağlantıyı açın (7 gün geçerlidir, bir kez kullanılabilir).\n\n{link}',
      'Your trial application was approved. Open the link to choose a username and a password (valid for 7 days, works once).\n\n{link}',
      'تمت الموافقة على طلبك. افتح الرابط لاختيار اسم مستخدم وكلمة مرور (صالح لمدة 7 أيام ولمرة واحدة).\n\n{link}',
    ),
    action: ACCEPT_INVITATION,
  },
  'erasure-asked': {
    subject: t(
      'Hesabınız {date} tarihinde silinecek',
      'Your account will be erased on {date}',
      'سيُحذف حسابك في {date}',
    ),
    text: t(
      'Hesabınızın ve tüm verilerinizin silinmesini istediniz. {date} tarihinde silinecekler; bundan sonra geri alınamaz. O güne kadar vazgeçebilir ve verilerinizin bir kopyasını indirebilirsiniz:\n\n{link}\n\nBunu siz istemediyseniz hemen giriş yapıp silmeyi durdurun ve parolanızı değiştirin.',
      'You asked for your account and all your data to be erased. They will be erased on {date}; after that there is no way back. Until then you can change your mind and download a copy of your data:\n\n{link}\n\nIf you did not ask for this, sign in at once, stop the erasure and change your password.',
      'طلبت حذف حسابك وجميع بياناتك. ستُحذف في {date} ولا يمكن التراجع بعد ذلك. حتى ذلك الحين يمكنك العدول عن الحذف وتنزيل نسخة من بياناتك:\n\n{link}\n\nإن لم تطلب ذلك فسجّل الدخول فورًا وأوقف الحذف وغيّر كلمة المرور.',
    ),
    action: t('Verilerime git', 'Go to my data', 'الانتقال إلى بياناتي'),
  },
  'erasure-cancelled': {
    subject: t('Hesabınız silinmeyecek', 'Your account will not be erased', 'لن يُحذف حسابك'),
    text: t(
      'Silme isteğinizi geri aldınız. Hesabınız ve verileriniz olduğu gibi duruyor.',
      'You took your request for erasure back. Your account and your data stay as they are.',
      'سحبت طلب الحذف. يبقى حسابك وبياناتك كما هي.',
    ),
  },
  'erasure-done': {
    subject: t('Verileriniz silindi', 'Your data were erased', 'حُذفت بياناتك'),
    text: t(
      'Hesabınız ve tüm verileriniz silindi. Neyin silindiğini gösteren belge bu bağlantıdadır; belgede adınız geçmez:\n\n{link}\n\nBu size gönderdiğimiz son iletidir. Adresinizi artık saklamıyoruz.',
      'Your account and all your data were erased. The document that shows what was erased is behind this link; it does not name you:\n\n{link}\n\nThis is the last message we send you. We no longer keep your address.',
      'حُذف حسابك وجميع بياناتك. الوثيقة التي تبيّن ما حُذف في هذا الرابط، وهي لا تذكر اسمك:\n\n{link}\n\nهذه آخر رسالة نرسلها إليك. لم نعد نحتفظ بعنوانك.',
    ),
    action: t('Belgeyi aç', 'Open the document', 'فتح الوثيقة'),
  },
} as const satisfies Record<string, Template>;

export type TemplateName = keyof typeof TEMPLATES;

export interface Rendered {
  subject: string;
  text: string;
  html: string;
  sms: string;
}

/** A message in the reader's language, as a mail (subject, text, HTML) and as an SMS (its first paragraph). */
export function render(
  name: TemplateName,
  values: Record<string, string>,
  language: Language,
  contactEmail: string,
): Rendered {
  const template: Template = TEMPLATES[name];
  const params: Record<string, string> = { ...values, contact: contactEmail };
  const subject = fill(template.subject[language], params);
  const paragraphs = template.text[language].split('\n\n');
  const namesContact = template.text[language].includes('{contact}');
  const foot = namesContact ? [] : [fill(QUESTIONS[language], params)];
  return {
    subject,
    text: [...paragraphs.map((paragraph) => fill(paragraph, params)), ...foot, 'DUAI'].join('\n\n'),
    html: mailPage({
      language,
      subject,
      paragraphs: paragraphs.map((paragraph) =>
        paragraph === '{link}'
          ? { link: params.link ?? '', label: template.action![language] }
          : fill(paragraph, params),
      ),
      foot,
    }),
    sms: `DUAI: ${fill(paragraphs[0]!, params)}`,
  };
}
