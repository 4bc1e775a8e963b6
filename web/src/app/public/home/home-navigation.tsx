import { Menu, X } from 'lucide-react';
import { HOME_NAVIGATION } from '../../../content/navigation.ts';
import { ThemeSwitch } from '../../../ui/forms/switches.tsx';
import { SiteLogo } from '../site-image.tsx';

/** Part 2: stays at the top of the window; enhance/home-navigation.ts marks the current section. */
export function HomeNavigation() {
  return (
    <header className="home-navigation" data-home-navigation>
      <div className="mx-auto flex min-h-16 max-w-7xl items-center gap-3 px-5 lg:gap-6">
        <a href="/" className="inline-flex min-h-10 shrink-0 items-center">
          <SiteLogo />
        </a>
        <nav aria-label="Sections" className="ms-auto max-md:hidden">
          <ul className="flex flex-wrap justify-end gap-x-3.5 text-sm lg:gap-x-6">
            {HOME_NAVIGATION.map(({ title, href }) => (
              <li key={href}>
                <a href={href} className="section-link">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {/* At medium widths only the icon is shown, because the anchors need the row. */}
        <div className="max-md:hidden md:max-lg:[&_select]:w-10 md:max-lg:[&_select]:pe-0 md:max-lg:[&_select]:text-transparent">
          <ThemeSwitch />
        </div>
        <button
          type="button"
          aria-expanded="false"
          aria-controls="mobile-menu"
          data-menu-toggle
          className="ms-auto grid size-11 place-items-center rounded md:hidden"
        >
          <span className="sr-only">Menu</span>
          <Menu aria-hidden className="size-6 [[aria-expanded=true]>&]:hidden" />
          <X aria-hidden className="hidden size-6 [[aria-expanded=true]>&]:block" />
        </button>
      </div>
      <nav id="mobile-menu" aria-label="Sections, mobile" hidden className="border-t border-grey-2 px-5 pb-5 md:hidden">
        <ul>
          {HOME_NAVIGATION.map(({ title, href }) => (
            <li key={href} className="border-b border-grey-2">
              <a href={href} className="section-link flex min-h-12 items-center font-serif text-xl">
                {title}
              </a>
            </li>
          ))}
        </ul>
        <div className="mt-3">
          <ThemeSwitch />
        </div>
      </nav>
    </header>
  );
}
