import { useId } from 'react';

/**
 * Approximates an image in another window than it was drawn in while the exact one is loading: grey by SVG's linear transfer
 * function (`regrey`).
 */
export function WindowedImage({
  grey,
  alt,
  ...image
}: React.ComponentProps<'img'> & {
  readonly grey: { readonly slope: number; readonly intercept: number } | undefined;
}) {
  const id = useId();
  return (
    <>
      {grey && (
        <svg aria-hidden className="absolute size-0">
          <filter id={id} colorInterpolationFilters="sRGB">
            <feComponentTransfer>
              <feFuncR type="linear" {...grey} />
              <feFuncG type="linear" {...grey} />
              <feFuncB type="linear" {...grey} />
            </feComponentTransfer>
          </filter>
        </svg>
      )}
      <img alt={alt} {...image} style={{ filter: grey ? `url(#${CSS.escape(id)})` : undefined }} />
    </>
  );
}
