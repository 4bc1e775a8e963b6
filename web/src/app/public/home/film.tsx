import { Pause, Play } from 'lucide-react';
import { classes } from '../../../lib/class-names.ts';

interface FilmProps {
  /** URL without a format; the server sends H.264, and AV1 to browsers that accept it. */
  readonly sources: { readonly webm: string; readonly mp4: string };
  /** The still picture shown until the film plays, or if it never does. */
  readonly still: string;
  /**
   * Whether the still is already a picture behind the film in the first paint; otherwise it is loaded when the film comes
   * near the window.
   */
  readonly hasStillBehind?: boolean;
  readonly className?: string;
}

/** A silent looping film. It is loaded and plays while in view, unless reduced motion is set or its button paused it. */
export function Film({ sources, still, hasStillBehind = false, className }: FilmProps) {
  return (
    <video
      muted
      loop
      playsInline
      preload="none"
      data-still={hasStillBehind ? undefined : still}
      width={960}
      height={540}
      aria-hidden
      tabIndex={-1}
      className={className}
    >
      <source src={sources.webm} type='video/webm; codecs="av01.0.04M.08"' />
      <source src={sources.mp4} type="video/mp4" />
    </video>
  );
}

/** Pauses and plays the film of its figure (WCAG 2.2.2). */
export function FilmButton({ className, label }: { readonly className?: string; readonly label: string }) {
  return (
    <button
      type="button"
      data-film-toggle
      aria-pressed="true"
      className={classes('film-button grid size-10 place-items-center rounded-full border border-current', className)}
    >
      <span className="sr-only">{label}</span>
      <Play aria-hidden className="size-4 [[aria-pressed=true]>&]:hidden" />
      <Pause aria-hidden className="hidden size-4 [[aria-pressed=true]>&]:block" />
    </button>
  );
}

export const videoSources = (name: string): FilmProps['sources'] => ({
  webm: `/api/video/${name}?format=webm`,
  mp4: `/api/video/${name}`,
});
