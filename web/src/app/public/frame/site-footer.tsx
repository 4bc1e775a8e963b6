import { CAREERS_DRAFT, EXTERNAL } from '../../../content/home-page.ts';
import { POLICIES } from '../../../content/policies.ts';
import { SiteLogo } from '../site-image.tsx';

interface FooterLink {
  readonly title: string;
  readonly href: string;
  /** Client navigation: the page is replaced without a full load. */
  readonly isClient?: boolean;
  /** A section of the home page: scrolls to it, on other pages after going home. */
  readonly section?: string;
}

const GROUPS: readonly { readonly name: string; readonly links: readonly FooterLink[] }[] = [
  {
    name: 'Company',
    links: [
      { title: 'About', href: '/#manifesto', section: 'manifesto' },
      { title: 'Careers', href: CAREERS_DRAFT },
      { title: 'Press', href: '/press', isClient: true },
      { title: 'Contact', href: '/#contact', section: 'contact' },
    ],
  },
  {
    name: 'Services',
    links: [
      { title: 'Second opinion', href: '/second-opinion' },
      { title: 'DuaiCheck trial', href: '/duaicheck-trial' },
      { title: 'Model cards', href: '/duaicheck/models', isClient: true },
      { title: 'Staff sign-in', href: '/console/login' },
    ],
  },
  {
    name: 'Legal',
    links: [
      ...POLICIES.map(({ path, title }) => ({ title, href: path })),
      { title: 'Cookie settings', href: '/cookie-policy#choice' },
    ],
  },
  {
    name: 'Follow us',
    links: [
      { title: 'LinkedIn', href: EXTERNAL.linkedin },
      { title: 'X', href: EXTERNAL.x },
    ],
  },
];

/** Footer of every public page (enhance/site-footer.ts). */
export function SiteFooter() {
  return (
    <footer className="site-footer print:hidden" data-enhance="site-footer">
      <div className="mx-auto grid max-w-7xl gap-x-8 gap-y-10 px-5 pt-14 pb-8 md:grid-cols-12">
        <div className="md:col-span-4">
          <SiteLogo />
          <p className="mt-4 max-w-xs text-sm text-grey-4">
            AI-powered diagnostics. Software measures; a physician decides and signs.
          </p>
        </div>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-x-6 gap-y-8 sm:grid-cols-4 md:col-span-8 md:max-lg:grid-cols-[repeat(4,auto)] md:max-lg:justify-between">
          {GROUPS.map(({ name, links }) => (
            <nav key={name} aria-label={name}>
              <p aria-hidden className="text-sm font-semibold">
                {name}
              </p>
              <ul className="mt-2 text-sm">
                {links.map(({ title, href, isClient, section }) => (
                  <li key={title}>
                    <a
                      href={href}
                      data-client-navigation={isClient || undefined}
                      data-section={section}
                      className="inline-flex min-h-8 items-center text-grey-4 underline-offset-3 hover:text-ink hover:underline"
                    >
                      {title}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <p className="border-t border-grey-2 pt-5 text-sm text-grey-4 md:col-span-12">
          © <span data-current-year>{new Date().getFullYear()}</span> DUAI. All rights reserved.
        </p>
      </div>
    </footer>
  );
}
