/** A drawn portrait; a placeholder stands in where it does not come (enhance/image-fallback.ts). */
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
