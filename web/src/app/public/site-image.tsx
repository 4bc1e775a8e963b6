/** A logo that the server gives; where it does not come, the copy that lies beside the page stands in (enhance/image-fallback.ts). */
export function SiteImage({
  name,
  alt,
  ...rest
}: { readonly name: string; readonly alt: string } & Omit<React.ComponentProps<'img'>, 'src'>) {
  return <img {...rest} alt={alt} src={`/api/images/${name}`} data-local={`/images/${name}.svg`} />;
}

/** The name of the house on light and on dark ground. */
export function SiteLogo({ className }: { readonly className?: string }) {
  return (
    <span className={className}>
      <SiteImage name="blacklogo" alt="DUAI" width={93} height={32} className="on-light h-8 w-auto" />
      <SiteImage name="whitelogo" alt="DUAI" width={93} height={32} className="on-dark h-8 w-auto" loading="lazy" />
    </span>
  );
}
