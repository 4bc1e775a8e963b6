import { ArrowUpRight } from 'lucide-react';
import { EXTERNAL } from '../../../content/home-page.ts';
import { HOME } from '../../../content/home-rules.ts';
import { linkClasses } from '../../../ui/page.tsx';
import { Film, FilmButton, videoSources } from './film.tsx';

/** Part 8: what QuantAct looks for, shown before any text. */
export function IntroVideo() {
  return (
    <section aria-label="Introduction to the quantum study" className="intro" data-reveal={HOME.revealThresholds.short}>
      <figure className="mx-auto max-w-7xl px-5" data-film="intro">
        <div className="relative overflow-hidden rounded bg-[#090e11]">
          <Film
            sources={videoSources('quantactintro')}
            still="/api/assets/quantactintro-still.webp"
            className="aspect-video w-full md:aspect-[21/9] md:object-cover"
          />
          <FilmButton
            label="Film of bits in which a wave appears"
            className="absolute end-4 bottom-4 bg-[#090e11] text-[#b9c6c8]"
          />
        </div>
        <figcaption className="mt-4 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2 text-grey-4">
          <span>
            Independent bits, a wave that appears in them, and is lost again. A drawing of the question, not data.
          </span>
          <a
            href={EXTERNAL.embeddedVideo}
            target="_blank"
            rel="noopener"
            className={`${linkClasses} inline-flex min-h-8 items-center gap-1`}
          >
            Watch the talk about the study
            <ArrowUpRight aria-hidden className="size-4" />
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        </figcaption>
      </figure>
    </section>
  );
}
