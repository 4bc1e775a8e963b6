import { SITE_ORIGIN } from '@duai/contract';
import { COMPANY } from '../../../content/contacts.ts';
import { EXTERNAL, LOCATIONS } from '../../../content/home-page.ts';
import { STATIC_PAGE } from '../../../static-page.ts';
import { Content, SkipLink } from '../../../ui/page.tsx';
import { CookieBanner, NewsBanner } from '../frame/site-banners.tsx';
import { SiteFooter } from '../frame/site-footer.tsx';
import { PageMeta, StructuredData } from '../page-meta.tsx';
import { BinaryTransition } from './binary-transition.tsx';
import { Focus } from './focus.tsx';
import { Hero } from './hero.tsx';
import { HomeBanner } from './home-banner.tsx';
import { HomeNavigation } from './home-navigation.tsx';
import { IntroVideo } from './intro-video.tsx';
import { Manifesto } from './manifesto.tsx';
import { Partners } from './partners.tsx';
import { Platform } from './platform.tsx';
import { QuantumStudy } from './quantum-study.tsx';
import { ScienceBoard } from './science-board.tsx';
import { Team } from './team.tsx';

export const handle = STATIC_PAGE;

/** The home page: thirteen parts in the order of the specification. */
export default function Home() {
  return (
    <div data-enhance="home" className="text-pretty">
      <PageMeta
        path="/"
        title="DUAI – AI-powered diagnostics"
        description="DUAI builds AI-powered diagnostics, beginning in healthcare: software measures, a radiologist decides and signs."
        image="home"
      />
      <StructuredData
        data={{
          '@type': 'Organization',
          name: 'DUAI',
          legalName: COMPANY.name,
          url: SITE_ORIGIN,
          logo: `${SITE_ORIGIN}/favicon.svg`,
          sameAs: [EXTERNAL.linkedin, EXTERNAL.x],
          address: LOCATIONS.map(({ city, country }) => ({
            '@type': 'PostalAddress',
            addressLocality: city,
            addressCountry: country,
          })),
        }}
      />
      <SkipLink />
      <NewsBanner />
      <HomeBanner />
      <HomeNavigation />
      <Content>
        <Hero />
        <Manifesto />
        <Focus />
        <BinaryTransition />
        <Platform />
        <IntroVideo />
        <QuantumStudy />
        <ScienceBoard />
        <Partners />
        <Team />
      </Content>
      <SiteFooter />
      <CookieBanner />
    </div>
  );
}
