type InThreeLanguages = Readonly<Record<'en' | 'tr' | 'ar', string>>;

export interface QuantumStudyItem {
  readonly title: InThreeLanguages;
  readonly content: InThreeLanguages;
  /** Accent colour of the entry, in CSS. */
  readonly color: string;
}

export const QUANTUM_STUDY: readonly QuantumStudyItem[] = [
  {
    title: { en: 'The question', tr: 'Soru', ar: 'السؤال' },
    content: {
      en: 'Quantum machines are used as sources of chance. QuantAct asks whether their bits, read in long and untouched series, carry structure that a model can learn.',
      tr: 'Kuantum makineleri rastlantı kaynağı olarak kullanılır. QuantAct, bu makinelerin uzun ve el değmemiş dizilerle okunan bitlerinde bir modelin öğrenebileceği bir yapı bulunup bulunmadığını sorar.',
      ar: 'تُستخدم الآلات الكمومية مصدراً للعشوائية. تسأل دراسة QuantAct: هل تحمل بتاتها، حين تُقرأ في سلاسل طويلة لم تُمسّ، بنيةً يمكن لنموذج أن يتعلّمها؟',
    },
    color: '#52c8d0',
  },
  {
    title: { en: 'The measurement', tr: 'Ölçüm', ar: 'القياس' },
    content: {
      en: 'The same circuits ran on several machines and on different days. Raw counts became integers of two widths; nothing was filtered, whitened or left out before the analysis plan was fixed.',
      tr: 'Aynı devreler birden çok makinede ve farklı günlerde çalıştırıldı. Ham sayımlar iki farklı genişlikte tam sayıya çevrildi; analiz planı kesinleşmeden önce hiçbir veri süzülmedi, düzeltilmedi ya da atılmadı.',
      ar: 'نُفّذت الدارات نفسها على عدة آلات وفي أيام مختلفة. حُوّلت القراءات الخام إلى أعداد صحيحة بعرضين مختلفين، ولم يُرشَّح شيء أو يُعدَّل أو يُستبعد قبل تثبيت خطة التحليل.',
    },
    color: '#e0b04c',
  },
  {
    title: { en: 'The finding', tr: 'Bulgu', ar: 'النتيجة' },
    content: {
      en: 'On series the model had not seen, its next-value predictions were right far more often than chance allows. The manuscript gives the figure, its interval and the controls that were run against it.',
      tr: 'Model, daha önce görmediği dizilerde bir sonraki değeri rastlantının izin verdiğinden çok daha sık doğru tahmin etti. Makale bu oranı, güven aralığını ve buna karşı yapılan denetimleri verir.',
      ar: 'في سلاسل لم يرها النموذج من قبل، أصاب توقّعه للقيمة التالية أكثر بكثير مما تسمح به المصادفة. تعرض المخطوطة النسبة ومجال الثقة والضوابط التي أُجريت لاختبارها.',
    },
    color: '#8f86f0',
  },
  {
    title: { en: 'The doubt', tr: 'Kuşku', ar: 'الشك' },
    content: {
      en: 'A pattern in a machine is not a law of nature. Drift, calibration and read-out are the first suspects, so data and code are open to whoever wants to prove us wrong.',
      tr: 'Bir makinedeki örüntü doğa yasası değildir. İlk şüpheliler kayma, kalibrasyon ve okuma hatasıdır; bu yüzden veri ve kod, bizi yanlışlamak isteyen herkese açıktır.',
      ar: 'النمط في آلة ليس قانوناً من قوانين الطبيعة. الانجراف والمعايرة وأخطاء القراءة هي أول المشتبه بهم، ولذلك فالبيانات والشيفرة متاحتان لكل من يريد أن يثبت خطأنا.',
    },
    color: '#e58a7b',
  },
];
