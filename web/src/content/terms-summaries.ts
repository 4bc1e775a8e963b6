import type { PatientNotice } from './patient-notices.ts';

/**
 * The terms as far as they concern patients, in the other languages of the patient interface, section by section. The English
 * text is binding, unless the consumer's own law grants more (section 8).
 */
export const TERMS_SUMMARIES: readonly PatientNotice[] = [
  {
    language: 'tr',
    title: 'Hastalar için hizmet koşulları',
    parts: [
      {
        heading: 'Ne sunuyoruz',
        text: 'Tamamlanmış bir incelemenin görüntülerini gönderirsiniz; yazılım ölçer ve denetler, radyolog okur ve sizin için bir rapor imzalar. Hedefimiz 24-48 saattir; teslim zamanını vakanızda görürsünüz, gecikirse haber veririz.',
      },
      {
        heading: 'Ne değildir',
        text: 'Acil durumlar için değildir: acil bir şikâyetiniz varsa 112’yi arayın. İkinci görüş karara destek olur, muayenenin ve hekiminizin yerini tutmaz. Yalnızca buna dayanarak tedaviye başlamayın, tedaviyi değiştirmeyin veya bırakmayın.',
      },
      {
        heading: 'Hesabınız',
        text: '18 yaşında veya büyük olmalı ya da adına hareket etmeye yetkili olduğunuz kişi için başvurmalısınız. Bilgilerinizi doğru verin, parolanızı kimseyle paylaşmayın. Görüntüler sizin kalır. Bu koşulları kabul etmek, verilerinizin işlenmesine rıza vermek değildir.',
      },
      {
        heading: 'Kullanım kuralları',
        text: 'Hukuka aykırı veya zararlı dosya ve yetkiniz olmayan kişilere ait görüntü yüklemeyin; başkalarının verilerine ulaşmaya çalışmayın; taslak veya ölçümleri imzalı rapor gibi göstermeyin. Aykırılıkta hesabı askıya alabilir, nedenini bildiririz.',
      },
      {
        heading: 'Değişiklikler',
        text: 'Haklarınızı etkileyen değişiklikleri yürürlüğe girmeden en az 30 gün önce e-posta ile bildiririz; o zamana kadar hesabınızı kapatabilirsiniz.',
      },
      {
        heading: 'Sorumluluk ve hukuk',
        text: 'Kasıt, ağır ihmal ve yaşama, bedene, sağlığa verilen zararlardan sınırsız sorumluyuz. Tüketici ve hasta olarak vazgeçilemez haklarınız saklıdır. Koşullar Kıbrıs hukukuna tabidir; yaşadığınız ülkenin tüketiciyi koruyan emredici kuralları da geçerlidir. Bağlayıcı metin İngilizcedir.',
      },
    ],
  },
  {
    language: 'ar',
    title: 'شروط الخدمة للمرضى',
    parts: [
      {
        heading: 'ما نقدمه',
        text: 'ترسل صور فحص منتهٍ، فيقيس البرنامج ويتحقق، ويقرأ طبيب أشعة الصور ويوقّع تقريرًا لك. هدفنا \u206624-48\u2069 ساعة، وترى موعد التسليم في حالتك، ونخبرك إن تأخر.',
      },
      {
        heading: 'ما ليست عليه الخدمة',
        text: 'ليست للحالات الطارئة: إذا كنت تعاني أعراضًا حادة فاتصل برقم الطوارئ في بلدك. الرأي الثاني يدعم القرار ولا يحل محل الفحص أو طبيبك. لا تبدأ علاجًا ولا تغيّره ولا توقفه اعتمادًا عليه وحده.',
      },
      {
        heading: 'حسابك',
        text: 'يجب أن يكون عمرك 18 عامًا أو أكثر، أو أن تكون مخوّلًا عمن تتقدم باسمه. قدّم بيانات صحيحة واحتفظ بكلمة مرورك لنفسك. تبقى الصور ملكك. وقبول هذه الشروط ليس موافقة على معالجة بياناتك.',
      },
      {
        heading: 'قواعد الاستخدام',
        text: 'لا ترفع ملفات ضارة أو مخالفة للقانون ولا صور أشخاص لست مخوّلًا عنهم، ولا تحاول الوصول إلى بيانات غيرك، ولا تعرض مسودة أو قياسًا على أنه تقرير موقّع. قد نعلّق الحساب المخالف مع بيان السبب.',
      },
      {
        heading: 'التغييرات',
        text: 'نعلن بالبريد الإلكتروني كل تغيير يمس حقوقك قبل 30 يومًا على الأقل من سريانه، ولك أن تغلق حسابك حتى ذلك الحين.',
      },
      {
        heading: 'المسؤولية والقانون',
        text: 'نتحمل المسؤولية كاملة عن العمد والإهمال الجسيم وعن الإضرار بالحياة والجسد والصحة. تبقى حقوق المستهلك والمريض التي لا يجوز التنازل عنها قائمة. تخضع الشروط للقانون القبرصي، مع القواعد الآمرة لحماية المستهلك في بلد إقامتك. والنص الملزم هو الإنجليزي.',
      },
    ],
  },
];
