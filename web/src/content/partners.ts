import type { SampleContent } from './sample-content.ts';

export interface Partner {
  readonly name: string;
  readonly location: string;
  readonly description: string;
  /** Id of the logo: /api/partners/logos/{logoId}. */
  readonly logoId: string;
  readonly website: string;
}

/** Companies whose algorithms DuaiCheck includes. */
export const PARTNERS: SampleContent<Partner> = {
  isSample: true,
  entries: [
    {
      name: 'Halden Imaging',
      location: 'United States',
      description: 'Chest radiographs: sorts the urgent film to the top of the list and says what made it urgent.',
      logoId: 'halden',
      website: 'https://halden-imaging.example',
    },
    {
      name: 'Clairière',
      location: 'France',
      description: 'Mammography: density, asymmetries and a second look at the prior that nobody opened.',
      logoId: 'clairiere',
      website: 'https://clairiere.example',
    },
    {
      name: 'Ondalma',
      location: 'Spain',
      description: 'Brain MRI: volumes by region against age, with the interval drawn, not implied.',
      logoId: 'ondalma',
      website: 'https://ondalma.example',
    },
    {
      name: 'Fenwick Radiomics',
      location: 'United Kingdom',
      description: 'Chest CT: nodules followed from year to year, emphysema measured slice by slice.',
      logoId: 'fenwick',
      website: 'https://fenwick-radiomics.example',
    },
    {
      name: 'Torre Ossea',
      location: 'Italy',
      description: 'Musculoskeletal radiographs: fractures that hide at the edge of the film.',
      logoId: 'torre-ossea',
      website: 'https://torre-ossea.example',
    },
  ],
};
