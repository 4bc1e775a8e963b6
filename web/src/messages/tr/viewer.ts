import { plural } from '../plural.ts';

/** The viewer for the patient's own images, and for a doctor with a link. */
export const viewerTexts = {
  pageTitle: 'Görüntülerim – DUAI',
  heading: 'Görüntülerim',
  open: 'Görüntüleri büyüt',
  back: 'Vakaya dön',
  label: 'Görüntüler',
  series: 'Çekim serileri',
  seriesNumber: (p: { index: number }) => `Seri ${p.index}`,
  images: (p: { count: number }) => plural('tr', p.count, { other: '# görüntü' }),
  stage: 'Serideki görüntü',
  position: (p: { index: number; total: number }) => `Görüntü ${p.index} / ${p.total}`,
  move: 'Görüntüler arasında ilerle',
  zoomIn: 'Yakınlaştır',
  zoomOut: 'Uzaklaştır',
  fit: 'Ekrana sığdır',
  look: 'Görünüm',
  looks: {
    stored: 'Normal',
    lung: 'Akciğer',
    soft: 'Yumuşak doku',
    bone: 'Kemik',
    brain: 'Beyin',
    lighter: 'Daha aydınlık',
    darker: 'Daha koyu',
    inverted: 'Ters renk',
  },
  hint: 'İlerlemek için yukarı ya da aşağı kaydırın, büyütmek için iki parmağınızı açın ya da çift dokunun. Bu önizleme tanı koymak için uygun değildir.',
  failed: 'Görüntü açılamadı',
  nothing: 'Gösterilebilecek görüntü henüz yok.',
};
export type ViewerTexts = typeof viewerTexts;
