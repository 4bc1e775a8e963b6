import type { Translated } from '@duai/contract';

/**
 * What the network tells, in the order of its outputs, and the operating point of each: `labels` and `op_threshs` of the
 * weights "all" in torchxrayvision/models.py.
 */
export const FINDINGS: readonly { code: string; threshold: number; name: Translated }[] = [
  { code: 'ATELECTASIS', threshold: 0.07422872, name: { tr: 'Atelektazi', en: 'Atelectasis', ar: 'انخماص الرئة' } },
  { code: 'CONSOLIDATION', threshold: 0.038290843, name: { tr: 'Konsolidasyon', en: 'Consolidation', ar: 'تصلد' } },
  { code: 'INFILTRATION', threshold: 0.09814756, name: { tr: 'İnfiltrasyon', en: 'Infiltration', ar: 'ارتشاح' } },
  {
    code: 'PNEUMOTHORAX',
    threshold: 0.0098118475,
    name: { tr: 'Pnömotoraks', en: 'Pneumothorax', ar: 'استرواح الصدر' },
  },
  { code: 'EDEMA', threshold: 0.023601074, name: { tr: 'Akciğer ödemi', en: 'Oedema', ar: 'وذمة رئوية' } },
  { code: 'EMPHYSEMA', threshold: 0.0022490358, name: { tr: 'Amfizem', en: 'Emphysema', ar: 'انتفاخ رئوي' } },
  { code: 'FIBROSIS', threshold: 0.010060724, name: { tr: 'Fibrozis', en: 'Fibrosis', ar: 'تليف' } },
  { code: 'EFFUSION', threshold: 0.103246614, name: { tr: 'Plevral sıvı', en: 'Effusion', ar: 'انصباب جنبي' } },
  { code: 'PNEUMONIA', threshold: 0.056810737, name: { tr: 'Pnömoni', en: 'Pneumonia', ar: 'التهاب رئوي' } },
  {
    code: 'PLEURAL_THICKENING',
    threshold: 0.026791653,
    name: { tr: 'Plevral kalınlaşma', en: 'Pleural thickening', ar: 'تسمك الجنب' },
  },
  {
    code: 'CARDIOMEGALY',
    threshold: 0.050318155,
    name: { tr: 'Kardiyomegali', en: 'Cardiomegaly', ar: 'ضخامة القلب' },
  },
  { code: 'NODULE', threshold: 0.023985857, name: { tr: 'Nodül', en: 'Nodule', ar: 'عقيدة' } },
  { code: 'MASS', threshold: 0.01939503, name: { tr: 'Kitle', en: 'Mass', ar: 'كتلة' } },
  { code: 'HERNIA', threshold: 0.042889766, name: { tr: 'Herni', en: 'Hernia', ar: 'فتق' } },
  { code: 'LUNG_LESION', threshold: 0.053369623, name: { tr: 'Akciğer lezyonu', en: 'Lung lesion', ar: 'آفة رئوية' } },
  { code: 'FRACTURE', threshold: 0.035975814, name: { tr: 'Kırık', en: 'Fracture', ar: 'كسر' } },
  {
    code: 'LUNG_OPACITY',
    threshold: 0.20204692,
    name: { tr: 'Akciğer opasitesi', en: 'Lung opacity', ar: 'عتامة رئوية' },
  },
  {
    code: 'WIDE_MEDIASTINUM',
    threshold: 0.05015312,
    name: { tr: 'Genişlemiş kardiyomediasten', en: 'Enlarged cardiomediastinum', ar: 'اتساع المنصف' },
  },
];
