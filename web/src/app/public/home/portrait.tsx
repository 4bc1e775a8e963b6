/** A drawn portrait; a placeholder replaces it if it cannot be loaded (enhance/image-fallback.ts). */
export function Portrait({ src, name }: { readonly src: string; readonly name: string }) {
  return (
    <img
      src={src}
      data-local="/images/placeholder.svg"
      alt={`Drawn portrait of ${name}`}
      width={240}
      height={300}
      loading="lazy"
      className="portrait w-full rounded"
    />
  );
}
