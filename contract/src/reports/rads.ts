import { z } from 'zod';
import { type Examined, isMadeFor, type MadeFor } from './examined.ts';

/**
 * Reporting and data systems of the American College of Radiology: closed lists of categories. The names are the ACR's;
 * meanings and recommendations are in our own words, after Lung-RADS v2022, BI-RADS 5th edition (2013), CT/MRI LI-RADS v2018,
 * ACR TI-RADS (2017) and PI-RADS v2.1 (2019).
 */
interface RadsCategory {
  readonly code: string;
  readonly meaning: { readonly tr: string; readonly en: string };
  readonly recommendation: { readonly tr: string; readonly en: string };
}
interface RadsSystem {
  readonly title: string;
  /** DICOM modalities (PS3.3 C.7.3.1.1.1) and the regions in them that the system was written for. */
  readonly madeFor: MadeFor;
  readonly categories: readonly RadsCategory[];
}

const category = (
  code: string,
  [meaningTr, meaningEn]: [tr: string, en: string],
  [tr, en]: [tr: string, en: string],
): RadsCategory => ({ code, meaning: { tr: meaningTr, en: meaningEn }, recommendation: { tr, en } });

export const RADS_SYSTEMS = ['lung-rads', 'bi-rads', 'li-rads', 'ti-rads', 'pi-rads'] as const;
export type RadsSystemId = (typeof RADS_SYSTEMS)[number];

export const RADS: Readonly<Record<RadsSystemId, RadsSystem>> = {
  'lung-rads': {
    title: 'Lung-RADS',
    madeFor: { CT: ['chest'] },
    categories: [
      category(
        '0',
        ['tamamlanmamış inceleme ya da enfeksiyon kuşkusu', 'incomplete, or inflammation is suspected'],
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
          '3 ay sonra düşük doz BT önerilir; 8 mm ve üzeri solid bileşende PET-BT düşünülebilir.',
          'Low-dose CT in 3 months is recommended; PET-CT may be considered for a solid component of 8 mm or more.',
        ],
      ),
      category(
        '4B',
        ['çok şüpheli', 'very suspicious'],
        [
          'İleri tanısal değerlendirme önerilir: kontrastlı BT, PET-BT ve/veya doku örneklemesi.',
          'Further work-up is recommended: CT with contrast, PET-CT and/or tissue sampling.',
        ],
      ),
      category(
        '4X',
        ['kuşkuyu artıran ek bulgularla', 'with further features that raise the suspicion'],
        [
          'İleri tanısal değerlendirme önerilir: kontrastlı BT, PET-BT ve/veya doku örneklemesi.',
          'Further work-up is recommended: CT with contrast, PET-CT and/or tissue sampling.',
        ],
      ),
    ],
  },
  'bi-rads': {
    title: 'BI-RADS',
    madeFor: { MG: null, US: ['breast'], MR: ['breast'] },
    categories: [
      category(
        '0',
        ['değerlendirme tamamlanmadı', 'assessment incomplete'],
        [
          'Ek görüntüleme ve/veya önceki tetkiklerle karşılaştırma önerilir.',
          'Further imaging and/or comparison with earlier examinations is recommended.',
        ],
      ),
      category('1', ['negatif', 'negative'], ['Yaşa uygun tarama önerilir.', 'Screening by age is recommended.']),
      category(
        '2',
        ['benign bulgu', 'benign finding'],
        ['Yaşa uygun tarama önerilir.', 'Screening by age is recommended.'],
      ),
      category(
        '3',
        ['büyük olasılıkla benign', 'probably benign'],
        ['6 ay sonra kontrol önerilir.', 'A check after 6 months is recommended.'],
      ),
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
  'li-rads': {
    title: 'LI-RADS',
    madeFor: { CT: ['abdomen'], MR: ['abdomen'] },
    categories: [
      category(
        'LR-NC',
        ['görüntü eksikliği nedeniyle sınıflanamadı', 'not categorisable: images are missing or degraded'],
        [
          'Tetkikin yinelenmesi ya da 3 ay içinde başka bir yöntem önerilir.',
          'Repeating the examination, or another method within 3 months, is recommended.',
        ],
      ),
      category(
        'LR-1',
        ['kesin benign', 'definitely benign'],
        ['6 ay sonra rutin izlem önerilir.', 'Return to surveillance in 6 months is recommended.'],
      ),
      category(
        'LR-2',
        ['büyük olasılıkla benign', 'probably benign'],
        ['6 ay içinde izlem görüntülemesi önerilir.', 'Follow-up imaging within 6 months is recommended.'],
      ),
      category(
        'LR-3',
        ['orta derecede HSK olasılığı', 'intermediate probability of HCC'],
        ['3–6 ay sonra görüntüleme önerilir.', 'Imaging in 3 to 6 months is recommended.'],
      ),
      category(
        'LR-4',
        ['büyük olasılıkla HSK', 'probably HCC'],
        ['Multidisipliner konseyde değerlendirme önerilir.', 'Discussion in a multidisciplinary board is recommended.'],
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
        ['malign, HSK’ye özgü değil', 'malignant, not specific for HCC'],
        [
          'Multidisipliner konseyde değerlendirme önerilir; çoğu kez biyopsi gerekir.',
          'Discussion in a multidisciplinary board is recommended; biopsy is often needed.',
        ],
      ),
      category(
        'LR-TIV',
        ['damar içinde tümör', 'tumour in vein'],
        ['Multidisipliner konseyde değerlendirme önerilir.', 'Discussion in a multidisciplinary board is recommended.'],
      ),
    ],
  },
  'ti-rads': {
    title: 'ACR TI-RADS',
    madeFor: { US: ['neck'] },
    categories: [
      category('TR1', ['benign', 'benign'], ['Biyopsi ve izlem gerekmez.', 'Neither biopsy nor follow-up is needed.']),
      category(
        'TR2',
        ['kuşkulu değil', 'not suspicious'],
        ['Biyopsi ve izlem gerekmez.', 'Neither biopsy nor follow-up is needed.'],
      ),
      category(
        'TR3',
        ['hafif kuşkulu', 'mildly suspicious'],
        [
          '25 mm ve üzerinde ince iğne biyopsisi, 15 mm ve üzerinde izlem önerilir.',
          'Fine-needle biopsy from 25 mm, follow-up from 15 mm is recommended.',
        ],
      ),
      category(
        'TR4',
        ['orta derecede kuşkulu', 'moderately suspicious'],
        [
          '15 mm ve üzerinde ince iğne biyopsisi, 10 mm ve üzerinde izlem önerilir.',
          'Fine-needle biopsy from 15 mm, follow-up from 10 mm is recommended.',
        ],
      ),
      category(
        'TR5',
        ['yüksek kuşkulu', 'highly suspicious'],
        [
          '10 mm ve üzerinde ince iğne biyopsisi, 5 mm ve üzerinde izlem önerilir.',
          'Fine-needle biopsy from 10 mm, follow-up from 5 mm is recommended.',
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
        ['belirsiz', 'equivocal'],
        [
          'PSA dansitesi ve klinikle birlikte biyopsi kararı önerilir.',
          'A decision on biopsy together with PSA density and clinical findings is recommended.',
        ],
      ),
      category(
        '4',
        ['klinik anlamlı kanser olası', 'clinically significant cancer likely'],
        ['Hedefe yönelik biyopsi önerilir.', 'Targeted biopsy is recommended.'],
      ),
      category(
        '5',
        ['klinik anlamlı kanser çok olası', 'clinically significant cancer very likely'],
        ['Hedefe yönelik biyopsi önerilir.', 'Targeted biopsy is recommended.'],
      ),
    ],
  },
};

/** One category of one system, as a report stores it; only listed ones are valid. */
export const radsSchema = z
  .object({ system: z.enum(RADS_SYSTEMS), category: z.string().max(16) })
  .refine((chosen) => findRads(chosen) !== undefined, 'This category is not one of the system');
export type ChosenRads = z.infer<typeof radsSchema>;

const findRads = ({ system, category: code }: { system: RadsSystemId; category: string }): RadsCategory | undefined =>
  RADS[system].categories.find((each) => each.code === code);

/** The systems that were written for what was examined. */
export const radsFor = (examined: Examined): RadsSystemId[] =>
  RADS_SYSTEMS.filter((id) => isMadeFor(RADS[id].madeFor, examined));

/** The category as text ("Lung-RADS 3: probably benign") and its recommendation; empty for a category that is not in the list. */
export function radsInWords(chosen: ChosenRads, language: 'tr' | 'en'): { line: string; recommendation: string } {
  const found = findRads(chosen);
  if (!found) return { line: `${RADS[chosen.system].title} ${chosen.category}`, recommendation: '' };
  return {
    line: `${RADS[chosen.system].title} ${found.code}: ${found.meaning[language]}`,
    recommendation: found.recommendation[language],
  };
}
