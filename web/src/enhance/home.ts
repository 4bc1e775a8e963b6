import type { Enhancement } from './enhancement.ts';
import { contactRequests } from './home/contact-requests.ts';
import { films } from './home/film.ts';
import { homeBanner } from './home/home-banner.ts';
import { homeNavigation } from './home/home-navigation.ts';
import { languageTabs } from './home/language-tabs.ts';
import { reveal } from './home/reveal.ts';

const PARTS: Enhancement[] = [homeBanner, homeNavigation, reveal, films, languageTabs, contactRequests];

const home: Enhancement = (page, signal) => {
  for (const part of PARTS) part(page, signal);
};
export default home;
