import type { SampleContent } from './sample-content.ts';

export interface TeamMember {
  readonly name: string;
  readonly role: string;
  readonly bio: string;
  /** Drawn portrait. */
  readonly photoUrl: string;
}

/** Leadership team. */
export const TEAM: SampleContent<TeamMember> = {
  isSample: true,
  entries: [
    {
      name: 'Deniz Ataman',
      role: 'Chief executive',
      bio: 'Built hospital software in three countries before asking why radiology AI is bought by the year and used by the day.',
      photoUrl: '/api/members/deniz-ataman',
    },
    {
      name: 'Dr. Lara Nicolaou',
      role: 'Chief medical officer',
      bio: 'Radiologist. Signs nothing she has not read, and built the reading room so that nobody else can either.',
      photoUrl: '/api/members/lara-nicolaou',
    },
    {
      name: 'Kerem Soylu',
      role: 'Chief technology officer',
      bio: 'Keeps the distance between an image and its measurement short, reproducible and logged.',
      photoUrl: '/api/members/kerem-soylu',
    },
    {
      name: 'Amal Haddad',
      role: 'Gulf region, Dubai',
      bio: 'Brings departments, insurers and regulators to one table, in Arabic, English and French.',
      photoUrl: '/api/members/amal-haddad',
    },
    {
      name: 'Theo Marangos',
      role: 'Quality and regulation',
      bio: 'Reads the Medical Device Regulation for pleasure. Every algorithm passes his desk before it passes a gate.',
      photoUrl: '/api/members/theo-marangos',
    },
    {
      name: 'Maya Lindqvist',
      role: 'Product and design',
      bio: 'Sits beside radiologists and patients until the screen says what they would have said.',
      photoUrl: '/api/members/maya-lindqvist',
    },
  ],
};
