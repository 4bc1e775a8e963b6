export interface NavigationItem {
  readonly title: string;
  /** Anchor on the home page. */
  readonly href: `#${string}`;
}

/** Anchors of the home page, in the order of its sections. */
export const HOME_NAVIGATION: readonly NavigationItem[] = [
  { title: 'Manifesto', href: '#manifesto' },
  { title: 'Focus', href: '#focus' },
  { title: 'DuaiCheck', href: '#duaicheck' },
  { title: 'QuantAct', href: '#quantact' },
  { title: 'Science', href: '#science' },
  { title: 'Partners', href: '#partners' },
  { title: 'Team', href: '#team' },
  { title: 'Contact', href: '#contact' },
];
