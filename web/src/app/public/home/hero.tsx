import { buttonClasses } from '../../../ui/button.tsx';
import { Film, FilmButton } from './film.tsx';
import stillOnPhones from './hero-still-phone.webp?inline';

const STILL = '/api/assets/hero-still.webp';

/** Part 3: light through a film. */
export function Hero() {
  return (
    <section aria-labelledby="hero-heading" className="hero" data-film="hero">
      <div className="hero-film">
        {/* Shown with the first paint: a poster appears a frame later, and a file half a second later on a slow line. */}
        <link rel="preload" as="image" href={STILL} media="(min-width: 768px)" fetchPriority="high" />
        <picture>
          <source media="(min-width: 768px)" srcSet={STILL} />
          <img src={stillOnPhones} data-local="" alt="" width={960} height={540} decoding="sync" />
        </picture>
        <Film sources={{ webm: '/api/assets/hero.webm', mp4: '/api/assets/hero.mp4' }} still={STILL} hasStillBehind />
      </div>
      <div className="relative mx-auto flex w-full max-w-7xl grow flex-col justify-center px-5 pt-24 pb-16">
        <h1 id="hero-heading" className="display max-w-[11ch] text-[clamp(3rem,8.4vw,7rem)]">
          Diagnostics that show their work.
        </h1>
        <p className="mt-7 max-w-[34rem] text-lg text-grey-5 md:text-xl">
          DUAI builds AI-powered diagnostics. We begin in healthcare, with radiology; in the longer term we aim at
          sustainability and space.
        </p>
        <div className="mt-9 flex flex-wrap gap-3">
          <a href="#manifesto" className={buttonClasses('primary', 'large')}>
            Read the manifesto
          </a>
          <a href="#duaicheck" className={buttonClasses('secondary', 'large', 'hero-second')}>
            See the platform
          </a>
        </div>
      </div>
      <div className="relative mx-auto flex w-full max-w-7xl items-center justify-end gap-3 px-5 pb-6 text-end text-xs text-grey-4">
        <p>Calculated projection of a drawn thorax. Computer-generated; no real patient.</p>
        <FilmButton label="Film of the turning thorax" />
      </div>
    </section>
  );
}
