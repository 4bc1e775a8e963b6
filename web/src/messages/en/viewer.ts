import { plural } from '../plural.ts';
import type { ViewerTexts } from '../tr/viewer.ts';

export const viewerTexts: ViewerTexts = {
  pageTitle: 'My images – DUAI',
  heading: 'My images',
  open: 'Enlarge the images',
  back: 'Back to the case',
  label: 'Images',
  series: 'Series',
  seriesNumber: (p) => `Series ${p.index}`,
  images: (p) => plural('en', p.count, { one: '# image', other: '# images' }),
  stage: 'Image of the series',
  position: (p) => `Image ${p.index} of ${p.total}`,
  move: 'Move through the images',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Fit to the screen',
  look: 'Appearance',
  looks: {
    stored: 'Normal',
    lung: 'Lung',
    soft: 'Soft tissue',
    bone: 'Bone',
    brain: 'Brain',
    lighter: 'Lighter',
    darker: 'Darker',
    inverted: 'Inverted',
  },
  hint: 'Swipe up or down to move on; spread two fingers or tap twice to enlarge. This preview is not suitable for diagnosis.',
  failed: 'The image could not be opened',
  nothing: 'There is no image to show yet.',
};
