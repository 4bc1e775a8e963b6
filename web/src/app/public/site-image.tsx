/** A logo from the server; if it cannot be loaded, the copy beside the page is used (enhance/image-fallback.ts). */
export function SiteImage({
  name,
  alt,
  ...rest
}: { readonly name: string; readonly alt: string } & Omit<React.ComponentProps<'img'>, 'src'>) {
  return <img {...rest} alt={alt} src={`/api/images/${name}`} data-local={`/images/${name}.svg`} />;
}

/** The company logo for light and dark backgrounds. */
export function SiteLogo({ className }: { readonly className?: string }) {
  return (
    <span className={className}>
      <SiteImage name="blacklogo" alt="DUAI" width={93} height={32} className="on-light h-8 w-auto" />
      <SiteImage name="whitelogo" alt="DUAI" width={93} height={32} className="on-dark h-8 w-auto" loading="lazy" />
    </span>
  );
}
