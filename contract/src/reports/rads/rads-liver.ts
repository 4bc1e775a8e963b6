import { category, type RadsSystem } from './rads-category.ts';

/** CT/MRI LI-RADS v2018: the diagnostic categories, then those of treated observations. */
export const LI_RADS: RadsSystem = {
  title: 'LI-RADS',
  madeFor: { CT: ['abdomen'], MR: ['abdomen'] },
  categories: [
    category(
      'LR-NC',
      ['görüntü eksikliği nedeniyle sınıflanamadı', 'not categorisable: images are missing or degraded'],
      [
        '3 ay içinde tetkikin yinelenmesi ya da başka bir tanısal yöntem önerilir.',
        'Repeat or alternative diagnostic imaging within 3 months is recommended.',
      ],
    ),
    category(
      'LR-1',
      ['kesin benign', 'definitely benign'],
      ['6 ay sonra sürveyansa dönülmesi önerilir.', 'Return to surveillance in 6 months is recommended.'],
    ),
    category(
      'LR-2',
      ['büyük olasılıkla benign', 'probably benign'],
      [
        '6 ay sonra sürveyansa dönülmesi önerilir; 6 ay içinde yinelenen tanısal görüntüleme düşünülebilir.',
        'Return to surveillance in 6 months is recommended; repeat diagnostic imaging within 6 months may be considered.',
      ],
    ),
    category(
      'LR-3',
      ['orta derecede malignite olasılığı', 'intermediate probability of malignancy'],
      [
        '3–6 ay içinde yinelenen ya da başka bir tanısal görüntüleme önerilir.',
        'Repeat or alternative diagnostic imaging in 3 to 6 months is recommended.',
      ],
    ),
    category(
      'LR-4',
      ['büyük olasılıkla HSK', 'probably HCC'],
      [
        'Multidisipliner konseyde değerlendirme önerilir; biyopsi gerekebilir.',
        'Discussion in a multidisciplinary board is recommended; biopsy may be needed.',
      ],
    ),
    category(
      'LR-5',
      ['kesin HSK', 'definitely HCC'],
      [
        'Tedavi için multidisipliner konseyde değerlendirme önerilir.',
        'Discussion of treatment in a multidisciplinary board is recommended.',
      ],
    ),
    category(
      'LR-M',
      ['olası ya da kesin malign, HSK’ye özgü değil', 'probably or definitely malignant, not specific for HCC'],
      [
        'Multidisipliner konseyde değerlendirme önerilir; çoğu kez biyopsi gerekir.',
        'Discussion in a multidisciplinary board is recommended; biopsy is often needed.',
      ],
    ),
    category(
      'LR-TIV',
      ['ven içinde kesin tümör', 'definite tumour in vein'],
      ['Multidisipliner konseyde değerlendirme önerilir.', 'Discussion in a multidisciplinary board is recommended.'],
    ),
    category(
      'LR-TR Nonevaluable',
      [
        'tedavi edilmiş gözlem, görüntü eksikliği nedeniyle değerlendirilemedi',
        'treated observation, not evaluable: images are missing or degraded',
      ],
      [
        '3 ay içinde tetkikin yinelenmesi ya da başka bir tanısal yöntem önerilir.',
        'Repeat or alternative diagnostic imaging within 3 months is recommended.',
      ],
    ),
    category(
      'LR-TR Nonviable',
      [
        'tedavi edilmiş gözlem, olası ya da kesin canlı tümör yok',
        'treated observation, probably or definitely not viable',
      ],
      [
        '3 ay içinde aynı yöntemle izlemin sürdürülmesi önerilir.',
        'Continued monitoring with the same method within 3 months is recommended.',
      ],
    ),
    category(
      'LR-TR Equivocal',
      ['tedavi edilmiş gözlem, canlılık belirsiz', 'treated observation, equivocally viable'],
      [
        '3 ay içinde aynı yöntemle izlemin sürdürülmesi önerilir.',
        'Continued monitoring with the same method within 3 months is recommended.',
      ],
    ),
    category(
      'LR-TR Viable',
      [
        'tedavi edilmiş gözlem, olası ya da kesin canlı tümör var',
        'treated observation, probably or definitely viable',
      ],
      [
        'Yeniden tedavi için multidisipliner konseyde değerlendirme önerilir.',
        'Discussion of further treatment in a multidisciplinary board is recommended.',
      ],
    ),
  ],
};
