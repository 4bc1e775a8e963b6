import type { press as contract } from '@duai/contract';
import type { z } from 'zod';

/** Sample content: invented releases for a demo installation. Real ones are edited in the console. */
export const SAMPLE_RELEASES: readonly Omit<z.output<typeof contract.pressReleaseBody>, 'isPublished'>[] = [
  {
    title: 'DUAI opens the DuaiCheck trial to radiology departments',
    date: '2025-04-01',
    linkUrl: '/duaicheck-trial',
    content: `<p>Nicosia, 1 April 2025. Radiology departments can now try the algorithms of DuaiCheck on their own studies, free of charge, for 30 days and up to 100 scans.</p>
<p>The trial is built to be checked, not to be believed:</p>
<ul><li>every result names the algorithm, its version and the images it rests on;</li><li>an algorithm that does not fit a study is not run, and the reason is shown;</li><li>at the end a department holds its own figures, each with its interval.</li></ul>
<p>Departments <a href="/duaicheck-trial">apply online</a>; a specialist answers within 48 hours.</p>`,
  },
  {
    title: 'A second opinion that a radiologist signs',
    date: '2025-04-15',
    linkUrl: '/second-opinion',
    content: `<p>Patients can now send their own scans. Artificial intelligence measures and checks; a radiologist reads, writes and signs. No result of an algorithm reaches a patient before that.</p>
<blockquote>Patients ask us two things: is it certain, and what does it mean for me. A signature answers for the first, plain words for the second.</blockquote>
<p>The service speaks Turkish, English and Arabic. It is not meant for emergencies.</p>`,
  },
  {
    title: 'QuantAct manuscript available',
    date: '2025-05-05',
    linkUrl: '',
    content: `<p>The manuscript of the QuantAct study on signals in quantum randomness is available for reading and comment. It describes the runs, the conversion of the results and the analysis, and what would refute them.</p>
<p>Groups with access to quantum hardware are invited to repeat the runs. Questions go to our team by the contact block of the home page.</p>`,
  },
];
