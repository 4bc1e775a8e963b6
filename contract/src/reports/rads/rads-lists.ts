import { category, type RadsCategory, type RadsSystem } from './rads-category.ts';
import { LI_RADS } from './rads-liver.ts';

/** Each category alone, and with the modifier S for a further significant finding that is not lung cancer (Lung-RADS v2022). */
const withModifierS = (categories: readonly RadsCategory[]): RadsCategory[] => [
  ...categories,
  ...categories.map(({ code, meaning, recommendation }) =>
    category(
      `${code}S`,
      [
        `${meaning.tr}; akciğer kanseri dışında klinik olarak anlamlı bulgu`,
        `${meaning.en}; significant finding other than lung cancer`,
      ],
      [
        `${recommendation.tr} Akciğer kanseri dışındaki bulgunun gerektirdiği değerlendirme önerilir.`,
        `${recommendation.en} Management of the finding other than lung cancer, as it requires, is recommended.`,
      ],
    ),
  ),
];

export const RADS_SYSTEMS = ['lung-rads', 'bi-rads', 'li-rads', 'ti-rads', 'pi-rads'] as const;
export type RadsSystemId = (typeof RADS_SYSTEMS)[number];

export const RADS: Readonly<Record<RadsSystemId, RadsSystem>> = {
  'lung-rads': {
    title: 'Lung-RADS',
    madeFor: { CT: ['chest'] },
    categories: withModifierS([
      category(
        '0',
        [
          'tamamlanmamış inceleme ya da enfeksiyon/enflamasyon kuşkusu',
          'incomplete, or infection or inflammation is suspected',
        ],
        [
          'Önceki tetkiklerle karşılaştırma, eksik bölümün tamamlanması ya da 1–3 ay sonra düşük doz BT önerilir.',
          'Comparison with earlier examinations, completion of the missing part, or low-dose CT in 1 to 3 months is recommended.',
        ],
      ),
      category(
        '1',
        ['nodül yok ya da kesin benign nodül', 'no nodule, or a definitely benign one'],
        [
          'Tarama programında 12 ay sonra düşük doz BT önerilir.',
          'Screening with low-dose CT in 12 months is recommended.',
        ],
      ),
      category(
        '2',
        ['benign görünüm ya da davranış', 'benign by appearance or behaviour'],
        [
          'Tarama programında 12 ay sonra düşük doz BT önerilir.',
          'Screening with low-dose CT in 12 months is recommended.',
        ],
      ),
      category(
        '3',
        ['büyük olasılıkla benign', 'probably benign'],
        ['6 ay sonra düşük doz BT önerilir.', 'Low-dose CT in 6 months is recommended.'],
      ),
      category(
        '4A',
        ['şüpheli', 'suspicious'],
        [
          '3 ay sonra düşük doz BT önerilir; 8 mm ve üzeri solid nodül ya da solid bileşende PET-BT düşünülebilir.',
          'Low-dose CT in 3 months is recommended; PET-CT may be considered for a solid nodule or solid component of 8 mm or more.',
        ],
      ),
      category(
        '4B',
        ['çok şüpheli', 'very suspicious'],
        [
          'İleri klinik değerlendirme önerilir: kontrastlı ya da kontrastsız toraks BT, PET-BT (8 mm ve üzeri solid nodül ya da bileşende) ve/veya doku örneklemesi.',
          'Further clinical evaluation is recommended: diagnostic chest CT with or without contrast, PET-CT (solid nodule or component of 8 mm or more) and/or tissue sampling.',
        ],
      ),
      category(
        '4X',
        [
          'şüpheyi artıran ek özellikleri olan kategori 3 ya da 4 nodül',
          'category 3 or 4 nodule with further features that raise the suspicion',
        ],
        [
          'İleri klinik değerlendirme önerilir: kontrastlı ya da kontrastsız toraks BT, PET-BT (8 mm ve üzeri solid nodül ya da bileşende) ve/veya doku örneklemesi.',
          'Further clinical evaluation is recommended: diagnostic chest CT with or without contrast, PET-CT (solid nodule or component of 8 mm or more) and/or tissue sampling.',
        ],
      ),
    ]),
  },
  'bi-rads': {
    title: 'BI-RADS',
    madeFor: { MG: null, US: ['breast'], MR: ['breast'] },
    sides: {
      right: { tr: 'sağ meme', en: 'right breast' },
      left: { tr: 'sol meme', en: 'left breast' },
      // The table of assessment categories in the 5th edition (2013). It has no likelihood for 0 and 6.
      likelihood: {
        ...{ 1: [0, 0], 2: [0, 0], 3: [0, 2], 4: [2, 95] },
        ...{ '4A': [2, 10], '4B': [10, 50], '4C': [50, 95], 5: [95, 100] },
      },
    },
    categories: [
      category(
        '0',
        ['değerlendirme tamamlanmadı', 'assessment incomplete'],
        [
          'Ek görüntüleme ve/veya önceki tetkiklerle karşılaştırma önerilir.',
          'Further imaging and/or comparison with earlier examinations is recommended.',
        ],
      ),
      category(
        '1',
        ['negatif', 'negative'],
        ['Yaşa ve riske uygun rutin tarama önerilir.', 'Routine screening by age and risk is recommended.'],
      ),
      category(
        '2',
        ['benign bulgu', 'benign finding'],
        ['Yaşa ve riske uygun rutin tarama önerilir.', 'Routine screening by age and risk is recommended.'],
      ),
      category(
        '3',
        ['büyük olasılıkla benign', 'probably benign'],
        [
          'Kısa aralıklı (6 ay) izlem görüntülemesi önerilir.',
          'Short-interval (6-month) follow-up imaging is recommended.',
        ],
      ),
      // Undivided: MRI is reported so, and 4A to 4C are optional (5th edition).
      category('4', ['şüpheli', 'suspicious'], ['Doku tanısı önerilir.', 'Tissue diagnosis is recommended.']),
      category(
        '4A',
        ['düşük malignite kuşkusu', 'low suspicion of malignancy'],
        ['Doku tanısı önerilir.', 'Tissue diagnosis is recommended.'],
      ),
      category(
        '4B',
        ['orta malignite kuşkusu', 'moderate suspicion of malignancy'],
        ['Doku tanısı önerilir.', 'Tissue diagnosis is recommended.'],
      ),
      category(
        '4C',
        ['yüksek malignite kuşkusu', 'high suspicion of malignancy'],
        ['Doku tanısı önerilir.', 'Tissue diagnosis is recommended.'],
      ),
      category(
        '5',
        ['maligniteyi kuvvetle düşündürür', 'highly suggestive of malignancy'],
        ['Doku tanısı önerilir.', 'Tissue diagnosis is recommended.'],
      ),
      category(
        '6',
        ['biyopsiyle kanıtlanmış malignite', 'malignancy proven by biopsy'],
        [
          'Uygun olduğunda cerrahi tedavi için değerlendirme önerilir.',
          'Assessment for surgery where appropriate is recommended.',
        ],
      ),
    ],
  },
  'li-rads': LI_RADS,
  'ti-rads': {
    title: 'ACR TI-RADS',
    madeFor: { US: ['neck'] },
    categories: [
      category(
        'TR1',
        ['benign', 'benign'],
        ['İnce iğne aspirasyon biyopsisi gerekmez.', 'No fine-needle aspiration is needed.'],
      ),
      category(
        'TR2',
        ['kuşkulu değil', 'not suspicious'],
        ['İnce iğne aspirasyon biyopsisi gerekmez.', 'No fine-needle aspiration is needed.'],
      ),
      category(
        'TR3',
        ['hafif kuşkulu', 'mildly suspicious'],
        [
          '25 mm ve üzerinde ince iğne aspirasyon biyopsisi, 15 mm ve üzerinde izlem (1, 3 ve 5. yılda) önerilir.',
          'Fine-needle aspiration from 25 mm, follow-up from 15 mm (after 1, 3 and 5 years) is recommended.',
        ],
      ),
      category(
        'TR4',
        ['orta derecede kuşkulu', 'moderately suspicious'],
        [
          '15 mm ve üzerinde ince iğne aspirasyon biyopsisi, 10 mm ve üzerinde izlem (1, 2, 3 ve 5. yılda) önerilir.',
          'Fine-needle aspiration from 15 mm, follow-up from 10 mm (after 1, 2, 3 and 5 years) is recommended.',
        ],
      ),
      category(
        'TR5',
        ['yüksek kuşkulu', 'highly suspicious'],
        [
          '10 mm ve üzerinde ince iğne aspirasyon biyopsisi, 5 mm ve üzerinde izlem (5 yıl boyunca yılda bir) önerilir.',
          'Fine-needle aspiration from 10 mm, follow-up from 5 mm (every year for 5 years) is recommended.',
        ],
      ),
    ],
  },
  'pi-rads': {
    title: 'PI-RADS',
    madeFor: { MR: ['pelvis'] },
    categories: [
      category(
        '1',
        ['klinik anlamlı kanser olasılığı çok düşük', 'clinically significant cancer very unlikely'],
        ['Klinik izlem önerilir.', 'Clinical follow-up is recommended.'],
      ),
      category(
        '2',
        ['klinik anlamlı kanser olasılığı düşük', 'clinically significant cancer unlikely'],
        ['Klinik izlem önerilir.', 'Clinical follow-up is recommended.'],
      ),
      category(
        '3',
        ['klinik anlamlı kanser varlığı belirsiz', 'presence of clinically significant cancer equivocal'],
        [
          'Biyopsi kararının PSA dansitesi ve klinik bulgularla birlikte verilmesi önerilir.',
          'A decision on biopsy together with PSA density and clinical findings is recommended.',
        ],
      ),
      category(
        '4',
        ['klinik anlamlı kanser olası', 'clinically significant cancer likely'],
        ['Hedefe yönelik biyopsi düşünülmelidir.', 'Targeted biopsy should be considered.'],
      ),
      category(
        '5',
        ['klinik anlamlı kanser çok olası', 'clinically significant cancer very likely'],
        ['Hedefe yönelik biyopsi düşünülmelidir.', 'Targeted biopsy should be considered.'],
      ),
    ],
  },
};
