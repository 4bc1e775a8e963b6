import { STATIC_PAGE } from '../../../static-page.ts';
import { Content, SkipLink } from '../../../ui/page.tsx';
import { CookieBanner, NewsBanner } from '../site-banners.tsx';
import { SiteFooter } from '../site-footer.tsx';
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
    <div data-enhance="home">
      <title>DUAI – AI-powered diagnostics</title>
      <meta
        name="description"
        content="DUAI builds AI-powered diagnostics, beginning in healthcare: software measures, a radiologist decides and signs."
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
