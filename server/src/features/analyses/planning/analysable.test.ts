import { expect, it } from 'vitest';
import { analysable } from './series-info.ts';

const SECONDARY_CAPTURE = '1.2.840.10008.5.1.4.1.1.7';
const CT = '1.2.840.10008.5.1.4.1.1.2';

it('leaves out series of our own results alone: images of others are analysed, whatever lies among them', () => {
  const image = (manufacturer: string | null, sopClassUid: string) => ({ header: { manufacturer, sopClassUid } });
  const series = {
    ours: [image('DUAI', SECONDARY_CAPTURE), image('DUAI', SECONDARY_CAPTURE)],
    theirs: [image('Department', SECONDARY_CAPTURE)],
    images: [image('DUAI', CT)],
    mixed: [image('DUAI', SECONDARY_CAPTURE), image('Department', CT)],
    pictures: [{ header: null }],
    empty: [],
  };
  const study = { series: Object.entries(series).map(([id, instances]) => ({ id, instances })) };
  expect(analysable(study as never).map(({ id }) => id)).toEqual(['theirs', 'images', 'mixed', 'pictures', 'empty']);
});
