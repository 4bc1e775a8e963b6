import type { Translated } from '@duai/contract';

/** A label of the network; outputs of the manifest begin with `code`. */
export interface Structure {
  label: number;
  code: string;
  name: Translated;
  /** Whether there is one on each side of the brain. */
  isPaired: boolean;
}

const paired = (label: number, code: string, tr: string, en: string, ar: string): Structure => ({
  label,
  code,
  name: { tr, en, ar },
  isPaired: true,
});
const single = (label: number, code: string, tr: string, en: string, ar: string): Structure => ({
  ...paired(label, code, tr, en, ar),
  isPaired: false,
});

/** In the order of the labels file that belongs to the weights (FreeSurfer names). */
export const STRUCTURES: readonly Structure[] = [
  paired(1, 'CEREBRAL_WHITE_MATTER', 'Serebral beyaz cevher', 'Cerebral white matter', 'المادة البيضاء المخية'),
  paired(2, 'CEREBRAL_CORTEX', 'Serebral korteks', 'Cerebral cortex', 'القشرة المخية'),
  paired(3, 'LATERAL_VENTRICLE', 'Lateral ventrikül', 'Lateral ventricle', 'البطين الجانبي'),
  paired(
    4,
    'INFERIOR_LATERAL_VENTRICLE',
    'Lateral ventrikül alt boynuzu',
    'Inferior horn of the lateral ventricle',
    'القرن السفلي للبطين الجانبي',
  ),
  paired(5, 'CEREBELLAR_WHITE_MATTER', 'Serebellar beyaz cevher', 'Cerebellar white matter', 'المادة البيضاء المخيخية'),
  paired(6, 'CEREBELLAR_CORTEX', 'Serebellar korteks', 'Cerebellar cortex', 'القشرة المخيخية'),
  paired(7, 'THALAMUS', 'Talamus', 'Thalamus', 'المهاد'),
  paired(8, 'CAUDATE', 'Kaudat çekirdek', 'Caudate nucleus', 'النواة المذنبة'),
  paired(9, 'PUTAMEN', 'Putamen', 'Putamen', 'البطامة'),
  paired(10, 'PALLIDUM', 'Pallidum', 'Pallidum', 'الكرة الشاحبة'),
  single(11, 'THIRD_VENTRICLE', 'Üçüncü ventrikül', 'Third ventricle', 'البطين الثالث'),
  single(12, 'FOURTH_VENTRICLE', 'Dördüncü ventrikül', 'Fourth ventricle', 'البطين الرابع'),
  single(13, 'BRAIN_STEM', 'Beyin sapı', 'Brain stem', 'جذع الدماغ'),
  paired(14, 'HIPPOCAMPUS', 'Hipokampus', 'Hippocampus', 'الحصين'),
  paired(15, 'AMYGDALA', 'Amigdala', 'Amygdala', 'اللوزة'),
  paired(16, 'ACCUMBENS', 'Nükleus akkumbens', 'Nucleus accumbens', 'النواة المتكئة'),
  paired(17, 'VENTRAL_DIENCEPHALON', 'Ventral diensefalon', 'Ventral diencephalon', 'الدماغ البيني البطني'),
];
