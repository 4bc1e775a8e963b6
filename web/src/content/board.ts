import type { SampleContent } from './sample-content.ts';

export interface BoardMember {
  readonly name: string;
  readonly role: string;
  readonly bio: string;
  /** Accent colour of the entry, in CSS. */
  readonly color: string;
  /** Id of the drawn portrait: /api/members/{photoId}. */
  readonly photoId: string;
  readonly profileUrl: string;
  readonly socialLinks: readonly { readonly type: 'linkedin' | 'x'; readonly url: string }[];
}

/** Scientific advisory board. */
export const BOARD: SampleContent<BoardMember> = {
  isSample: true,
  entries: [
    {
      name: 'Prof. Selin Arman',
      role: 'Thoracic radiology',
      bio: 'Reads chests for a living and has spent twenty years on the question of when two readers disagree, and why. Holds the pen when our model cards say what a figure does not show.',
      color: '#0e7c86',
      photoId: 'selin-arman',
      profileUrl: 'https://people.duai.example/selin-arman',
      socialLinks: [
        { type: 'linkedin', url: 'https://www.linkedin.com/in/duai-sample-selin-arman' },
        { type: 'x', url: 'https://x.com/duai_sample_arman' },
      ],
    },
    {
      name: 'Dr. Marcus Oyelaran',
      role: 'Biostatistics and trial design',
      bio: 'Designs studies that can fail. Insists on patient-level splits, intervals beside every estimate, and thresholds that are fixed before the test set is opened.',
      color: '#b7791f',
      photoId: 'marcus-oyelaran',
      profileUrl: 'https://people.duai.example/marcus-oyelaran',
      socialLinks: [{ type: 'linkedin', url: 'https://www.linkedin.com/in/duai-sample-marcus-oyelaran' }],
    },
    {
      name: 'Prof. Inês Caldeira',
      role: 'Quantum information',
      bio: 'Works on noise in superconducting machines. Advises QuantAct on what may be called a signal, and which controls must be run before anyone does.',
      color: '#5a4fcf',
      photoId: 'ines-caldeira',
      profileUrl: 'https://people.duai.example/ines-caldeira',
      socialLinks: [
        { type: 'linkedin', url: 'https://www.linkedin.com/in/duai-sample-ines-caldeira' },
        { type: 'x', url: 'https://x.com/duai_sample_caldeira' },
      ],
    },
  ],
};
