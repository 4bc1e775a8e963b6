import { z } from 'zod';
import type { Language, Translated } from './languages.ts';

type ErrorEntry = { status: number; message: Translated };

const entry = (status: number, tr: string, en: string, ar: string): ErrorEntry => ({ status, message: { tr, en, ar } });

/**
 * The one table of errors: stable code → HTTP status and the sentence a reader sees, in each language.
 * `{name}` in a sentence is filled from the error's params.
 */
export const ERRORS = {
  VALIDATION_FAILED: entry(
    400,
    'Bazı alanlar eksik veya hatalı. Lütfen işaretli alanları düzeltin.',
    'Some fields are missing or wrong. Please correct the marked fields.',
    'بعض الحقول ناقصة أو غير صحيحة. يرجى تصحيح الحقول المحددة.',
  ),
  NOT_SIGNED_IN: entry(
    401,
    'Oturumunuz yok veya süresi doldu. Lütfen yeniden giriş yapın.',
    'You are not signed in, or your session has ended. Please sign in again.',
    'لم تسجّل الدخول أو انتهت جلستك. يرجى تسجيل الدخول من جديد.',
  ),
  CREDENTIALS_WRONG: entry(
    401,
    'E-posta veya parola hatalı.',
    'The e-mail address or the password is not correct.',
    'البريد الإلكتروني أو كلمة المرور غير صحيحة.',
  ),
  FORBIDDEN: entry(
    403,
    'Bu işlem için yetkiniz yok.',
    'You are not allowed to do this.',
    'ليست لديك صلاحية للقيام بهذا الإجراء.',
  ),
  ORIGIN_REFUSED: entry(
    403,
    'Bu istek başka bir siteden geldiği için reddedildi.',
    'This request came from another site and was refused.',
    'رُفض هذا الطلب لأنه جاء من موقع آخر.',
  ),
  EMAIL_NOT_VERIFIED: entry(
    403,
    'Raporunuz hazır. Açmak için önce e-posta adresinizi doğrulayın.',
    'Your report is ready. Please verify your e-mail address to open it.',
    'تقريرك جاهز. يرجى تأكيد بريدك الإلكتروني لفتحه.',
  ),
  CONSENT_REQUIRED: entry(
    403,
    'Bunun için geçerli onayınız gerekiyor: onayınızı geri çektiniz ya da metin değişti. Vakalarınızın sayfasındaki “Onay ver” düğmesiyle onay verin ve yeniden deneyin. İmzalı raporlarınız sizde kalır.',
    'We need your valid consent for this: you withdrew it, or its text has changed. Choose “Give consent” on the page of your cases and try again. Signed reports stay yours.',
    'نحتاج إلى موافقتك السارية للقيام بذلك: فقد سحبتها أو تغيّر نصها. اختر «منح الموافقة» في صفحة حالاتك ثم حاول مجددًا. تبقى تقاريرك الموقّعة لك.',
  ),
  CASE_WITHOUT_CONSENT: entry(
    409,
    'Hastanın geçerli onayı yok; rapor imzalanamaz. Hasta, sayfasında onay verdiğinde imzalayabilirsiniz. Metniniz kayıtlıdır.',
    'There is no valid consent of the patient, so the report cannot be signed. You can sign once the patient has consented again on their page. Your text is saved.',
    'لا توجد موافقة سارية من المريض، ولذلك لا يمكن توقيع التقرير. يمكنك التوقيع حالما يوافق المريض مجددًا في صفحته. نصك محفوظ.',
  ),
  NOT_FOUND: entry(
    404,
    'Aradığınız kayıt bulunamadı.',
    'What you are looking for was not found.',
    'لم يُعثر على ما تبحث عنه.',
  ),
  NOT_ACCEPTABLE: entry(
    406,
    'Bu görüntü istenen biçimde verilemiyor. Görüntüleyicide önizlemesi açılır.',
    'This image cannot be given in the form that was asked for. The viewer shows its preview.',
    'لا يمكن تقديم هذه الصورة بالصيغة المطلوبة. تعرض أداة العرض معاينتها.',
  ),
  METHOD_NOT_ALLOWED: entry(
    405,
    'Bu adres bu işlemi desteklemiyor.',
    'This address does not support this operation.',
    'هذا العنوان لا يدعم هذا الإجراء.',
  ),
  EMAIL_TAKEN: entry(
    409,
    'Bu e-posta ile bir hesap zaten var. Giriş yapın ya da parolanızı sıfırlayın.',
    'There is already an account with this e-mail. Sign in, or reset your password.',
    'يوجد حساب بهذا البريد الإلكتروني. سجّل الدخول أو أعد تعيين كلمة المرور.',
  ),
  USERNAME_TAKEN: entry(409, 'Bu kullanıcı adı alınmış.', 'This username is taken.', 'اسم المستخدم هذا مستخدَم.'),
  CASE_NOT_OPEN_FOR_IMAGES: entry(
    409,
    'Bu vakaya artık görüntü eklenemez; inceleme başladı.',
    'Images can no longer be added to this case; its review has begun.',
    'لم يعد بالإمكان إضافة صور إلى هذه الحالة؛ فقد بدأت مراجعتها.',
  ),
  CASE_BEING_READ: entry(
    409,
    'Bir radyolog vakanızı okumaya başladı; artık geri alınamaz. Eklemek istediklerinizi soru olarak yazın.',
    'A radiologist has begun to read your case; it can no longer be taken back. Write what you want to add as a question.',
    'بدأ طبيب أشعة قراءة حالتك ولم يعد بالإمكان استعادتها. اكتب ما تريد إضافته على شكل سؤال.',
  ),
  CASE_NOT_IN_REVIEW: entry(
    409,
    'Bu vaka şu anda incelemede değil.',
    'This case is not in review at the moment.',
    'هذه الحالة ليست قيد المراجعة حاليًا.',
  ),
  CASE_CLAIMED: entry(
    409,
    'Bu vaka başka bir radyolog tarafından okunuyor.',
    'This case is being read by another radiologist.',
    'يقرأ هذه الحالة طبيب أشعة آخر.',
  ),
  CASE_NOT_CLAIMED: entry(409, 'Önce vakayı üzerinize alın.', 'Claim the case first.', 'استلم الحالة أولًا.'),
  REPORT_SIGNED: entry(
    409,
    'İmzalı rapor değiştirilemez; ek rapor yazın.',
    'A signed report cannot be changed; write an addendum.',
    'لا يمكن تعديل تقرير موقّع؛ اكتب ملحقًا.',
  ),
  REPORT_NOT_READY: entry(
    409,
    'Rapor taslağı henüz hazır değil.',
    'The draft report is not ready yet.',
    'مسودة التقرير ليست جاهزة بعد.',
  ),
  REPORT_INCOMPLETE: entry(
    409,
    'Bulgular ve sonuç doldurulmadan rapor imzalanamaz.',
    'A report cannot be signed without findings and an impression.',
    'لا يمكن توقيع التقرير دون النتائج والخلاصة.',
  ),
  SUMMARY_NOT_WRITTEN: entry(
    409,
    'Hastanın özeti henüz yazılmadı; rapor bu yüzden imzalanmadı. Ne gördüğünüzü, bunun ne anlama geldiğini ve şimdi ne yapılması gerektiğini gündelik sözcüklerle yazın, sonra imzalayın.',
    'The summary for the patient is not written yet, so the report was not signed. Say in everyday words what you saw, what it means and what to do next, then sign.',
    'لم يُكتب ملخص المريض بعد، لذلك لم يُوقَّع التقرير. اكتب بكلمات يومية ما رأيته وما معناه وما الخطوة التالية، ثم وقّع.',
  ),
  REPORT_CHANGED: entry(
    409,
    'Rapor bu arada değişti. Son halini yükleyip yeniden deneyin.',
    'The report has changed in the meantime. Load its latest version and try again.',
    'تغيّر التقرير في هذه الأثناء. حمّل آخر نسخة وحاول مجددًا.',
  ),
  REPORT_HAS_GAPS: entry(
    409,
    'Raporda doldurulmamış yerler (___) var; bu yüzden imzalanmadı. Her birini doldurun ya da satırını silin.',
    'The report still has places to fill in (___), so it was not signed. Fill in each of them, or remove its line.',
    'لا تزال في التقرير مواضع لم تُملأ (___)، لذلك لم يُوقَّع. املأ كلًّا منها أو احذف سطرها.',
  ),
  RADS_NOT_FITTING: entry(
    409,
    'Bu RADS listesi bu görüntülerin yöntemine uygun değil; rapor kaydedilmedi. Uygun bir liste seçin ya da seçimi kaldırın.',
    'This RADS list is not made for images of this modality, so the report was not saved. Choose another list, or none.',
    'قائمة RADS هذه غير مخصّصة لهذا النوع من الصور، لذلك لم يُحفظ التقرير. اختر قائمة أخرى أو أزل الاختيار.',
  ),
  READ_FIRST: entry(
    409,
    'Yapay zekâ sonuçları, görüntülere ilişkin ön okumanızı kaydettikten sonra gösterilir. Bulgularınızı ve sonucunuzu yazın, “Ön okumayı kaydet”i seçin.',
    'AI results are shown once your preliminary read of the images is saved. Write your findings and impression, then choose “Save the preliminary read”.',
    'تُعرض نتائج الذكاء الاصطناعي بعد حفظ قراءتك الأولية للصور. اكتب النتائج والخلاصة ثم اختر «حفظ القراءة الأولية».',
  ),
  PRELIMINARY_NOT_WRITTEN: entry(
    409,
    'Ön okumanız henüz yazılmadı, bu yüzden kaydedilmedi. Bulguları ve sonucu kendi sözcüklerinizle yazın, sonra yeniden kaydedin.',
    'Your preliminary read is not written yet, so it was not saved. Write findings and impression in your own words, then save it again.',
    'لم تُكتب قراءتك الأولية بعد، لذلك لم تُحفظ. اكتب النتائج والخلاصة بكلماتك ثم احفظها مجددًا.',
  ),
  PRELIMINARY_EXISTS: entry(
    409,
    'Bu görüntüler için ön okumanız zaten kayıtlı ve değiştirilemez. Değişiklikleri raporda yapın.',
    'Your preliminary read of these images is saved already and cannot be changed. Make changes in the report.',
    'قراءتك الأولية لهذه الصور محفوظة بالفعل ولا يمكن تغييرها. أجرِ التعديلات في التقرير.',
  ),
  REPORT_NOT_CHECKED: entry(
    409,
    'İmzadan önce her seriyi açın ve her yapay zekâ sonucu için karar verin.',
    'Before signing, open every series and give a verdict on every AI result.',
    'قبل التوقيع افتح كل سلسلة واحكم على كل نتيجة للذكاء الاصطناعي.',
  ),
  IDENTITY_NOT_ACKNOWLEDGED: entry(
    409,
    'Görüntülerdeki kimlik vakadaki kişiden farklı ya da bu arada değişti. Vakayı yeniden yükleyin, farkı inceleyin ve imzalarken onaylayın.',
    'The images name somebody other than the person of the case, or this has changed. Load the case anew, look at the difference and acknowledge it when you sign.',
    'تذكر الصور شخصًا غير صاحب الحالة، أو تغيّر ذلك. أعد تحميل الحالة وراجع الاختلاف وأقرّ به عند التوقيع.',
  ),
  REPORT_KEEPS_REJECTED: entry(
    409,
    'Kabul etmediğiniz bir yapay zekâ sonucu raporda olduğu gibi duruyor. Metni düzeltin veya kararınızı değiştirin.',
    'An AI result that you did not accept still stands in the report. Change the text or your verdict.',
    'نتيجة للذكاء الاصطناعي لم تقبلها ما زالت في التقرير كما هي. عدّل النص أو حكمك.',
  ),
  APPLICATION_DECIDED: entry(
    409,
    'Bu başvuru zaten sonuçlandırıldı.',
    'This application has already been decided.',
    'سبق البت في هذا الطلب.',
  ),
  ANNOUNCEMENT_ENDED: entry(
    409,
    'Bu duyuru zaten sona erdirildi.',
    'This announcement has already been ended.',
    'سبق إنهاء هذا الإعلان.',
  ),
  ADDENDUM_EXISTS: entry(
    409,
    'Bu ek rapor az önce eklendi; ikinci kez eklenmedi.',
    'This addendum was added a moment ago; it was not added a second time.',
    'أُضيف هذا الملحق قبل قليل؛ ولم يُضف مرة ثانية.',
  ),
  TRIAL_EXPIRED: entry(
    403,
    'Deneme süresi sona erdi. Yüklenen dosya saklanmadı; devam etmek için paketinizi yükseltin.',
    'The trial period is over. The file was not taken; upgrade to continue.',
    'انتهت الفترة التجريبية. لم يُستلم الملف؛ قم بالترقية للمتابعة.',
  ),
  TRIAL_SCANS_USED_UP: entry(
    403,
    'Deneme kapsamındaki {limit} taramanın tamamı kullanıldı. Mevcut sonuçlarınız duruyor; devam etmek için yükseltin.',
    'All {limit} scans of the trial are used. Your results stay; upgrade to continue.',
    'استُخدمت جميع فحوصات الفترة التجريبية وعددها {limit}. نتائجك محفوظة؛ قم بالترقية للمتابعة.',
  ),
  ALREADY_UPGRADED: entry(
    409,
    'Bu kurum zaten tarama başına ödeme yapıyor.',
    'This institution already pays per scan.',
    'هذه المؤسسة تدفع مقابل كل فحص بالفعل.',
  ),
  INVITATION_REDEEMED: entry(
    409,
    'Bu kurumun davetini biri zaten kullandı; başkalarını kurumun yöneticisi davet eder.',
    'Somebody has redeemed the invitation of this institution; its admin invites others.',
    'استخدم أحدهم دعوة هذه المؤسسة بالفعل؛ ومديرها هو من يدعو الآخرين.',
  ),
  PRICE_DATE_PAST: entry(
    400,
    'Bir fiyat en erken bugün (UTC) geçerli olabilir: geçmiş günlerin dökümleri değişmez.',
    'A price begins today (UTC) or later: statements of days that are over do not change.',
    'يبدأ السعر اليوم (UTC) أو بعده: كشوف الأيام المنقضية لا تتغير.',
  ),
  GROUND_TRUTH_INVALID: entry(
    422,
    'CSV dosyasında hatalı satırlar var; hiçbir satır kaydedilmedi.',
    'The CSV has lines that are wrong; no line was stored.',
    'يحتوي ملف CSV على أسطر خاطئة؛ لم يُحفظ أي سطر.',
  ),
  QUESTION_EXISTS: entry(
    409,
    'Bu adla bir soru zaten var.',
    'There is already a question with this name.',
    'يوجد سؤال بهذا الاسم بالفعل.',
  ),
  NAME_NOT_CONFIRMED: entry(
    422,
    'Yazılan ad kurumun adıyla aynı değil; hiçbir şey silinmedi.',
    'What was typed is not the name of the institution; nothing was deleted.',
    'الاسم المكتوب ليس اسم المؤسسة؛ لم يُحذف شيء.',
  ),
  LAST_ADMIN: entry(
    409,
    'Kurumun en az bir yöneticisi olmalı. Önce başka birini yönetici yapın.',
    'An institution needs at least one admin. Make somebody else an admin first.',
    'يجب أن يكون للمؤسسة مدير واحد على الأقل. عيّن مديرًا آخر أولًا.',
  ),
  MEMBER_EXISTS: entry(
    409,
    'Bu e-posta adresiyle kurumda zaten bir üye var.',
    'The institution already has a member with this e-mail address.',
    'يوجد في المؤسسة عضو بهذا البريد الإلكتروني.',
  ),
  TOTP_REQUIRED: entry(
    401,
    'Doğrulama uygulamanızdaki 6 haneli kodu girin.',
    'Enter the 6-digit code of your authenticator app.',
    'أدخل الرمز المكوّن من 6 أرقام من تطبيق المصادقة.',
  ),
  TOTP_CODE_WRONG: entry(
    422,
    'Kod doğru değil veya daha önce kullanıldı.',
    'The code is not right, or was used before.',
    'الرمز غير صحيح أو استُخدم من قبل.',
  ),
  PASSWORD_WRONG: entry(422, 'Parola doğru değil.', 'The password is not right.', 'كلمة المرور غير صحيحة.'),
  PASSKEY_REFUSED: entry(
    422,
    'Geçiş anahtarı doğrulanamadı. Yeniden deneyin ya da parolanızla giriş yapın.',
    'The passkey could not be verified. Try again, or sign in with your password.',
    'تعذّر التحقق من مفتاح المرور. حاول مجددًا أو سجّل الدخول بكلمة المرور.',
  ),
  PASSKEY_UNKNOWN: entry(
    422,
    'Bu geçiş anahtarı hesabınızdan kaldırılmış ya da hiç kaydedilmemiş. Parolanızla giriş yapın; dilerseniz ayarlarınızda yeni bir anahtar ekleyin.',
    'This passkey was removed from your account, or was never registered. Sign in with your password; you can add a new passkey in your settings.',
    'أُزيل مفتاح المرور هذا من حسابك أو لم يُسجَّل قط. سجّل الدخول بكلمة المرور؛ ويمكنك إضافة مفتاح جديد من الإعدادات.',
  ),
  PASSKEY_REQUEST_EXPIRED: entry(
    410,
    'Bu geçiş anahtarı isteğinin süresi doldu ya da istek zaten kullanıldı. Lütfen yeniden deneyin.',
    'This passkey request has expired or was already used. Please try again.',
    'انتهت صلاحية طلب مفتاح المرور هذا أو سبق استخدامه. يرجى المحاولة مجددًا.',
  ),
  PASSKEY_EXISTS: entry(
    409,
    'Bu geçiş anahtarı zaten kayıtlı.',
    'This passkey is already registered.',
    'مفتاح المرور هذا مسجّل بالفعل.',
  ),
  TOO_MANY_PASSKEYS: entry(
    409,
    'Bir hesapta en çok {limit} geçiş anahtarı olabilir. Önce kullanmadığınız birini kaldırın.',
    'An account can have at most {limit} passkeys. First remove one that you do not use.',
    'يمكن أن يحتوي الحساب على {limit} مفتاح مرور على الأكثر. أزل أولًا مفتاحًا لا تستخدمه.',
  ),
  PACS_PEER_TAKEN: entry(
    409,
    'Bu AE başlığı ve adres ya da sertifika ile bir sistem zaten var. Önce onu kaldırın.',
    'A system with this AE title and address or certificate is already there. Remove it first.',
    'يوجد نظام بعنوان AE هذا وبهذا العنوان أو بهذه الشهادة. أزله أولًا.',
  ),
  PACS_CERTIFICATE_NOT_READABLE: entry(
    422,
    'Sertifika okunamadı. Metin biçiminde tek bir sertifika yapıştırın.',
    'The certificate cannot be read. Paste one certificate in PEM form.',
    'تعذرت قراءة الشهادة. ألصق شهادة واحدة بصيغة PEM.',
  ),
  WEBHOOK_ADDRESS_REFUSED: entry(
    422,
    'Bu adrese çağrı yapılmaz: https değil, özel, yerel ya da çözülemeyen bir adres.',
    'The address must use HTTPS and resolve to a public host.',
    'لا يُستدعى هذا العنوان: ليس https أو خاص أو محلي أو يتعذر حله.',
  ),
  LINK_INVALID: entry(
    410,
    'Bu bağlantı geçersiz, kullanılmış ya da süresi dolmuş.',
    'This link is invalid, already used or expired.',
    'هذا الرابط غير صالح أو مستخدَم أو منتهي الصلاحية.',
  ),
  SHARE_CLOSED: entry(
    410,
    'Bağlantı veya PIN doğru değil ya da bağlantı artık açık değil. Bağlantıyı aldığınız kişiye danışın.',
    'The link or the PIN is not right, or the link is no longer open. Please ask the person who gave it to you.',
    'الرابط أو رمز PIN غير صحيح، أو لم يعد الرابط مفتوحًا. يرجى مراجعة من أعطاك الرابط.',
  ),
  BODY_TOO_LARGE: entry(
    413,
    'Gönderilen veri çok büyük.',
    'What was sent is too large.',
    'البيانات المرسلة كبيرة جدًا.',
  ),
  UPLOAD_EMPTY: entry(400, 'Hiç dosya gönderilmedi.', 'No file was sent.', 'لم يُرسل أي ملف.'),
  UPLOAD_ALL_REFUSED: entry(
    422,
    'Gönderilen dosyaların hiçbiri kabul edilemedi.',
    'None of the files could be accepted.',
    'تعذّر قبول أي من الملفات المرسلة.',
  ),
  UPLOAD_INTERRUPTED: entry(
    400,
    'Yükleme yarıda kesildi; hiçbir dosya kaydedilmedi. Lütfen yeniden deneyin.',
    'The upload was cut off; no file was stored. Please try again.',
    'انقطع الرفع ولم يُحفظ أي ملف. يرجى المحاولة مجددًا.',
  ),
  TOO_MANY_FILES: entry(
    409,
    'Bir vakada en çok 2.000 dosya olabilir.',
    'A case can hold at most 2,000 files.',
    'يمكن للحالة أن تضم 2000 ملف على الأكثر.',
  ),
  UPLOAD_INCOMPLETE: entry(
    409,
    'Bazı dosyalar henüz tam olarak ulaşmadı. Yüklemeyi sürdürün.',
    'Some files have not arrived whole yet. Continue the upload.',
    'لم تصل بعض الملفات كاملة بعد. تابع الرفع.',
  ),
  FIRST_REPORT_NOT_PDF: entry(
    422,
    'Dosya bir PDF değil. Raporu PDF olarak ekleyin ya da metnini yazın.',
    'The file is not a PDF. Attach the report as a PDF, or write its text.',
    'الملف ليس PDF. أرفق التقرير بصيغة PDF أو اكتب نصه.',
  ),
  FIRST_REPORT_TOO_LARGE: entry(
    413,
    'Rapor dosyası 10 MB sınırını aşıyor.',
    'The file of the report is larger than 10 MB.',
    'يتجاوز ملف التقرير حد 10 ميغابايت.',
  ),
  CONTENT_TYPE_NOT_SUPPORTED: entry(
    415,
    'Bu içerik türü desteklenmiyor.',
    'This content type is not supported.',
    'نوع المحتوى هذا غير مدعوم.',
  ),
  PASSWORD_TOO_COMMON: entry(
    400,
    'Bu parola çok yaygın. Lütfen başka bir parola seçin.',
    'This password is too common. Please choose another one.',
    'كلمة المرور هذه شائعة جدًا. يرجى اختيار غيرها.',
  ),
  CODE_WRONG: entry(
    400,
    'Kod doğru değil ya da süresi doldu. Yeni bir kod isteyin.',
    'The code is not correct or has expired. Ask for a new one.',
    'الرمز غير صحيح أو انتهت صلاحيته. اطلب رمزًا جديدًا.',
  ),
  PHONE_NOT_REACHABLE: entry(
    409,
    'Önce telefon numaranızı ülke koduyla girin.',
    'First enter your phone number with its country code.',
    'أدخل أولًا رقم هاتفك مع رمز البلد.',
  ),
  RESEND_TOO_SOON: entry(
    429,
    'Az önce gönderildi. Yeniden göndermek için {seconds} saniye bekleyin.',
    'It was sent a moment ago. Wait {seconds} seconds to send it again.',
    'أُرسل قبل لحظات. انتظر {seconds} ثانية لإعادة الإرسال.',
  ),
  CHECKS_PAUSED: entry(
    429,
    'Gönderdiğiniz dosyalardan birkaçının denetimi bitirilemedi; bu hesaptan {minutes} dakika boyunca dosya alınmıyor. Daha sonra öteki görüntülerinizi gönderin. Dosyalarınız sağlamsa bize yazın.',
    'The check of several files of this account could not be completed; no files are taken from it for {minutes} minutes. Send your other images after that. If your files are well, please write to us.',
    'تعذّر إكمال فحص عدد من ملفات هذا الحساب؛ لن تُستلم منه ملفات لمدة {minutes} دقائق. أرسل صورك الأخرى بعد ذلك. وإذا كانت ملفاتك سليمة فراسلنا.',
  ),
  TOO_MANY_REQUESTS: entry(
    429,
    'Çok fazla deneme yapıldı. Lütfen biraz sonra yeniden deneyin.',
    'Too many attempts. Please try again a little later.',
    'محاولات كثيرة جدًا. يرجى المحاولة بعد قليل.',
  ),
  INTERNAL: entry(
    500,
    'Beklenmeyen bir hata oluştu. Lütfen yeniden deneyin; sürerse bize yazın.',
    'Something unexpected went wrong. Please try again; write to us if it stays.',
    'حدث خطأ غير متوقع. يرجى المحاولة مجددًا، وراسلنا إن استمر.',
  ),
  PACKAGE_NOT_READABLE: entry(
    400,
    'Paket açılamadı: klasör ya da ZIP arşivi değil. Hiçbir şey kaydedilmedi; dosyayı denetleyip yeniden deneyin.',
    'The package cannot be opened: it is neither a folder nor a ZIP archive. Nothing was stored; check the file and try again.',
    'تعذّر فتح الحزمة: ليست مجلدًا ولا أرشيف ZIP. لم يُحفظ شيء؛ تحقق من الملف وحاول مجددًا.',
  ),
  PACKAGE_PATH_REFUSED: entry(
    400,
    'Pakette izin verilmeyen bir dosya adı var: {name}. Paket yalnızca düz dosyalar içerir. Hiçbir şey kaydedilmedi.',
    'The package holds a name that is not allowed: {name}. A package holds plain files only, no folders or links. Nothing was stored.',
    'تحتوي الحزمة على اسم غير مسموح به: {name}. يجب أن تحتوي على ملفات فقط دون مجلدات. لم يُحفظ شيء.',
  ),
  PACKAGE_TOO_LARGE: entry(
    413,
    'Paket çok büyük: en çok 20 dosya ve açılmış hâliyle 1 GB olabilir. Hiçbir şey kaydedilmedi.',
    'The package is too large: at most 20 files and 1 GB once unpacked. Nothing was stored.',
    'الحزمة كبيرة جدًا: 20 ملفًا على الأكثر و1 غيغابايت بعد فكّها. لم يُحفظ شيء.',
  ),
  PACKAGE_FILE_MISSING: entry(
    400,
    'Pakette {name} dosyası yok. Hiçbir şey kaydedilmedi.',
    'The package has no file {name}. Nothing was stored.',
    'لا يوجد في الحزمة الملف {name}. لم يُحفظ شيء.',
  ),
  PACKAGE_FILE_INVALID: entry(
    400,
    '{name} dosyası kurallara uymuyor: {problem}. Hiçbir şey kaydedilmedi.',
    'The file {name} is not valid: {problem}. Nothing was stored.',
    'الملف {name} غير صالح: {problem}. لم يُحفظ شيء.',
  ),
  WEIGHTS_CHANGED: entry(
    400,
    '{name} dosyasının özeti (SHA-256) bildirilenden farklı: dosya bozulmuş ya da değiştirilmiş. Hiçbir şey kaydedilmedi.',
    'The file {name} has another SHA-256 than the manifest says: it is damaged or was changed. Nothing was stored.',
    'بصمة SHA-256 للملف {name} تختلف عمّا في البيان: الملف تالف أو عُدّل. لم يُحفظ شيء.',
  ),
  CARD_NOT_OF_VERSION: entry(
    400,
    'Model kartı bu sürümün kartı değil; ilk satırı şöyle başlamalı: {first}. Hiçbir şey kaydedilmedi.',
    'The model card is not of this version; its first line has to begin with: {first}. Nothing was stored.',
    'بطاقة النموذج ليست لهذا الإصدار؛ يجب أن يبدأ سطرها الأول بـ: {first}. لم يُحفظ شيء.',
  ),
  CARD_STALE: entry(
    400,
    'Model kartı veya değerlendirmesi bu ağırlıklara ait değil ya da kart değerlendirmenin sayılarını göstermiyor. Hiçbir şey kaydedilmedi.',
    'The evaluation is of other weights, or the model card does not show its figures. Nothing was stored.',
    'التقييم لأوزان أخرى، أو لا تعرض بطاقة النموذج أرقامه. لم يُحفظ شيء.',
  ),
  VERSION_TAKEN: entry(
    409,
    '{id} {version} zaten var. Değişen bir paket yeni bir sürüm numarası ister.',
    'There is {id} {version} already. A changed package needs another version number.',
    'يوجد {id} {version} بالفعل. الحزمة المعدّلة تحتاج إلى رقم إصدار آخر.',
  ),
  MODEL_OUTPUT_WRONG: entry(
    400,
    'Model deneme girdisinde bildirdiğinden başka bir sonuç verdi: {problem}. Hiçbir şey kaydedilmedi.',
    'On a trial input the model gave something else than its manifest says: {problem}. Nothing was stored.',
    'أعطى النموذج في مدخل تجريبي غير ما يقوله بيانه: {problem}. لم يُحفظ شيء.',
  ),
  MODEL_NOT_RUNNABLE: entry(
    400,
    'Model çalıştırılamadı: {problem}. Hiçbir şey kaydedilmedi.',
    'The model cannot be run: {problem}. Nothing was stored.',
    'تعذّر تشغيل النموذج: {problem}. لم يُحفظ شيء.',
  ),
  MODEL_TOO_SLOW: entry(
    400,
    'Model deneme girdisinde {seconds} saniyede bitmedi ve durduruldu. Hiçbir şey kaydedilmedi.',
    'On a trial input the model did not end within {seconds} seconds and was stopped. Nothing was stored.',
    'لم ينتهِ النموذج خلال {seconds} ثانية في مدخل تجريبي وأُوقف. لم يُحفظ شيء.',
  ),
  MODEL_TOO_LARGE: entry(
    400,
    'Model deneme girdisinde {memoryMb} MB’den çok bellek istedi ve durduruldu. Hiçbir şey kaydedilmedi.',
    'On a trial input the model needed more than {memoryMb} MB of memory and was stopped. Nothing was stored.',
    'احتاج النموذج في مدخل تجريبي إلى أكثر من {memoryMb} ميغابايت من الذاكرة وأُوقف. لم يُحفظ شيء.',
  ),
  FILE_DAMAGED: entry(
    500,
    'Bu dosyanın bizde saklanan kopyası bozulmuş. Hata bizde, sizin dosyanızda değil; bozuk içeriği göstermiyoruz ve ekibimize bildirildi. Dosya sizdeyse yeniden yükleyin, kopyamız onarılır; değilse biraz sonra yeniden deneyin veya bize yazın.',
    'Our stored copy of this file is damaged. The fault is ours, not your file’s; nothing of it is shown and our staff has been told. If you have the file, upload it again and our copy is repaired; otherwise try again later or write to us.',
    'نسخة هذا الملف المحفوظة لدينا تالفة. الخطأ منّا وليس من ملفك؛ لا نعرض شيئًا من محتواها وقد أُبلغ فريقنا. إن كان الملف لديك فارفعه مجددًا لتُصلَح نسختنا، وإلا فحاول لاحقًا أو راسلنا.',
  ),
  STORAGE_UNAVAILABLE: entry(
    503,
    'Dosyalar şu anda kaydedilemiyor. Hiçbir şey kaybolmadı; lütfen biraz sonra yeniden deneyin.',
    'Files cannot be stored at the moment. Please try again a little later.',
    'لا يمكن حفظ الملفات حاليًا. يرجى المحاولة بعد قليل.',
  ),
  STORAGE_FULL: entry(
    507,
    'Depolama alanımız şu anda dolu; dosyalarınızı kaydedemedik. Ulaşmış olanlar duruyor, seçtikleriniz bu sayfada kalıyor; lütfen biraz sonra yeniden deneyin.',
    'Our storage is full at the moment; your files could not be stored. What has arrived is kept, and what you chose stays on this page; please try again a little later.',
    'مساحة التخزين لدينا ممتلئة حاليًا ولم نتمكن من حفظ ملفاتك. ما وصل منها محفوظ، وما اخترته باقٍ في هذه الصفحة؛ يرجى المحاولة بعد قليل.',
  ),
  KEY_IMAGE_TWICE: entry(
    409,
    'Bu kesit aynı pencere ve aynı bölümle raporda zaten var. Birini çıkarın ya da başka bir pencerede gösterin.',
    'This slice is in the report already, in the same window and the same part. Remove one, or show it in another window.',
    'هذا المقطع موجود في التقرير بالنافذة نفسها والجزء نفسه. احذف أحدهما أو اعرضه بنافذة أخرى.',
  ),
  TOO_MANY_WEBHOOKS: entry(
    409,
    'Bir kurumun en çok {limit} webhook adresi olabilir. Önce kullanmadığınız birini kaldırın.',
    'An institution can have at most {limit} webhooks. First remove one that you do not use.',
    'يمكن أن يكون للمؤسسة {limit} عنوان webhook على الأكثر. أزل أولًا عنوانًا لا تستخدمه.',
  ),
  PRESS_TEXT_EMPTY: entry(
    400,
    'İzin verilmeyen öğeler çıkarıldığında metinden geriye bir şey kalmıyor. Metni paragraf, liste veya alıntı olarak yazın.',
    'Nothing remains after removing unsupported formatting. Write it as paragraphs, lists or quotations.',
    'لا يبقى شيء من النص بعد حذف ما لا يُسمح به. اكتبه في فقرات أو قوائم أو اقتباسات.',
  ),
  DATABASE_AWAY: entry(
    503,
    'Sistemimize kısa bir süre ulaşılamıyor. Lütfen birazdan yeniden deneyin; bir şey kaydediyorduysanız önce kaydedilip kaydedilmediğine bakın.',
    'Our system is interrupted for a moment. Please try again shortly; if you were saving something, look first whether it was saved.',
    'نظامنا متوقف مؤقتًا. يرجى المحاولة بعد قليل؛ وإن كنت تحفظ شيئًا فتحقق أولًا مما إذا كان قد حُفظ.',
  ),
  NO_ROOM: entry(
    507,
    'Depolama alanımız şu anda dolu; bu işlem kaydedilmedi. Sayfadakiler duruyor; lütfen biraz sonra yeniden deneyin.',
    'Our storage is full at the moment, so this was not saved. What is on this page stays; please try again a little later.',
    'مساحة التخزين لدينا ممتلئة حاليًا ولم يُحفظ هذا الإجراء. ما في هذه الصفحة باقٍ؛ يرجى المحاولة بعد قليل.',
  ),
  NOT_READY: entry(
    503,
    'Sunucumuz şu anda yeniden başlatılıyor; bu işlem tamamlanmadı. Lütfen bir dakika sonra yeniden deneyin.',
    'Our server is being restarted, so this was not completed. Please try again in a minute.',
    'يُعاد تشغيل خادمنا الآن ولم يكتمل هذا الإجراء. يرجى المحاولة مرة أخرى بعد دقيقة.',
  ),
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;
export const ERROR_CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

/** The body of every error answer. */
export const errorBodySchema = z.object({
  message: z.string(),
  code: z.enum(ERROR_CODES),
  details: z.unknown().optional(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;

/** One field that failed validation: where, and the sentence for the reader. */
export const fieldErrorSchema = z.object({ path: z.string(), message: z.string() });
export type FieldError = z.infer<typeof fieldErrorSchema>;

/** Fills `{name}` in a sentence. */
export const fill = (sentence: string, params: Record<string, string | number> = {}): string =>
  sentence.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));

export const errorMessage = (code: ErrorCode, language: Language, params?: Record<string, string | number>): string =>
  fill(ERRORS[code].message[language], params);
